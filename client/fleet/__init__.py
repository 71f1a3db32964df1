"""Connect this process to the shards it serves, among the other processes of the bot."""
