"""Show proposals, votes, absences and replays, and handle their buttons."""
