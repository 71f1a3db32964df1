"""Pictures and films for messages, drawn in worker processes."""
