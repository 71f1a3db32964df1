"""Moves that no person makes: of computer players, stand-ins and nature, computed in threads and worker processes."""
