"""The contract between a game and the rest of the project.

A game is a set of pure functions over a frozen state. It knows no Discord, no pictures, no database and no clock, and
it draws chance only from the `Rng` it is given. `apply` is its only transition; replay, undo, preview, fuzzing and
search are derived from it.

Vocabulary: a *seat* is a place at the table (0, 1, …). A *ply* is one decision of one seat; it is represented by a
*move*, which has a *code*. A *turn* is the plies a seat makes before another seat is to act. A *view* is a state in
which everything a seat may not know is replaced by `HIDDEN`. A *record* is a match as text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from games.levels import LEVELS, Level
from games.text import Text

if TYPE_CHECKING:
    from games.candidates import Candidates
    from games.nature import Nature
    from games.rng import Rng

Seat = int

NATURE: Final[Seat] = -1
"""The pseudo-seat whose moves physics computes; see `games.nature`."""

HIDDEN: Final = "?"
"""Stands in a view for each thing that its seat may not know; tuples keep their length."""

ENDLESS: Final = 2000
"""The ply limit of the option "no limit", for games that could otherwise go on for ever."""

LONGEST_NUMBER: Final = 9
"""Most digits of a number in a notation."""


class GameError(Exception):
    """A request that the rules refuse. The game's words turn `reason` and `facts` into a sentence."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(f"{reason} {facts}" if facts else reason)
        self.reason = reason
        self.facts = facts


class IllegalMove(GameError):
    """A move that its seat may not make now. `about`: the places of the board that the broken rule is about."""

    def __init__(self, code: str, reason: str = "not_legal", *, about: tuple[str, ...] = (), **facts: Any) -> None:
        super().__init__(reason, code=code, **facts)
        self.code = code
        self.about = about


class BadOptions(GameError):
    """Options that contradict each other or do not suit the number of seats."""


class BadNotation(ValueError):
    """A position or record that cannot be read, or cannot be. The message quotes the offending part."""


class Move(Protocol):
    """A decision. Equal moves have equal codes; among the legal moves of a seat each code is unique, short, stable."""

    @property
    def code(self) -> str: ...


class Event(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A public fact about the last ply, kept for one ply: what it reveals to everybody must be in the state as well."""

    @property
    def reveals(self) -> bool:
        """Whether the ply showed its seat something new: it is applied when confirmed, and undo stops there."""
        return False

    @property
    def is_news(self) -> bool:
        """Whether plans made before the ply are dropped."""
        return self.reveals


class State(Protocol):
    """The state of a game: a frozen msgspec Struct that keeps the `events` of the last ply."""

    @property
    def events(self) -> tuple[Event, ...]: ...


class Outcome(Struct, frozen=True):
    """The result of a game. `ranking` lists groups of seats from best to worst; ties and partners share a group.

    `scores`: points by seat, the more the better; None where nobody counts points.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ranking[0]


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Struct)  # noqa: E741 - O for options, beside S and M


