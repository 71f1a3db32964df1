"""What a match owes its channel: boards to post and people to ping."""
