"""Help for people who play over days: the list of their matches, the daily digest, and the ping when they are next."""
