"""Leagues, ladders and cups: seasons, fixtures, results and predictions."""
