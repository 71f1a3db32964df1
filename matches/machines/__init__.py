"""Moves no person makes: computer players, stand-ins and nature, in threads and worker processes."""
