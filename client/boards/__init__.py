"""The public board: posting, editing and retiring it, its pictures and films, and the pings that come with it."""
