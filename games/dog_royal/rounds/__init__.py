"""The beginning of a round: five cards for everybody, then the exchange of a card.

Also corrections of a position, and the check of one.
"""
