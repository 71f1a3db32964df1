"""Decisions of several people: votes, undo, held turns, channels that play a seat, and matches that two servers
share."""
