"""A person's own settings, the form for their time zone, and what is kept about them."""
