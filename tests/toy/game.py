"""The toy game's state and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.core import HIDDEN, NATURE, BadNotation, BadOptions, Event, Game, IllegalMove, Known, Outcome, Seat
from games.nature import Nature
from games.rng import Rng
from games.text import N, T
from games.wording import Label

KINDS: Final = "cdrk"
COPIES: Final = 6
HAND: Final = 3
GUSTS: Final = 4  # the wind scores 0..3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of `turns` of each seat, the sides of the `die`, and whether cards are swapped first."""

    turns: Annotated[
        int,
        Meta(ge=1, le=3, extra={"offer": (1, 2, 3)}),
        Label(T("Turns"), T("How many turns everybody has"), counted=N("{count} turn", "{count} turns", 0)),
    ] = 2
    die: Annotated[Literal["d4", "d6"], Label(T("Die"), T("Which die"), {"d4": T("d4"), "d6": T("d6")})] = "d6"
    swap: Annotated[bool, Label(T("Swap"), T("Whether cards are swapped"))] = True


class Give(Struct, frozen=True):
    """Choose a card for the left neighbour."""

    card: str

    @property
    def code(self) -> str:
        return f"give/{self.card}"


class Pick(Struct, frozen=True):
    """Take a card from the hand, to be played on a seat."""

    card: str

    @property
    def code(self) -> str:
        return f"card/{self.card}"


class Aim(Struct, frozen=True):
    """Play the picked card on a seat."""

    target: Seat

    @property
    def code(self) -> str:
        return f"on/{self.target}"


class Gust(Struct, frozen=True):
    """Nature's move: how hard the wind blows (0..3); None: void."""

    strength: int | None

    @property
    def code(self) -> str:
        return "void" if self.strength is None else f"gust/{self.strength}"


Move = Give | Pick | Aim | Gust


class Gave(Event, frozen=True):
    """`seat` has chosen its gift, or changed its choice."""

    seat: Seat


class Swapped(Event, frozen=True):
    """All have chosen; the gifts have changed hands."""

    reveals = True


class Picked(Event, frozen=True):
    seat: Seat
    card: str


class Played(Event, frozen=True):
    seat: Seat
    card: str
    target: Seat


class Drew(Event, frozen=True):
    seat: Seat

    reveals = True


class Scored(Event, frozen=True):
    seat: Seat
    points: int


