"""Other people: queues, lobbies to join, substitutes, leagues, predictions and the hall of fame."""
