"""The contract between a game and everything around it.

A game is a set of pure functions over a frozen state. It knows no Discord, no picture, no database, no clock, and it
draws chance only from the `Rng` it is handed. One transition, `apply`; replay, undo, preview, fuzzing and search are
derived from it.

Vocabulary: a *seat* is a place at the table (0, 1, …); a *ply* is one decision of one seat, written as a *move* with a
*code*; the plies a person makes before the game goes on are a *turn*; a *view* is a state with everything replaced that
its seat may not know; a *record* is a game as text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from games.text import Text

if TYPE_CHECKING:
    from games.rng import Rng

Seat = int

NATURE: Final[Seat] = -1
"""The pseudo-seat whose moves no other machine would reproduce (physics): computed once, logged, never recomputed."""

HIDDEN: Final = "?"
"""Stands in a view for every single thing its seat may not know; tuples keep their length."""

ENDLESS: Final = 2000
"""The ply limit meant by an option "no limit" in games that could otherwise go on for ever."""


class GameError(Exception):
    """Something a person asked for cannot be done; `reason` and `facts` are put into words by the game's `words`."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(f"{reason} {facts}" if facts else reason)
        self.reason = reason
        self.facts = facts


class IllegalMove(GameError):
    """The move is not legal for this seat now. `code` is the offender as it was given."""

    def __init__(self, code: str, reason: str = "not_legal", **facts: Any) -> None:
        super().__init__(reason, code=code, **facts)
        self.code = code


class BadOptions(GameError):
    """The options do not fit together, or not with this number of seats."""


class BadNotation(ValueError):
    """A position or record that cannot be read; the message quotes the offending part."""


class ChanceRefused(Exception):
    """A ply asked for chance while only a preview was wanted."""


class Move(Protocol):
    """A decision. Equal moves have equal codes; a code is unique among the legal moves, short and stable."""

    @property
    def code(self) -> str: ...


class Event(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something the last ply made true, as public data. A secret never enters an event.

    Each game derives its own kinds. `reveals` is true where the ply showed its seat something it did not know before
    (a card drawn, a tile turned up): such a ply is never only previewed, and nothing before it can be undone alone.
    """

    @property
    def reveals(self) -> bool:
        return False


class State(Protocol):
    """Every game's state: a frozen msgspec Struct whose `events` tell what the last ply made true."""

    @property
    def events(self) -> tuple[Event, ...]: ...


class Outcome(Struct, frozen=True):
    """How a game ended: `ranking` lists groups of seats from best to worst (ties and partners share a group)."""

    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ranking[0]


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Struct)  # noqa: E741 - the protocol's own letter


