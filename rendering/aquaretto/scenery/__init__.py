"""Aquaretto's landscape: the sea, the islands of the zoos with their palms, and the balloons."""
