"""Results of finished matches, and what is computed from them: ratings, records, statistics and badges."""
