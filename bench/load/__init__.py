"""A Slowboat in its own process under load."""