class Game(ABC, Generic[S, M, O]):
    """The rules of a game. Stateless: each folder of `games/` has one instance, `GAME`."""

    name: ClassVar[str]
    """Name of the folder, e.g. `dog_royal`; also the key in the store."""
    command: ClassVar[str]
    """Name of the slash command, e.g. `dog`."""
    seats: ClassVar[range]
    """Possible numbers of players."""
    version: ClassVar[int]
    """Version of the rules: raise it whenever a stored match would continue differently under the new rules."""
    ply_limit: ClassVar[int]
    """Most plies of any match; choices that are made again (`may_revise`) do not count."""
    state_type: type[S]
    options_type: type[O]
    presets: Mapping[str, O] = {}
    """Named option sets, the default first."""
    has_private_knowledge: ClassVar[bool] = False
    """Whether a seat may know something the public does not, such as the card it has chosen in secret."""
    has_private_hands: ClassVar[bool] = False
    """Whether players hold hands that only they may look at. Implies private knowledge.

    Boards then have a button *My hand*, and nobody takes back a turn without asking the others.
    """
    levels: ClassVar[tuple[Level, ...]] = LEVELS[:2]
    """The levels of its computer player, the weakest first."""
    playouts: ClassVar[int] = 1
    """Factor for the number of playouts in an analysis, for games whose plies are cheap."""
    slow: ClassVar[bool] = False
    """Whether `legal_moves` can take so long that it must run in a thread."""
    nature: Nature[S, M] | None = None
    """What physics decides; None: nothing."""
    candidates: Candidates[S] | None = None
    """Proposes whole turns; None: menus are enough."""

    @abstractmethod
    def setup(self, seats: int, options: O, rng: Rng) -> S:
        """Create the first position. Raises BadOptions."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """List the seats that are to decide; several do so simultaneously. `(NATURE,)`: physics. Empty: game over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """List the moves of `seat` in menu order; empty unless the seat is in `to_act` or `may_revise`."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, rng: Rng) -> S:
        """Apply a legal move and go on to the next decision. Never called with an illegal move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    @abstractmethod
    def notate(self, state: S) -> str:
        """Write the position as one line, in the notation that the game's package docstring describes."""

    @abstractmethod
    def read(self, text: str) -> S:
        """Read a line of `notate`; parts may be left out, as in the worked cases of the rules. Raises BadNotation, also
        for a position that `check` refuses."""

    def check(self, state: S) -> None:
        """Refuse an impossible position: with more pieces than there are, or a seat that is not. Raises BadNotation.

        One that passes can be viewed, described, drawn and played. `events` are not checked.
        """

    def may_revise(self, state: S) -> tuple[Seat, ...]:
        """List the seats that have made a simultaneous choice and may still change it."""
        return ()

    def view(self, state: S, seat: Seat | None) -> S:
        """Replace everything `seat` (None: the public) may not know by `HIDDEN`. Idempotent; same type, same events."""
        return state

    def reshuffle(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Replace everything `seat` (None: the public) cannot know by another possibility.

        The result is a full state that can be played, and agrees with what the seat can deduce from its view. It
        depends on the view and `rng` alone: list what the seat does not see in a fixed order, and shuffle that. The
        laws of `tests/laws` call this with states, too, to test `view`, so it must not call `view`.
        """
        return state

    def guess(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Guess a full state from what a seat knows. `rng`: secret to everybody who sees what comes of the guess."""
        return self.reshuffle(self.view(state, seat), seat, rng)

    def choose(self, view: S, seat: Seat, rng: Rng) -> M:
        """Choose the computer player's move from what the seat may know. Takes at most 60 ms and no physics."""
        return rng.choice(self.legal_moves(view, seat))

    def choose_easy(self, view: S, seat: Seat, rng: Rng) -> M:
        """Choose the move of a beginner, by default a random one in one decision of three. Limits: see `choose`."""
        return rng.choice(self.legal_moves(view, seat)) if not rng.below(3) else self.choose(view, seat, rng)

    def choose_strong(self, view: S, seat: Seat, rng: Rng) -> M:
        """Choose a strong player's move. It runs in a worker, for at most 1.5 s (physics: 4 s), mostly under 0.4 s.

        Only called if `levels` contains `strong`.
        """
        return self.choose(view, seat, rng)

    def choose_at(self, level: Level, view: S, seat: Seat, rng: Rng) -> M:
        """Choose the move of a computer player of this level; `normal` where the game has no such level."""
        if level == "strong" and level in self.levels:
            return self.choose_strong(view, seat, rng)
        if level == "easy" and level in self.levels:
            return self.choose_easy(view, seat, rng)
        return self.choose(view, seat, rng)

    def continues_turn(self, before: S, after: S) -> bool:
        """Tell whether the next ply belongs to the same turn, and draft, as the ply from `before` to `after`."""
        return False

    def needs_confirmation(self, state: S, seat: Seat, move: M) -> bool:
        """Tell whether the ply is previewed first. False if it can be revised, or if there is nothing to preview."""
        return True

    def colours(self, seats: int, options: O) -> tuple[tuple[int, ...], ...]:
        """List the colours (0..5) each seat plays; the first one stands for the seat."""
        return tuple((seat,) for seat in range(seats))

    def partner(self, seat: Seat, seats: int, options: O) -> Seat | None:
        """Return the seat that wins together with this one; None if everybody plays alone."""
        return None

    def parse(self, state: S, seat: Seat, code: str) -> M:
        """Find the legal move with this code. Raises IllegalMove."""
        if seat == NATURE and self.nature is not None:
            return self.nature.read_move(code)
        for move in self.legal_moves(state, seat):
            if move.code == code:
                return move
        raise IllegalMove(code)


AnyGame = Game[Any, Any, Any]


class Words(Protocol):
    """The texts of a game: what `games/<name>/words` offers. Pure functions that are given views, never states."""

    TITLE: Text
    """The game's name. A game that has another one for operators who avoid it offers that as `NEUTRAL_TITLE`."""
    PITCH: Text
    """A description of the game in one line, for lobby and help."""

    def command_texts(self) -> Mapping[str, Text]:
        """Describe the game's own slash options by name, each in at most 100 characters in every language."""

    def option_name(self, option: str) -> Text: ...
    def option_value(self, option: str, value: Any) -> Text: ...
    def preset(self, preset: str) -> Text: ...

    def event(self, view: Any, event: Any) -> Text | None:
        """Describe an event in one sentence; None if the picture says enough."""

    def menu(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Name a move by a path of labels, from the general to the particular ("Red on A1", "to B2").

        Each label has at most 100 characters. Moves that share a label share a menu. All labels together name the move
        in one line.
        """

    def prompt(self, view: Any, seat: Seat) -> Text:
        """Ask `seat` for its decision in one sentence."""

    def warnings(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Point out what the player may have overlooked before confirming this move."""

    def status(self, view: Any) -> Text:
        """Summarise whose turn it is, the last move and the scores in at most 700 characters, for the alt text."""

    def position(self, view: Any, seat: Seat | None) -> tuple[Text, ...]:
        """Describe the complete position line by line, for playing without the picture."""

    def refusal(self, error: GameError) -> Text:
        """Explain a refusal by naming the rule."""

    def rules(self) -> Sequence[RulesPage]: ...


class SignWords(Protocol):
    """The additional function of a game's words whose moves have signs."""

    def signs(self, view: Any, seat: Seat, move: Any) -> tuple[str, ...]:
        """Name a sign of `draw_signs` for each label of `menu`; "" for none. Further labels have the last sign."""


class RulesPage(Struct, frozen=True):
    """One page of `/rules`: a title, paragraphs, and optionally a position as its picture."""

    title: Text
    paragraphs: tuple[Text, ...]
    position: str = ""
    """In the game's own notation, for `Game.read`."""
