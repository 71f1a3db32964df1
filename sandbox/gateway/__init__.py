"""The gateway: sessions, events and heartbeats."""
