"""Leagues: seasons, tables, challenges on a ladder, and predictions."""
