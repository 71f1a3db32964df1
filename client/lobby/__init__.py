"""The lobby: opening a match, its card, the host's panel, invitations, and moving to another channel."""
