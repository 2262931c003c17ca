"""The memory layers: what is kept of a conversation, and how it is written."""
