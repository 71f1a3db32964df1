"""Draw pictures about a match that are not its board: the invitation in the lobby and the card of the winners."""
