"""Standing rules: which of the rules in force apply to what is being done."""
