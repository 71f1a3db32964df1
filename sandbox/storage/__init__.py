"""Keep the world on disk, and build the world a new sandbox starts with."""
