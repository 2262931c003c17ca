"""Three tiers of what an agent does: what happens now, the work in progress, and the archive of what it taught."""
