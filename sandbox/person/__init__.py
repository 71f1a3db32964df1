"""Act as people: press, choose, type and read."""
