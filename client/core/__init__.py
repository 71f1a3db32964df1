"""The client itself: the bot, its events, intake of interactions, errors, logs, metrics. It knows no feature."""
