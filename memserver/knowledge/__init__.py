"""The brain folder: human-readable knowledge, scanned, chunked, watched and kept in step with its store."""
