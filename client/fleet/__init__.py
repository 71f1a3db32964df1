"""Connect this process to its share of the bot's shards; other processes serve the rest."""
