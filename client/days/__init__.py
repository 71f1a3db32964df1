"""Help for people who play over days: the list of their matches, the recap, the digest, the ping when they are next."""
