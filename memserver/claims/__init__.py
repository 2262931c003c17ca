"""What two statements say about each other: replaces, contradicts, same, other."""
