"""The components of the game: the two boards and the deck of cards."""
