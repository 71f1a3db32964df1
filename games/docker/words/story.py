"""The story of a match of Docker: a roll and its move in one line, narrow escapes, and who is in danger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.core import Seat
from games.docker.events import Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.moves import DICE, assign_colours, list_letters
from games.docker.play import count_reserve, find_next, list_dangers, list_deadly_rolls, list_sure_rolls
from games.docker.state import SQUARES, State
from games.docker.words.events import describe_target, event
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Colour, Join, N, Player, T, Text, hide_names, join_sentences

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
    falls = [each.seat for ply in plies for each in ply.events if isinstance(each, Eliminated)]
    for ply in plies:
        for each in ply.events:
            match each:
                case Rolled():
                    rolled = each
                    continue
                case Moved(seat) if rolled is not None and rolled.seat == seat:
                    lines.append(Line(_describe_turn(ply.view, rolled.value, each)))
                case Eliminated(seat, die):
                    if lines and lines[-1].brief is None:  # the move that left no way out
                        lines[-1] = Line(lines[-1].text, lines[-1].text)
                    brief = T("{player} is out on a {die}.", player=Player(seat), die=die)
                    lines.append(Line(event(ply.view, each), brief))
                    if later := falls[falls.index(seat) + 1 :]:
                        out = [other for other in ply.view.out if other not in later]
                        lines.append(Line(told := _count_left(ply.view, out), told))
                case Won() if lines:  # not told briefly, because who has won stands above the story
                    lines[-1] = Line(join_sentences(lines[-1].text, event(ply.view, each)), lines[-1].brief)
                case Won() | Drawn():
                    lines.append(Line(told := event(ply.view, each), told))
                case _:
                    lines.append(Line(event(ply.view, each)))
            rolled = None
    if rolled is not None:
        lines.append(Line(event(plies[-1].view, rolled)))
    shouts = [shout for ply in plies for shout in _list_shouts(ply)]
    if len(falls) > 1 and not plies[-1].view.over:  # the end of a match has a ranking
        shouts.append((95, T("{players} are out!", players=Join(tuple(map(Player, falls))))))
    return Story(tuple(lines), choose_loudest(shouts))


def _describe_turn(view: State, die: int, moved: Moved) -> Text:
    """Tell a roll and the move made with it. The cube is named where its player has two colours."""
    what: dict[str, Arg] = {"player": Player(moved.seat), "die": die, "place": describe_target(view, moved.target)}
    if moved.source is not None:
        what["source"] = SQUARES[moved.source]
    if len(list_letters(view, moved.seat)) > 1:
        what["cube"] = Colour(moved.colour)
        if moved.source is None:
            return T("{player} rolls {die}: {cube} comes in on {place}.", **what)
        return T("{player} rolls {die}: {cube} {source}→{place}.", **what)
    if moved.source is None:
        return T("{player} rolls {die}: comes in on {place}.", **what)
    return T("{player} rolls {die}: {source}→{place}.", **what)


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
    """Say who is still in and how many cubes each can move, the most first, and which rolls would put whom out. Players
    are named by their colours."""
    if view.over:
        return None
    return hide_names(join_sentences(_count_left(view, view.out), *_describe_dangers(view)), _list_colours(view))


def _list_colours(view: State) -> list[int]:
    """List the colour that stands for each seat."""
    return [each[0] for each in assign_colours(view.players, view.options.pieces2)]


def _count_left(view: State, out: Sequence[Seat]) -> Text:
    """Count the free cubes of each player who is still in, the most first. `out`: those who are not."""
    free = sorted((-_count_free(view, seat), seat) for seat in range(view.players) if seat not in out)
    left = Join(tuple(T("{player} {count}", player=Player(seat), count=-count) for count, seat in free))
    told = T("Still in (free cubes): {players}.", players=left) if out else T("Free cubes: {players}.", players=left)
    return hide_names(told, _list_colours(view))


def _count_free(view: State, seat: Seat) -> int:
    """Count the cubes of a seat that no other one covers, with those in reserve."""
    on_top = "".join(stack[-1:] for stack in view.squares)
    return sum(map(on_top.count, list_letters(view, seat))) + count_reserve(view, seat)


def _describe_dangers(view: State) -> Iterator[Text]:
    """Say which rolls put the next player out whatever move comes before, and which ones would put out whom unless a
    move changes it."""
    dangers = list_dangers(view)
    if not dangers:
        return
    following, sure = find_next(view, view.to_move), list_sure_rolls(view)
    if sure:
        danger = _describe_danger(following, sure)
        yield T("Whatever {mover} does, {danger}.", mover=Player(view.to_move), danger=danger)
    told: list[Arg] = []
    for seat, deadly in dangers:
        rolls = [die for die in deadly if seat != following or die not in sure]
        if rolls == deadly:
            told.append(_describe_danger(seat, deadly))
        elif rolls:
            told.append(T("{player} also falls on {rolls}", player=Player(seat), rolls=name_rolls(rolls)))
    if told:
        yield T("Unless a move changes it, {dangers}.", dangers=Join(tuple(told)))


def _describe_danger(seat: Seat, deadly: Sequence[int]) -> Text:
    if len(deadly) == len(DICE):
        return T("{player} falls on any roll", player=Player(seat))
    return T("{player} falls on {rolls}", player=Player(seat), rolls=name_rolls(deadly))


def name_rolls(rolls: Sequence[int]) -> Arg:
    """List alternative rolls: "1, 2 or 5"."""
    if len(rolls) == 1:
        return rolls[0]
    return T("{some} or {last}", some=", ".join(map(str, rolls[:-1])), last=rolls[-1])
