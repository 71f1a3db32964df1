"""The lobby: opening a match, the card, the host's panel, invitations, and moving to another channel."""
