"""Looking back: history, verification of the dice, and checks before an upgrade."""
