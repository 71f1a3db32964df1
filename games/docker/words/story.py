"""The story of a match of Docker: a roll and its move in one line, narrow escapes, and who is in danger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.core import Seat
from games.docker.events import Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.moves import DICE
from games.docker.play import count_reserve, list_dangers, list_deadly_rolls
from games.docker.state import SQUARES, State
from games.docker.words.events import describe_target, event
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Colour, Join, N, Player, T, Text, join_sentences

_NARROW: Final = 2
"""Deadly rolls from which on a safe one is an escape."""
_HIGH: Final = 5
"""Cubes of a stack that is worth a shout."""
_PATIENT: Final = 3
"""Failed rolls that are worth a shout even if there is more than one cube in reserve."""


def story(plies: Sequence[Told]) -> Story:
    """Tell each turn in one line, beginning with its roll."""
    lines: list[Line] = []
    rolled: Rolled | None = None
    for ply in plies:
        for each in ply.events:
            match each:
                case Rolled():
                    rolled = each
                    continue
                case Moved(seat) if rolled is not None and rolled.seat == seat:
                    lines.append(Line(_describe_turn(ply.view, rolled.value, each)))
                case Eliminated() | Won() | Drawn():
                    lines.append(Line(told := event(ply.view, each), told))
                case _:
                    lines.append(Line(event(ply.view, each)))
            rolled = None
    if rolled is not None:
        lines.append(Line(event(plies[-1].view, rolled)))
    shouts = [shout for ply in plies for shout in _list_shouts(ply)]
    out = tuple(Player(each.seat) for ply in plies for each in ply.events if isinstance(each, Eliminated))
    if len(out) > 1 and not plies[-1].view.over:  # the end of a match has a ranking
        shouts.append((95, T("{players} are out!", players=Join(out))))
    return Story(tuple(lines), choose_loudest(shouts))


def _describe_turn(view: State, die: int, moved: Moved) -> Text:
    """Tell a roll and the move made with it."""
    what: dict[str, Arg] = {
        "player": Player(moved.seat),
        "die": die,
        "cube": Colour(moved.colour),
        "place": describe_target(view, moved.target),
    }
    if moved.source is None:
        return T("{player} rolls {die}: {cube} comes in on {place}.", **what)
    return T("{player} rolls {die}: {cube} {source}→{place}.", source=SQUARES[moved.source], **what)


def _list_shouts(ply: Told) -> Iterator[tuple[int, Text]]:
    view: State = ply.view
    for each in ply.events:
        match each:
            case Eliminated(seat, die):
                deadly = list_deadly_rolls(view, seat)
                if len(deadly) == len(DICE):
                    yield 90, T("No roll could save {player}!", player=Player(seat))
                else:
                    what: dict[str, Any] = {"player": Player(seat), "die": die}
                    yield (
                        90,
                        N(
                            "A {die} throws {player} out, the one deadly roll!",
                            "A {die} throws {player} out: {count} of the six rolls were deadly!",
                            len(deadly),
                            **what,
                        ),
                    )
            case Rolled(seat, die) if seat not in view.out:
                deadly = list_deadly_rolls(view, seat)
                if len(deadly) >= _NARROW:
                    told = N(
                        "{player} rolls {die} and stays, though {count} of the six rolls was deadly!",
                        "{player} rolls {die} and stays, though {count} of the six rolls were deadly!",
                        len(deadly),
                        player=Player(seat),
                        die=die,
                    )
                    yield 40 + len(deadly), told
            case FailedRoll(seat, values) if len(values) >= _PATIENT or count_reserve(view, seat) == 1:
                yield 30, T("The reserve saves {player}!", player=Player(seat))
            case Moved(seat, _, _, target) if len(view.squares[target]) >= _HIGH:
                height, square = len(view.squares[target]), SQUARES[target]
                yield 20, T("{player} tops a tower of {height} on {square}!", player=Player(seat), height=height,
                            square=square)  # fmt: skip


def standing(view: State) -> Text | None:
    """Say who is still in, once somebody is out, and which rolls would put whom out, as the board stands."""
    if view.over:
        return None
    left = tuple(Player(seat) for seat in range(view.players) if seat not in view.out)
    dangers = tuple(_describe_danger(seat, deadly) for seat, deadly in list_dangers(view))
    told = [T("Still in: {players}.", players=Join(left))] if view.out else []
    told += [T("As it stands: {dangers}.", dangers=Join(dangers))] if dangers else []
    return join_sentences(*told) if told else None


def _describe_danger(seat: Seat, deadly: Sequence[int]) -> Text:
    if len(deadly) == len(DICE):
        return T("{player} falls on any roll", player=Player(seat))
    return T("{player} falls on {rolls}", player=Player(seat), rolls=name_rolls(deadly))


def name_rolls(rolls: Sequence[int]) -> Arg:
    """List alternative rolls: "1, 2 or 5"."""
    if len(rolls) == 1:
        return rolls[0]
    return T("{some} or {last}", some=", ".join(map(str, rolls[:-1])), last=rolls[-1])
