"""What helps people who play over days: their list of matches, the digest, and the ping before the own turn."""
