"""A player's private turn: panel, menus, preview, undo and risk."""
