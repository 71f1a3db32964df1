"""The lobby: opening a match, the card, the host's panel, and invitations."""
