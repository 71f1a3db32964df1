"""Votes, absence, replay and fair play: their messages and buttons."""
