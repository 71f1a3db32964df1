"""Other programs, measured with the same work."""
