"""The model of a local Discord and its rules."""
