"""The texts of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from games.candidates import Candidate
from games.coaching import SeenPly
from games.core import NATURE, AnyGame, GameError, Seat
from games.feats import Feats
from games.lesson import Lesson
from games.story import Line, Story, Told, tell_each
from games.text import Join, N, Player, T, Text, estimate_length, join_sentences

_STATUS_ROOM: Final = 500
"""Characters of an English status; other languages need up to 700 for it."""

_YES_NO: Final = MappingProxyType({True: T("yes"), False: T("no")})


def tell_turn(game: AnyGame, view: Any) -> Text:
    """Say who is to play, or who has won: a first line of `Words.position`."""
    if (ended := game.outcome(view)) is not None:
        return T("The game is over. Winner: {players}.", players=Join(tuple(map(Player, ended.winners))))
    acting = tuple(Player(seat) for seat in game.to_act(view) if seat != NATURE)
    return N("{players} is to play.", "{players} are to play.", len(acting), players=Join(acting))


def tell_points(points: Sequence[int]) -> tuple[Text, ...]:
    """Tell the points of each seat, line by line."""
    return tuple(
        N("{player} has {count} point.", "{player} has {count} points.", count, player=Player(seat))
        for seat, count in enumerate(points)
    )


class RulesPage(Struct, frozen=True):
    """One page of `/rules`: a title, paragraphs, and optionally a position as its picture."""

    title: Text
    paragraphs: tuple[Text, ...]
    position: str = ""
    """In the game's own notation, for `Game.read`."""


class Label(NamedTuple):
    """The words of an option, beside its type: `Annotated[bool, Label(T("Ones"), T("Whether ones are wild"))]`.

    `name`: for the lobby. `about`: for the host who sets it.
    `values`: the name of each value, by default *yes* and *no*.
    `counted`: the name of all other numbers, `N("{count} card", "{count} cards", 0)`.

    Each text has at most 100 characters in every language.
    """

    name: Text
    about: Text
    values: Mapping[Any, Text] = MappingProxyType({})
    counted: Text | None = None


