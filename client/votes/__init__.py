"""Votes: proposals, the public message, the answers and their result."""
