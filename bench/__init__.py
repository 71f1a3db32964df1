"""Benchmarks: `python -m bench` measures Slowboat and its peers in the same run and prints tables.

The bot does not import this package. It is the only one that imports python-chess, which is under the GPL and only a
development dependency.
"""
