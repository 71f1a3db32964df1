"""People who look for others to play with, or for a substitute."""
