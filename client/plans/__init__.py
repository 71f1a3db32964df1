"""Private messages of trials (playing on from a copy of the position) and plans (turns to be made automatically)."""
