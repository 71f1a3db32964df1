"""Make the moves of computer players, stand-ins and nature, which are computed in threads and worker processes."""
