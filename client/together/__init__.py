"""Show votes, absences, replays and seals, and handle their buttons."""
