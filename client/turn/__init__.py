"""A player's private turn: panel, menus, preview, recap and risk."""
