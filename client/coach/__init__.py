"""What computer players can teach: hints during a match, and its analysis after the end."""
