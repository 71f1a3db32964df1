"""Trials, which players play in private, and planned turns."""
