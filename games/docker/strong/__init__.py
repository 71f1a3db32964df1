"""Docker's strong computer player: a learnt value of positions, and a search over the next rolls and replies."""
