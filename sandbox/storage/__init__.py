"""Keeping the world on disk, and the world a newcomer starts with."""
