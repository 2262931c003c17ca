"""A repository with planted findings: built by a seed, with a history of several authors, and what is true of it."""
