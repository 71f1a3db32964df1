"""What slash commands share: the cog of a game, its options, and translated names."""
