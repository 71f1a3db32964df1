"""Trials and plans: their private messages."""
