"""People who look for others to play with, and for somebody who takes their seat."""
