"""A server that has the bot: greeting, and the pages of `/server`."""
