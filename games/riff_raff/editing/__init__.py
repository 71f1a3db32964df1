"""Correct a position of Riff Raff."""
