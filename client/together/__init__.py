"""What people decide together: proposals, votes, absence and replay."""
