"""The web page and its interface."""
