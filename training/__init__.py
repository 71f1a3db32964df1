"""Learn the weights of the strong computer players by self-play. The bot never imports this package."""
