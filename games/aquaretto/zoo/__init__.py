"""A zoo: its grid, tiles, legal cells and points, and how plies change it."""
