"""The public board: posting, editing and retiring it, its pictures and films, and the pings that go with it."""
