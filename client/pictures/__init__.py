"""Pictures and films for messages, drawn in worker processes; avatars, and the signs of games on buttons."""
