"""Measure how strong the computer players are: matches between them on duplicate deals with rotated seats."""