class Calmed(Event, frozen=True):
    pass


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. Cards are letters of `KINDS`, or `HIDDEN` in a view."""

    hands: Annotated[tuple[tuple[str, ...], ...], Known.OWN]
    deck: Annotated[tuple[str, ...], Known.NOBODY]
    """From the top."""
    discard: tuple[str, ...]
    scores: tuple[int, ...]
    given: Annotated[tuple[str, ...], Known.OWN]
    """By seat, the card chosen for the neighbour, "" for none yet; it is still in the hand. () once swapped."""
    turn: Seat
    card: str
    """The picked card, which has left the hand; "" for none yet."""
    target: Seat | None
    """The seat a kite was played on, while nature is to move."""
    left: int
    """Turns left, of all seats together."""
    sides: int
    events: tuple[Gave | Swapped | Picked | Played | Drew | Scored | Calmed, ...] = ()


class Wind(Nature[State, Move]):
    """Decides how hard the wind blows on a kite."""

    def decide(self, state: State, rng: Rng) -> Gust:
        return Gust(rng.below(GUSTS))

    def read_move(self, state: State, code: str) -> Gust:
        for move in (*map(Gust, range(GUSTS)), Gust(None)):
            if move.code == code:
                return move
        raise IllegalMove(code)

    def void_move(self, state: State) -> Gust:
        return Gust(None)


class Toy(Game[State, Move, Options]):
    """The toy's rules; see the package's docstring."""

    name = "toy"
    command = "toy"
    seats = range(2, 5)
    version = 1
    ply_limit = 4 + 4 * 3 * 3
    nature = Wind()
    presets: Mapping[str, Options] = {"standard": Options(), "quick": Options(turns=1, swap=False)}

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        if seats == 4 and options.turns == 1 and options.swap:
            raise BadOptions("too_short_to_swap", turns=options.turns)
        cards = rng.shuffle(KINDS * COPIES)
        return State(
            hands=tuple(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(seats)),
            deck=cards[HAND * seats :],
            discard=(),
            scores=(0,) * seats,
            given=("",) * seats if options.swap else (),
            turn=0,
            card="",
            target=None,
            left=seats * options.turns,
            sides=int(options.die[1:]),
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.given:
            return tuple(seat for seat, card in enumerate(state.given) if not card)
        if not state.left:
            return ()
        return (state.turn,) if state.target is None else (NATURE,)

    def may_revise(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat, card in enumerate(state.given) if card)

    def legal_moves(self, state: State, seat: Seat) -> list[Move]:
        if seat not in self.to_act(state) and seat not in self.may_revise(state):
            return []
        if seat == NATURE:
            return [*map(Gust, range(GUSTS)), Gust(None)]
        if state.given:
            return [Give(card) for card in sorted(set(state.hands[seat]))]
        if not state.card:
            return [Pick(card) for card in sorted(set(state.hands[seat]))]
        return [Aim(target) for target in range(len(state.hands))]

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        match move:
            case Give(card):
                return _give(state, seat, card)
            case Pick(card):
                hands = _without(state.hands, seat, card)
                return msgspec.structs.replace(state, hands=hands, card=card, events=(Picked(seat, card),))
            case Aim(target):
                return _play(state, target, rng)
            case Gust(None):
                hand = tuple(sorted((*state.hands[state.turn], state.card)))
                hands = tuple(hand if s == state.turn else cards for s, cards in enumerate(state.hands))
                return msgspec.structs.replace(state, hands=hands, card="", target=None, events=(Calmed(),))
            case Gust(strength):
                assert state.target is not None
                assert strength is not None
                return _finish(state, state.target, strength, (Scored(state.target, strength),))

    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            return None
        return Outcome.by_score(state.scores)

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        seen = Counter((*state.discard, state.card, *(state.hands[seat] if seat is not None else ())))
        cards = iter(rng.shuffle(sorted((Counter(KINDS * COPIES) - seen).elements())))
        hands = tuple(
            hand if s == seat else tuple(sorted(next(cards) for _ in hand)) for s, hand in enumerate(state.hands)
        )
        given = tuple(card if s == seat or not card else rng.choice(hands[s]) for s, card in enumerate(state.given))
        return msgspec.structs.replace(state, hands=hands, deck=tuple(cards), given=given)

    def continues_turn(self, before: State, after: State) -> bool:
        return not before.card and bool(after.card)

    def needs_confirmation(self, state: State, seat: Seat, move: Move) -> bool:
        return not isinstance(move, Give)

    def notate(self, state: State) -> str:
        parts = {
            "hands": "/".join("".join(hand) or "-" for hand in state.hands),
            "deck": "".join(state.deck) or "-",
            "discard": "".join(state.discard) or "-",
            "scores": "/".join(map(str, state.scores)),
            "given": "/".join(card or "-" for card in state.given) or None,
            "turn": state.turn,
            "card": state.card or "-",
            "target": "-" if state.target is None else state.target,
            "left": state.left,
            "die": state.sides,
        }
        return " ".join(f"{key}={value}" for key, value in parts.items() if value is not None)

    def read(self, text: str) -> State:
        parts = dict(_part(word) for word in text.split())
        hands = tuple(_cards(hand) for hand in parts.pop("hands", "c/c").split("/"))
        given = parts.pop("given", "")
        target = parts.pop("target", "-")
        try:
            state = State(
                hands=hands,
                deck=_cards(parts.pop("deck", "-")),
                discard=_cards(parts.pop("discard", "-")),
                scores=tuple(map(int, parts.pop("scores", "/".join("0" * len(hands))).split("/"))),
                given=tuple("".join(_cards(card)) for card in given.split("/")) if given else (),
                turn=int(parts.pop("turn", 0)),
                card="".join(_cards(parts.pop("card", "-"))),
                target=None if target == "-" else int(target),
                left=int(parts.pop("left", len(hands))),
                sides=int(parts.pop("die", 6)),
            )
        except ValueError as error:
            raise BadNotation(f"{error} in {text!r}") from error
        if parts:
            raise BadNotation(f"unknown part {next(iter(parts))!r} in {text!r}")
        self.check(state)
        return state

    def check(self, state: State) -> None:
        seats = range(len(state.hands))
        cards = [*state.deck, *state.discard, *state.card, *(card for hand in state.hands for card in hand)]
        if len(seats) not in self.seats or len(state.scores) != len(seats) or len(state.given) not in (0, len(seats)):
            raise BadNotation(f"{len(seats)} hands, {len(state.scores)} scores, {len(state.given)} given cards")
        known = set(cards) <= {*KINDS, HIDDEN} and set(state.given) <= {*KINDS, HIDDEN, ""}
        if not known or any(cards.count(kind) > COPIES for kind in KINDS):
            raise BadNotation(f"{cards[:30]}: unknown cards, or too many")
        for card, hand in zip(state.given, state.hands, strict=False):
            if card and HIDDEN not in (card, *hand) and card not in hand:
                raise BadNotation(f"given {card}: not in the hand")
        if state.turn not in seats or state.target not in (None, *seats) or len(state.card) > 1 or len(cards) > 24:
            raise BadNotation(f"turn={state.turn} target={state.target} card={state.card[:9]}")
        if state.target is not None and state.card != "k":
            raise BadNotation(f"target={state.target} card={state.card}: only a kite waits for the wind")
        if not 0 <= state.left <= 12 or state.sides not in (4, 6) or any(not 0 <= n < 999 for n in state.scores):
            raise BadNotation(f"left={state.left} die={state.sides} scores={state.scores[:9]}")


def _give(state: State, seat: Seat, card: str) -> State:
    given = tuple(card if s == seat else old for s, old in enumerate(state.given))
    if not all(given):
        return msgspec.structs.replace(state, given=given, events=(Gave(seat),))
    hands = state.hands
    for giver, gift in enumerate(given):
        hands = _without(hands, giver, gift)
    hands = tuple(tuple(sorted((*hand, given[s - 1]))) for s, hand in enumerate(hands))
    return msgspec.structs.replace(state, hands=hands, given=(), events=(Gave(seat), Swapped()))


def _play(state: State, target: Seat, rng: Rng) -> State:
    played = Played(state.turn, state.card, target)
    match state.card:
        case "k":
            return msgspec.structs.replace(state, target=target, events=(played,))
        case "d" if state.deck:
            hand = tuple(sorted((*state.hands[state.turn], state.deck[0])))
            hands = tuple(hand if s == state.turn else cards for s, cards in enumerate(state.hands))
            drawn = msgspec.structs.replace(state, hands=hands, deck=state.deck[1:])
            return _finish(drawn, target, 0, (played, Drew(state.turn)))
        case "d":
            return _finish(state, target, 0, (played,))
        case "r":
            points = 1 + rng.below(state.sides)
        case _:
            points = 1
    return _finish(state, target, points, (played, Scored(target, points)))


def _finish(state: State, target: Seat, points: int, events: tuple[Event, ...]) -> State:
    """End the turn: score, discard, pass on to the next seat."""
    return msgspec.structs.replace(
        state,
        scores=tuple(score + points if s == target else score for s, score in enumerate(state.scores)),
        discard=(*state.discard, state.card),
        card="",
        target=None,
        turn=(state.turn + 1) % len(state.hands),
        left=state.left - 1,
        events=events,
    )


def _without(hands: tuple[tuple[str, ...], ...], seat: Seat, card: str) -> tuple[tuple[str, ...], ...]:
    hand = list(hands[seat])
    hand.remove(card)
    return tuple(tuple(hand) if s == seat else cards for s, cards in enumerate(hands))


def _part(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not value:
        raise BadNotation(f"expected key=value, found {word!r}")
    return key, value


def _cards(text: str) -> tuple[str, ...]:
    if text == "-":
        return ()
    if strange := set(text) - set(KINDS):
        raise BadNotation(f"unknown card {min(strange)!r} in {text!r}")
    return tuple(text)
