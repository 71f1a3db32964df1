"""Time in a match: pace, clocks, absence and pauses."""
