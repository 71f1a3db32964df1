"""The beginning of a round: five cards for everybody, then the exchange of a card."""
