"""Language models that the user configured: optional, never needed, never called without an endpoint."""
