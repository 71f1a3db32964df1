"""The rules of New Game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.core import HIDDEN, Game, Outcome, Seat, require
from games.new_game.state import CARDS, Options, Play, Played, State, Taken
from games.rng import Rng


class NewGame(Game[State, Play, Options]):
    """The rules. What a module grows too long for is cut out of it, as `games.docker` shows."""

    name = "new_game"
    command = "newgame"
    seats = range(2, 5)
    ply_limit = seats[-1] * 7  # most seats times most cards in a hand
    cards = CARDS
    presets: Mapping[str, Options] = {"standard": Options(), "quick": Options(hand=3)}

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        """Deal the hands."""
        cards, count = rng.shuffle(CARDS), options.hand
        hands = (tuple(sorted(cards[count * seat : count * (seat + 1)])) for seat in range(seats))
        return State(tuple(hands), deck=cards[count * seats :])

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[state.turn] else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Play, ...]:
        """List the cards in hand."""
        return tuple(Play(card) for card in state.hands[seat] if card != HIDDEN) if seat == state.turn else ()

    def apply(self, state: State, seat: Seat, move: Play, rng: Rng) -> State:
        """Put the card on the table; the last card of a trick decides who takes it."""
        hands, table, seats = [*state.hands], (*state.table, move.card), len(state.hands)
        hands[seat] = tuple(card for card in hands[seat] if card != move.card)
        events = (Played(seat, move.card),)
        after = replace(state, hands=tuple(hands), table=table, turn=(seat + 1) % seats, events=events)
        if len(table) < seats:
            return after
        winner = max(after.trick, key=after.trick.__getitem__)
        return replace(
            after,
            played=(*state.played, *table),
            table=(),
            turn=winner,
            taken=(*state.taken, winner),
            events=(*events, Taken(winner, max(table))),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Rank the seats by tricks once all hands are empty."""
        return None if any(state.hands) else Outcome.by_score(state.tricks)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Play:
        """Play the lowest card that beats those on the table, or else the lowest card."""
        moves, highest = self.legal_moves(view, seat), max(view.table, default=0)
        return next((move for move in moves if move.card > highest), moves[0])

    def check(self, state: State) -> None:
        """Refuse hands of different sizes, beside what every game refuses."""
        super().check(state)
        require(len(state.table) < len(state.hands), f"{len(state.table)} cards in the trick: the last one ends it")
        placed = state.trick if state.table else ()
        dealt = {len(hand) + (seat in placed) for seat, hand in enumerate(state.hands)}
        require(len(dealt) == 1, "the seats have been dealt different numbers of cards")
