"""What people do: press, choose, type and read."""
