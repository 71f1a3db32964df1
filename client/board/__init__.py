"""The public board: built, posted, edited and retired, and the pings that come with it."""
