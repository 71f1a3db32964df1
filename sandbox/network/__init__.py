"""What the network does to requests: rate limits and faults."""
