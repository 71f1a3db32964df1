"""Keep matches in the store, and the newest ones in memory."""
