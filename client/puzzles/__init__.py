"""The daily puzzle: shown, answered and explained in private, and posted where a server wants it."""
