"""What finished matches leave behind: results, ratings and statistics."""
