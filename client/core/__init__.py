"""The client itself: the bot, intake of interactions, errors, logs, metrics, limits and preferences."""
