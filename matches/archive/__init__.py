"""History, verification of the dice, records, and checks before an upgrade."""
