"""Look back at a match: step by step, as a page to share, and from a record."""
