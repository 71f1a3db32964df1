"""Loading a piece: the ship, where a piece fits, the physics, and what a hand catches."""
