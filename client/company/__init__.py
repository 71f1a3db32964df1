"""Others to play with: what can be joined in a server, and the queues of people who look for others."""
