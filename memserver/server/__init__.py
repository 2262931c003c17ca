"""The server: the only package that knows pygls. Transport, dispatch, life cycle, and handlers of a few lines."""
