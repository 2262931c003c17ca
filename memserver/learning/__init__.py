"""Learning that changes decisions: patterns, failures, routing, SONA, and the portable file."""
