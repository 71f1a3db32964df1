"""All SQL of the project: `Transaction` and its parts."""
