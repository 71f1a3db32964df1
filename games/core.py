"""The contract between a game and the rest of the project.

A game is a set of pure functions over a frozen state. It knows no Discord, no pictures, no database and no clock, and
it draws chance only from the `Rng` it is given. `apply` is its only transition; replay, undo, preview, fuzzing and
search are derived from it.

Vocabulary: a *seat* is a place at the table (0, 1, …). A *ply* is one decision of one seat; it is represented by a
*move*, which has a *code*. A *turn* is the plies a seat makes before another seat is to act. A *view* is a state in
which everything a seat may not know is replaced by `HIDDEN`. A *record* is a match as text.

A game consists of rules (`Game`), words (`games.wording.Words`) and pictures (`rendering.Renderer`). Each of the three
names what every game must have, and gives a default to everything else. Nothing else is looked for. The optional parts:

Rules (`Game`)

* `presets`: named sets of options.
* `cards`, `draw_unseen`: the cards, or dice, of a game whose secrets are marked in its state (`Known`).
* `view`, `reshuffle`, `has_private_knowledge`, `has_private_hands`: secrets that the marks cannot say.
* `may_revise`: simultaneous choices that may be changed until everybody has chosen.
* `continues_turn`, `needs_confirmation`: turns of several plies, and plies that need no preview.
* `partner`, `colours`: teams, and the colours of seats.
* `notate`, `read`: a notation of positions that is nicer than the fields of the state as JSON.
* `check`: what a position must be, for positions that are read (`require`).
* `choose`, `choose_easy`, `choose_strong`, `levels`: computer players; by default they move at random.
* `explain_refusal`: the rule that forbids a move.
* `list_wishes`: the moves of which players may ask *Why not …?* (`games.coaching`).
* `candidates`: whole turns, each offered as one choice (`games.candidates`).
* `editor`: corrections of a position that the host may propose (`games.editing`).
* `estimate_chances`, `playouts`: for the analysis of a match.
* `sketch_chances`: for its decisive turn.
* `may_be_decided`: where a daily puzzle may begin.
* `nature`: physics (`games.nature`).
* `slow`: rules that take long run in a thread.
* `version`, `earlier`: earlier versions of the rules, for matches that began with them.

Words (`Words`)

* `FEEL`: how long a turn takes, how deep the game is, and what is fun about it, in one line of the lobby.
* `NEUTRAL_TITLE`: another name of the game, for operators who avoid the publisher's.
* `STORY_ROOM`: how many lines a board may tell, for games whose pictures are high.
* `PRESETS`: the names of `Game.presets`.
* `REFUSALS`, `refusal`: the sentences for refusals, as a table, or written with the facts.
* `warnings`: what players may have overlooked before they confirm a move.
* `status`: an alt text that is shorter than the public position and the last events.
* `name`: labels of moves that are clear without a menu.
* `signs`: pictures for the buttons of moves (with `draw_signs`).
* `reason`: why a computer player would make a turn (`games.coaching`).
* `lesson`: a guided first match for `/learn` (`games.lesson`).
* `story`, `standing`: what a board tells first, and who leads (`games.story`).
* `feats`: what the records of players count (`games.feats`).
* `candidate`, `edit`: labels of what `Game.candidates` and `Game.editor` offer.

Pictures (`rendering.Renderer`)

* `draw_closeup`: one player's part of the board, large.
* `draw_clip`: recorded physics as a GIF.
* `draw_candidates`, `draw_gauged`: proposed turns, and the estimated chances of one.
* `draw_between`: the last move on its way, for films.
* `draw_signs`: the signs that `signs` names.

Beside these, the pictures may have a module of colours, a position for the lobby and questions for the gallery; see
`rendering`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar, cast, get_args, get_origin

import msgspec
from msgspec import Struct

from games.levels import LEVELS, Level
from games.marks import DEALT, PRIVATE, find_faults, list_fields, list_hidden, list_seen, read_marks, replace_hidden
from games.marks import HIDDEN as HIDDEN
from games.marks import Known as Known
from games.marks import Seat as Seat

if TYPE_CHECKING:
    from games.candidates import Candidates
    from games.nature import Nature
    from games.rng import Rng

NATURE: Final[Seat] = -1
"""The pseudo-seat whose moves physics computes; see `games.nature`."""

ENDLESS: Final = 2000
"""The ply limit of the option "no limit", for games that could otherwise go on for ever."""

_WORD: Final = re.compile(r'(?:"(?:\\.|[^"\\])*"|\S)+')
"""A word of a position in the default notation; a text in it may contain spaces."""

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


def require(holds: bool, text: str) -> None:
    """Raise BadNotation with this text, which quotes the offending part, unless a condition holds; for `Game.check`."""
    if not holds:
        raise BadNotation(text)


class Move(Protocol):
    """A decision. Equal moves have equal codes; among the legal moves of a seat each code is unique, short, stable."""

    @property
    def code(self) -> str: ...


class Choice(Struct, frozen=True):
    """A move whose code is the name of its class in lower case and the values of its fields: `doubt`, `play/17`."""

    @property
    def code(self) -> str:
        return "/".join(map(str, (type(self).__name__.lower(), *msgspec.structs.astuple(self))))


class Event(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A public fact about the last ply, kept for one ply: what it reveals to everybody must be in the state as well."""

    reveals: ClassVar[bool] = False
    """Whether the ply showed its seat something new: it is applied when confirmed, and undo stops there."""

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

    @classmethod
    def by_score(cls, scores: Sequence[int], *ties: Sequence[int]) -> Outcome:
        """Rank the seats by points, the more the better, and equal ones by each of `ties`; still equal ones share."""
        merits = list(zip(scores, *ties, strict=True))
        places = sorted(set(merits), reverse=True)
        ranking = tuple(tuple(seat for seat, merit in enumerate(merits) if merit == place) for place in places)
        return cls(ranking, tuple(scores))

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ranking[0]


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Struct)  # noqa: E741 - O for options, beside S and M


