"""The analyses behind the code jobs: pure functions from a folder to findings, each run in a process of its own."""
