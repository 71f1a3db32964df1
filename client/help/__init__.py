"""What helps people along: `/help`, the rules, guided first matches, the version and its news."""
