"""Private tries and plans, as messages."""