class Editor(ABC, Generic[S]):
    """Changes positions of a game; see `games.editing`. Stateless."""

    @abstractmethod
    def list_edits(self, view: S) -> Sequence[str]:
        """List the codes of the possible changes, in menu order, from the view of the public.

        Empty where nothing may be changed, such as in the middle of a turn. A code is unique and has at most 22
        characters, none of them a space, a comma or a full stop.
        """

    @abstractmethod
    def edit(self, state: S, code: str) -> S:
        """Make a listed change. It reads and changes only what the public knows."""

    @abstractmethod
    def go_on(self, state: S, rng: Rng) -> S:
        """Begin the turn of the seat that is next in the changed position. Raises IllegalMove if that is impossible."""


class Game(ABC, Generic[S, M, O]):
    """The rules of a game. Stateless: each folder of `games/` has one instance, `GAME`."""

    name: ClassVar[str]
    """Name of the folder, e.g. `dog_royal`; also the key in the store."""
    command: ClassVar[str]
    """Name of the slash command, e.g. `dog`."""
    seats: ClassVar[range]
    """Possible numbers of players."""
    version: ClassVar[int] = 1
    """Version of the rules: raise it whenever a stored match would continue differently under the new rules."""
    ply_limit: ClassVar[int]
    """Most plies of any match; choices that are made again (`may_revise`) do not count."""
    state_type: type[S]
    """The type of states; it and that of options are taken from `Game[State, Move, Options]`."""
    options_type: type[O]
    presets: Mapping[str, O] = {}
    """Named option sets, the default first."""
    marks: ClassVar[Mapping[str, Known]] = {}
    """The marks of the fields of the state, taken from `state_type`."""
    cards: Sequence[Any] | Mapping[str, Sequence[Any]] = ()
    """All cards of the game, those that are the same as often as there are of them; see `draw_unseen`. A game with
    several kinds, such as tiles and secret goals, gives those of each kind with the fields of the state between which
    they move: `{"bag hands laid": TILES, "goals opened": GOALS}`. Secret choices are a kind, too, of which there are as
    many of each value as seats: `{"hands deck": CARDS, "chosen": [*BIDS] * 4}`."""
    has_private_knowledge: ClassVar[bool] = False
    """Whether a seat may know something the public does not, such as the card it has chosen in secret. By default it
    may if a field of the state is `Known.OWN` or `Known.MEMORY`."""
    has_private_hands: ClassVar[bool] = False
    """Whether players hold hands that only they may look at. Implies private knowledge. By default they do if a field
    of the state is `Known.OWN`.

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
    editor: Editor[S] | None = None
    """Corrects positions; None: they cannot be changed."""
    list_wishes: Callable[[S, Seat], Sequence[M]] | None = None
    """List moves of the kind that a seat has to choose now, legal or not, in menu order, from its view. `Words.menu`
    can name each of them. Called only when the seat is to act. None: players cannot ask why a move is not legal."""
    estimate_chances: Callable[[S], tuple[float, ...]] | None = None
    """Estimate each seat's chance of winning from the view of the public, for the analysis of a match; None: playouts
    tell."""
    sketch_chances: Callable[[S], tuple[float, ...]] | None = None
    """Sketch each seat's chance of winning from the public view within a millisecond, to find the decisive turn of a
    match; None: the turn with the rarest events counts."""
    may_be_decided: Callable[[S], bool] | None = None
    """Tell whether the next move may decide the game, so that it makes a good puzzle; None: that depends on how much of
    the match has been played."""
    earlier: tuple[AnyGame, ...] = ()
    """The rules of earlier versions, which matches that began with them keep; see `games`."""

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):  # Game[State, Move, Options]
            if get_origin(base) is Game and len(types := get_args(base)) == 3:
                cls.state_type = vars(cls).get("state_type", types[0])
                cls.options_type = vars(cls).get("options_type", types[2])
        if "state_type" in vars(cls):
            cls.marks = read_marks(cast("type[Struct]", cls.state_type))
            found = {*cls.marks.values()}
            cls.has_private_knowledge = vars(cls).get("has_private_knowledge", not found.isdisjoint(PRIVATE))
            cls.has_private_hands = vars(cls).get("has_private_hands", Known.OWN in found)

    @abstractmethod
    def setup(self, seats: int, options: O, rng: Rng) -> S:
        """Create the first position, for one of `seats`. Raises BadOptions for options that do not suit."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """List the seats that are to decide, in ascending order; several do so simultaneously. `(NATURE,)`: physics.
        Empty: game over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """List the moves of `seat` in menu order; empty unless the seat is in `to_act` or `may_revise`."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, rng: Rng) -> S:
        """Apply a legal move and go on to the next decision. Never called with an illegal move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of a state or of a view, or None while the game goes on."""

    def notate(self, state: S) -> str:
        """Write the position as one line, in the notation that the game's package docstring describes.

        By default the line has a part `name=value` for each field of the state but the `events`. The value is JSON; a
        field that has its default is left out: `hands=[[5,17],[2,33]] table=[0,9] turn=1`.
        """
        parts = []
        for field in list_fields(cast("type[Struct]", self.state_type)):
            value = msgspec.structs.asdict(cast("Struct", state))[field.name]
            if field.name != "events" and value != field.default:
                parts.append(f"{field.name}={msgspec.json.encode(value).decode()}")
        return " ".join(parts)

    def read(self, text: str) -> S:
        """Read a line of `notate`; parts may be left out, as in the worked cases of the rules. Raises BadNotation, also
        for a position that `check` refuses."""
        parts: dict[str, Any] = {}
        try:
            for word in _WORD.findall(text):
                name, _, value = word.partition("=")
                if name in parts or name == "events":
                    raise BadNotation(f"{word[:80]!r}: a part of that name cannot be here")
                parts[name] = msgspec.json.decode(value)
            state = msgspec.convert(parts, self.state_type)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            raise BadNotation(f"{text[:80]!r}: {error}") from error
        self.check(state)
        return state

    def check(self, state: S) -> None:
        """Refuse an impossible position: with more pieces than there are, or a seat that is not. Raises BadNotation.

        One that passes can be viewed, described, drawn and played. `events` are not checked.

        By default it refuses what the types and marks of the fields and `cards` exclude: other numbers of seats, a
        `Seat` that is not (unless it is the default of its field), `HIDDEN` where everybody knows a field, hands that
        are not in ascending order, unknown cards, and more cards than there are. A game adds what its rules exclude:
        it calls `super().check(state)` first.
        """
        for fault in find_faults(state, self.marks, self.seats, self._decks):
            raise BadNotation(fault)

    def may_revise(self, state: S) -> tuple[Seat, ...]:
        """List the seats that have made a simultaneous choice and may still change it."""
        return ()

    def view(self, state: S, seat: Seat | None) -> S:
        """Replace everything `seat` (None: the public) may not know by `HIDDEN`. Idempotent; same type, same events.

        By default it hides what the fields of the state say (`Known`).
        """
        return cast("S", replace_hidden(state, self.marks, seat, repeat(HIDDEN)))

    def reshuffle(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Replace everything `seat` (None: the public) cannot know by another possibility.

        The result is a full state that can be played, and agrees with what the seat can deduce from its view. It
        depends on the view and `rng` alone: list what the seat does not see in a fixed order, and shuffle that. The
        laws of `tests/laws` call this with states, too, to test `view`, so it must not call `view`.

        By default what the fields of the state hide is drawn anew (`Known`, `draw_unseen`), hands in ascending order.
        """
        places = list_hidden(state, self.marks, seat)
        drawn = iter(self.draw_unseen(state, seat, places, rng))
        return cast("S", replace_hidden(state, self.marks, seat, drawn))

    def draw_unseen(self, state: S, seat: Seat | None, places: Sequence[str], rng: Rng) -> Sequence[Any]:
        """Draw the things that `reshuffle` puts into the hidden places, of which `places` names the fields. `state`:
        only what `seat` sees of it is used.

        By default they are those of `cards` that the seat does not see in the marked fields.
        """
        unseen: dict[str, list[Any]] = {}
        for name in dict.fromkeys(places):
            first, *others = (other for other, deck in self._decks.items() if deck == self._decks[name])
            if first not in unseen:
                seen = [thing for each in (first, *others) for thing in list_seen(state, self.marks, seat, each)]
                unseen[first] = [*reversed(rng.shuffle([*(Counter(self._decks[name]) - Counter(seen)).elements()]))]
            unseen[name] = unseen[first]
        return [unseen[name].pop() for name in places]

    @cached_property
    def _decks(self) -> Mapping[str, tuple[Any, ...]]:
        """The cards of each field of the state that holds some."""
        if isinstance(self.cards, Mapping):
            return {name: tuple(cards) for names, cards in self.cards.items() for name in names.split()}
        return {name: tuple(self.cards) for name, mark in self.marks.items() if self.cards and mark in DEALT}

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
        """Find the legal move with this code. Raises the IllegalMove of `explain_refusal`."""
        if seat == NATURE and self.nature is not None:
            return self.nature.read_move(state, code)
        for move in self.legal_moves(state, seat):
            if move.code == code:
                return move
        raise self.explain_refusal(state, seat, code)

    def explain_refusal(self, state: S, seat: Seat, code: str) -> IllegalMove:
        """Find the rule that makes `code` illegal for a seat, whose turn it may not be. `Words.refusal` says it."""
        return IllegalMove(code)


AnyGame = Game[Any, Any, Any]