class Words(ABC):
    """The texts of a game, as pure functions that are given views, never states.

    They are written as functions of a module `games/<name>/words.py`, or of the modules of a folder `words/`, under the
    names below and without `self`; see `games.parts`.
    """

    _game: AnyGame
    TITLE: Text
    """The game's name."""
    NEUTRAL_TITLE: Text | None = None
    """Another name, for operators who avoid the first one, because it belongs to a publisher."""
    PITCH: Text
    """A description of the game for lobby, help and the command, with at most 100 characters in every language."""
    FEEL: Text | None = None
    """How long a turn takes, how deep the game is, and what is fun about it: three parts joined by " · ", with at most
    110 characters in every language."""

    STORY_ROOM: int = 8
    """Lines on a phone for the story under the picture of a board; fewer if the picture is high."""

    PRESETS: Mapping[str, Text] = {}
    """The names of `Game.presets`."""
    REFUSALS: Mapping[str, Text] = {}
    """A sentence for each reason of a refusal that needs no facts. `not_legal`: for those without a sentence."""

    @abstractmethod
    def event(self, view: Any, event: Any) -> Text | None:
        """Describe an event in one sentence; None if the picture says enough."""

    def story(self, plies: Sequence[Told]) -> Story:
        """Tell plies as their table would: what belongs together in one line, and the best moment as a shout.

        By default every event has its own line, none matters more than another, and nobody shouts.
        """
        return Story(tuple(map(Line, tell_each(plies, self.event))))

    def standing(self, view: Any) -> Text | None:
        """Say who leads and by how much, or who is in danger, in one line; None if there is nothing to say."""
        return None

    @abstractmethod
    def menu(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Name a move by a path of labels, from the general to the particular ("Red on A1", "to B2").

        Each label has at most 100 characters. Moves that share a label share a menu. Up to five moves become buttons
        whatever they are called; up to twenty do if no label has more than 14 characters. Where a phone has no room for
        the buttons, they become a menu. All labels together name the move in one line: those after the first go on in
        lower case ("Red on A1 to B2"), or begin with "· ". A label that ends in ":" or "…" only groups moves, and is
        not part of their names.
        """

    @abstractmethod
    def prompt(self, view: Any, seat: Seat) -> Text:
        """Ask `seat` for its decision in one sentence."""

    def warnings(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Point out what the player may have overlooked before confirming this move."""
        return ()

    def status(self, view: Any) -> Text:
        """Summarise whose turn it is, the last move and the scores in at most 700 characters, for the alt text; by
        default in the lines of the public position, the last events after the first line. Lines that would make it too
        long are left out.
        """
        first, *others = self.position(view, None)
        told, room = [first], _STATUS_ROOM - estimate_length(first)
        for each in (*(self.event(view, event) for event in view.events), *others):
            if each is not None and (needed := estimate_length(each) + 1) <= room:
                told.append(each)
                room -= needed
        return join_sentences(*told)

    @abstractmethod
    def position(self, view: Any, seat: Seat | None) -> tuple[Text, ...]:
        """Describe the complete position line by line, for playing without the picture."""

    def refusal(self, error: GameError) -> Text:
        """Explain a refusal by naming the rule."""
        if (known := self.REFUSALS.get(error.reason)) is not None:
            return known
        match error.reason:
            case "seats":
                least, most = self._game.seats[0], self._game.seats[-1]
                return T("{game} is for {least} to {most} players.", game=self.TITLE, least=least, most=most)
            case "turn_is_complete":
                return T("Your turn is complete. Confirm it, or undo the last step.")
            case "not_before_confirming":
                return T("Confirm first: the next step reveals something new.")
        return self.REFUSALS.get("not_legal") or T("That is not possible now. Choose from the menu.")

    @abstractmethod
    def rules(self) -> Sequence[RulesPage]: ...

    def name(self, view: Any, seat: Seat, move: Any) -> Sequence[Text]:
        """Name a move by labels that are clear without its menu and its question."""
        return self.menu(view, seat, move)

    def signs(self, view: Any, seat: Seat, move: Any) -> tuple[str, ...]:
        """Name a sign of `draw_signs` for each label of `menu`; "" for none. Further labels have the last sign."""
        return ()

    def candidate(self, view: Any, seat: Seat, candidate: Candidate) -> tuple[Text, ...]:
        """Name a turn of `Game.candidates`, and head the list of those with the same chance; name a small change to a
        turn by one label.
        """
        raise NotImplementedError

    def edit(self, code: str) -> tuple[Text, ...]:
        """Name a change of `Game.editor` by a path of labels, as `menu` names a move."""
        raise NotImplementedError

    def reason(self, plies: Sequence[SeenPly], seat: Seat) -> Text | None:
        """Give the main reason for a turn in one sentence that follows from the views alone; None: there is none.

        `plies`: the plies of the turn, at least one. The sentence names facts of the position, and promises nothing
        that depends on chance or on other players.
        """
        return None

    def lesson(self) -> Lesson | None:
        """Return the guided first match, if the game has one."""
        return None

    def feats(self) -> Feats | None:
        """Return what the game counts for the records of its players, if anything."""
        return None

    def option_about(self, option: str) -> Text:
        """Describe an option in a sentence. Raises KeyError."""
        return self._labels[option].about

    def option_name(self, option: str) -> Text:
        """Name an option for the lobby. Raises KeyError."""
        return self._labels[option].name

    def option_value(self, option: str, value: Any) -> Text:
        """Name a value of an option. Raises KeyError."""
        label = self._labels[option]
        if label.counted is not None and value not in label.values:
            return replace(label.counted, count=value)
        return (label.values or _YES_NO)[value]

    @cached_property
    def _labels(self) -> Mapping[str, Label]:
        """The label of each option of the game. Raises TypeError if one has none."""
        found = {}
        for field in fields(self._game.options_type):
            label = next((each for each in get_args(field.type) if isinstance(each, Label)), None)
            if label is None:
                raise TypeError(f"the option {field.name} of {self._game.name} has no Label")
            found[field.name] = label
        return found
