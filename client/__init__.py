"""The Discord client: everything that speaks discord.py except the slash commands themselves."""
