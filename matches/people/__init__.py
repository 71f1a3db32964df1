"""Preferences of people and servers, and the data stored about them."""
