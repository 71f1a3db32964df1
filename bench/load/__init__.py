"""Measure a Slowboat in its own process under load."""
