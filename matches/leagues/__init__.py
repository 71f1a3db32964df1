"""Leagues: seasons of divisions in which everybody plays everybody."""
