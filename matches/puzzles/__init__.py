"""Puzzles: positions in which one move is clearly best, a stock of them, and who has solved them."""