class Game(ABC, Generic[S, M, O]):
    """A game's rules. Stateless: one instance, `GAME`, per folder of `games/`."""

    name: ClassVar[str]
    """The folder, e.g. `dog_royal`; also the key in the store."""
    command: ClassVar[str]
    """The slash command, e.g. `dog`."""
    seats: ClassVar[range]
    """How many may play."""
    version: ClassVar[int]
    """Raised whenever a stored game would go on differently under the new rules."""
    ply_limit: ClassVar[int]
    """No playout is longer, whatever is played."""
    state_type: type[S]
    options_type: type[O]
    film_type: ClassVar[type[Struct] | None] = None
    """What `filmed_nature` encodes as JSON, for the renderer's `film`; None: nature leaves no films."""
    hidden: ClassVar[bool] = False
    """Whether seats know things others do not, such as a hand of cards."""
    slow: ClassVar[bool] = False
    """Whether a list of moves can take so long that it must not hold up others, and is made in a thread."""
    presets: Mapping[str, O] = {}
    """Named option sets, the default first."""

    @abstractmethod
    def setup(self, seats: int, options: O, rng: Rng) -> S:
        """The first position. Raises BadOptions."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Who owes a decision. Several: simultaneously. `(NATURE,)`: nature does. None: the game is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """What `seat` may do now, in a menu's order; empty unless it is in `to_act` or `may_revise`."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, rng: Rng) -> S:
        """The state after a legal move; runs on until somebody must decide. Never called with an illegal move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def notate(self, state: S) -> str:
        """The position as one line of text, in the notation of the game's module docstring."""

    @abstractmethod
    def read(self, text: str) -> S:
        """The position a line of text describes; may be partial, as in the rules' cases. Raises BadNotation."""

    def may_revise(self, state: S) -> tuple[Seat, ...]:
        """Seats that have made a simultaneous choice which they may still change."""
        return ()

    def view(self, state: S, seat: Seat | None) -> S:
        """What `seat` (None: the public) may know, as the same type with `HIDDEN` for the rest. Idempotent."""
        return state

    def resample(self, view: S, seat: Seat, rng: Rng) -> S:
        """A full state that looks like `view` to `seat`, with what is hidden drawn at random."""
        return view

    def choose(self, view: S, seat: Seat, rng: Rng) -> M:
        """The stand-in's move, from what the seat may know alone. At most 60 ms, never physics."""
        return rng.choice(self.legal_moves(view, seat))

    def nature(self, state: S, rng: Rng) -> M:
        """Nature's move where `to_act` is `(NATURE,)`. May take seconds: called in a worker process."""
        raise NotImplementedError(f"{self.name} has no nature")

    def filmed_nature(self, state: S, rng: Rng) -> tuple[M, bytes]:
        """Nature's move, and the keyframes of its film as JSON; b"" without one. As slow as `nature`."""
        return self.nature(state, rng), b""

    def shows_film(self, view: S) -> bool:
        """Whether the newest film may be seen in this position. False while it would tell what is still to come."""
        return True

    def offers_risk(self, view: S) -> bool:
        """Whether `risk` may be asked about the plies that lead to this position, before they are confirmed."""
        return False

    def risk(self, view: S, seat: Seat, codes: Sequence[str], rng: Rng, *, samples: int) -> float:
        """The share (0..1) of `samples` tries in which the plies `codes` go well. As slow as `samples` natures."""
        raise NotImplementedError(f"{self.name} has no nature")

    def nature_move(self, code: str) -> M:
        """A logged nature move read back."""
        raise NotImplementedError(f"{self.name} has no nature")

    def void(self, state: S) -> M:
        """The nature move that gives the turn back unchanged, after `nature` failed."""
        raise NotImplementedError(f"{self.name} has no nature")

    def continues_turn(self, before: S, after: S) -> bool:
        """Whether the ply from `before` to `after` left its seat in the same turn: both belong to one draft."""
        return False

    def needs_confirmation(self, state: S, seat: Seat, move: M) -> bool:
        """Whether the ply is previewed first. False where it can be revised, or where waiting would be pointless."""
        return True

    def colours(self, seats: int, options: O) -> tuple[tuple[int, ...], ...]:
        """For each seat, the colours (0..5) it plays; the first is the colour the seat is known by."""
        return tuple((seat,) for seat in range(seats))

    def partner(self, seat: Seat, seats: int, options: O) -> Seat | None:
        """The seat that plays together with this one; None where everybody plays alone."""
        return None

    def parse(self, state: S, seat: Seat, code: str) -> M:
        """The legal move with this code. Raises IllegalMove."""
        if seat == NATURE:
            return self.nature_move(code)
        for move in self.legal_moves(state, seat):
            if move.code == code:
                return move
        raise IllegalMove(code)


AnyGame = Game[Any, Any, Any]


class Words(Protocol):
    """What `games/<name>/words.py` offers: the game's facts as texts. Pure; gets views, never states."""

    TITLE: Text
    PITCH: Text
    """One line for lobby and help: what kind of game this is."""

    def command_texts(self) -> Mapping[str, Text]:
        """Descriptions of the game's own slash options, by option name (at most 100 characters in every language)."""

    def option_name(self, option: str) -> Text: ...
    def option_value(self, option: str, value: Any) -> Text: ...
    def preset(self, preset: str) -> Text: ...

    def event(self, view: Any, event: Any) -> Text | None:
        """One sentence about an event; None where a picture says enough."""

    def menu(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """The move as a path of labels, from the general to the particular ("Red on A1", "to B2"); each at most 100
        characters. Moves that share a label share a menu. The whole path read together names the move in one line."""

    def prompt(self, view: Any, seat: Seat) -> Text:
        """What `seat` is asked to decide now, in one sentence."""

    def warnings(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """What a careful friend would point out before this move is confirmed."""

    def status(self, view: Any) -> Text:
        """Alt text's core: whose turn, last move, standings; at most 700 characters in every language."""

    def position(self, view: Any, seat: Seat | None) -> tuple[Text, ...]:
        """The complete position, line by line: enough to play without eyes."""

    def refusal(self, error: GameError) -> Text:
        """Why not, naming the rule."""

    def rules(self) -> Sequence[RulesPage]: ...


class RulesPage(Struct, frozen=True):
    """One page of `/rules`: a title, paragraphs, and optionally a position to be drawn beside them."""

    title: Text
    paragraphs: tuple[Text, ...]
    position: str = ""
    """In the game's own notation, read by `Game.read` and drawn as the page's picture."""
