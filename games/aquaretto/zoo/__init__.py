"""A zoo: its grid, its tiles, legal cells, points, and the changes of a ply."""
