"""What `scripts/generate.py` writes, one module per kind of file; all of it is derived from the Python models."""
