"""The calendar: what is planned, from the user's `.ics` file and from what was added, and a gate against clashes."""
