"""Work commands: lines such as `/memory distill` that a person types into a chat or picks from a palette."""
