"""Measure the strength of the computer players by matches between them: each deal is played once from every seat."""
