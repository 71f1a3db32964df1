"""A person's own settings, and the form for their time zone."""
