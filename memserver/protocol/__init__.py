"""The wire: pydantic models of every request and result, and the table of methods. Imports nothing of ours."""
