"""Workers: the jobs that keep memory and workspace in order while nobody waits."""
