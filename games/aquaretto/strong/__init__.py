"""The strong computer player of Aquaretto: a search over the rest of the round, with a learnt value of zoos."""
