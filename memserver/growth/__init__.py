"""What memserver knows about its own answers: tasks and their requirements, ambiguity, confidence, gaps, reflection."""
