"""Where matches are played: channels that are lost and found again, and moving to another one."""
