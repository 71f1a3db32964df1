"""Look back at a match: step by step, as a film, in words, as a page to share, as a record."""
