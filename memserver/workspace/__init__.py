"""The folder a person works in: its repository, its identity as a project, and whether files moved on since."""
