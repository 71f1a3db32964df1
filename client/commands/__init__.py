"""Slash commands: how they are declared, translated, given the options of a game, and loaded."""
