"""Reading source code: which files there are, what each one holds, and what follows from all of them together."""
