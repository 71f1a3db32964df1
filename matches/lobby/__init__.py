"""The lobby: seats, invitations and settings before the first move."""
