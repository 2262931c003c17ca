"""What is known of the default model without loading anything: its name and its size. Imports nothing."""

from __future__ import annotations

NAME = "multilingual-e5-small"
DIMENSIONS = 384
