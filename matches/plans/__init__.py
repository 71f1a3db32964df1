"""What players try out in private, and the turns they plan to answer with."""
