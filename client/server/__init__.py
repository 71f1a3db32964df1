"""A server that has the bot: greeting, `/settings`, `/manage`, and `/doctor`."""
