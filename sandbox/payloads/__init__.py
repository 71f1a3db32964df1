"""Objects as Discord sends them."""
