"""Analyse finished matches: chances of winning, turning points, and what a strong player would have done."""
