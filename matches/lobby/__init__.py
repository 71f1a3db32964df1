"""Before the first move: seats, invitations, and everything settled in the lobby."""
