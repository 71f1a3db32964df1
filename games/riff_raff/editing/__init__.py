"""Correct a position of Riff Raff, and refuse impossible ones."""
