"""The texts of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.candidates import Candidate
from games.coaching import SeenPly
from games.core import GameError, Seat
from games.feats import Feats
from games.lesson import Lesson
from games.text import Text


class RulesPage(Struct, frozen=True):
    """One page of `/rules`: a title, paragraphs, and optionally a position as its picture."""

    title: Text
    paragraphs: tuple[Text, ...]
    position: str = ""
    """In the game's own notation, for `Game.read`."""


class Words(ABC):
    """The texts of a game, as pure functions that are given views, never states.

    They are written as functions of a module `games/<name>/words.py`, or of the modules of a folder `words/`, under the
    names below and without `self`; see `games.parts`.
    """

    TITLE: Text
    """The game's name."""
    NEUTRAL_TITLE: Text | None = None
    """Another name, for operators who avoid the first one, because it belongs to a publisher."""
    PITCH: Text
    """A description of the game in one line, for lobby and help."""

    @abstractmethod
    def command_texts(self) -> Mapping[str, Text]:
        """Describe the game's own slash options by name, each in at most 100 characters in every language."""

    @abstractmethod
    def option_name(self, option: str) -> Text: ...

    @abstractmethod
    def option_value(self, option: str, value: Any) -> Text: ...

    @abstractmethod
    def preset(self, preset: str) -> Text: ...

    @abstractmethod
    def event(self, view: Any, event: Any) -> Text | None:
        """Describe an event in one sentence; None if the picture says enough."""

    @abstractmethod
    def menu(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Name a move by a path of labels, from the general to the particular ("Red on A1", "to B2").

        Each label has at most 100 characters. Moves that share a label share a menu. All labels together name the move
        in one line.
        """

    @abstractmethod
    def prompt(self, view: Any, seat: Seat) -> Text:
        """Ask `seat` for its decision in one sentence."""

    @abstractmethod
    def warnings(self, view: Any, seat: Seat, move: Any) -> tuple[Text, ...]:
        """Point out what the player may have overlooked before confirming this move."""

    @abstractmethod
    def status(self, view: Any) -> Text:
        """Summarise whose turn it is, the last move and the scores in at most 700 characters, for the alt text."""

    @abstractmethod
    def position(self, view: Any, seat: Seat | None) -> tuple[Text, ...]:
        """Describe the complete position line by line, for playing without the picture."""

    @abstractmethod
    def refusal(self, error: GameError) -> Text:
        """Explain a refusal by naming the rule."""

    @abstractmethod
    def rules(self) -> Sequence[RulesPage]: ...

    def name(self, view: Any, seat: Seat, move: Any) -> Sequence[Text]:
        """Name a move by labels that are clear without its menu and its question."""
        return self.menu(view, seat, move)

    def signs(self, view: Any, seat: Seat, move: Any) -> tuple[str, ...]:
        """Name a sign of `draw_signs` for each label of `menu`; "" for none. Further labels have the last sign."""
        return ()

    def candidate(self, view: Any, seat: Seat, candidate: Candidate) -> tuple[Text, ...]:
        """Name a turn of `Game.candidates` by two labels, short and full, or a small change to a turn by one."""
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
