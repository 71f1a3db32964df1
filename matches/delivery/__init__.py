"""Delivery to Discord: boards to post and people to ping."""
