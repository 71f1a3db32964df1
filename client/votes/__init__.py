"""Proposals: making them, the public message, the answers and their result."""
