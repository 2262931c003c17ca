"""The dynamic blocks: one file per block, listed in `registry`."""
