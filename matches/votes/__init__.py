"""What several people decide: proposals to take back, to pause or to end, and a channel that plays a seat by vote."""
