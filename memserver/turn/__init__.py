"""One chat turn, in order."""
