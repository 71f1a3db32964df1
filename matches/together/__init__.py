"""Decisions of several players: votes and undo."""
