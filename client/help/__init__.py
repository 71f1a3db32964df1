"""Learning to play: guided first matches."""
