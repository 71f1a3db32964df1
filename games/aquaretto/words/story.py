"""The story of a match of Aquaretto: a truck with all that came of it in one line, offspring as a shout, the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from games.aquaretto import events as e
from games.aquaretto.play import outcome
from games.aquaretto.state import State
from games.aquaretto.words.events import event
from games.aquaretto.words.menus import write_signed
from games.aquaretto.words.names import ANIMAL, job_name, score_list, tile_name
from games.aquaretto.zoo.geometry import LARGE
from games.aquaretto.zoo.layout import lines as count_points
from games.core import Seat
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Join, N, Player, T, Text, join_sentences

_FULL = 3
"""Tiles of a truck that is worth a shout."""
_CLOSE = 2
"""The most points between the first two of a match that was close."""
_CROWD = 6
"""Animals of a basin whose coin is worth a shout; the one for three is an everyday matter."""


class _Deed:
    """A truck that was taken, or an animal that was moved or bought, and what has come of it so far."""

    def __init__(self, ply: Told, done: e.Took | e.Moved | e.Bought) -> None:
        self.seat, self._done = done.seat, done
        self._dumped = 0
        self._points = _count_before(ply, done), _count_all(ply.view)[done.seat]
        coins = done.coins if isinstance(done, e.Took) else 0
        self._waiting = list(done.tiles) if isinstance(done, e.Took) else []
        self._full: list[Arg] = [N("one coin", "{count} coins", coins)] if coins else []
        self._brief = list(self._full)

    def add(self, view: State, each: object) -> bool:
        """Add an event of the same seat. Returns whether it belongs to the deed."""
        match each:
            case e.Placed(_, tile, cell):
                self._arrive(tile, T("{tile} on {cell}", tile=tile_name(tile), cell=cell), tile_name(tile))
            case e.Depot(_, tile):
                self._dumped += 1
                told = T("{tile} in the depot", tile=tile_name(tile))
                self._arrive(tile, told, told)
            case e.Born():
                pass  # told where the offspring is placed
            case e.CoinBonus(_, animal, size):
                self._full.append(T("a coin for {size} × {animal}", size=size, animal=ANIMAL[animal]))
            case e.CoworkerGained(_, animal, size):
                self._full.append(T("a coworker for {size} × {animal}", size=size, animal=ANIMAL[animal]))
            case e.Hired(_, job, cell):
                self._full.append(T("new {job}", job=job_name(f"{job}@{cell}" if cell else job)))
                self._brief.append(T("new {job}", job=job_name(job)))
            case _:
                return False
        self._points = self._points[0], _count_all(view)[self.seat]
        return True

    def _arrive(self, tile: str, full: Text, brief: Text) -> None:
        if tile in self._waiting:
            self._waiting.remove(tile)
        self._full.append(full)
        self._brief.append(brief)

    def tell(self) -> Line:
        """Tell the deed, where its animals went, and what it earned; in brief without cells and the coins of basins."""
        return Line(self._describe(self._full), self._describe(self._brief, is_brief=True))

    def _describe(self, gains: Sequence[Arg], *, is_brief: bool = False) -> Text:
        gained = Join((*gains, *map(tile_name, self._waiting)))
        before, after = self._points
        points = None if before is None else write_signed(after - before)
        if isinstance(self._done, e.Took):
            what: dict[str, Arg] = {"player": Player(self.seat), "truck": self._done.truck + 1, "load": gained}
            if points is None:
                return T("{player} takes truck {truck}: {load}.", **what)
            return T("{player} takes truck {truck}: {load} ({points}).", points=points, **what)
        done = _describe_purchase(self._done, is_brief=is_brief)
        told = T("{deed}, and gets {gains}", deed=done, gains=gained) if gained.items else done
        return T("{deed}.", deed=told) if points is None else T("{deed} ({points}).", deed=told, points=points)

    def list_shouts(self) -> Iterator[tuple[int, Text]]:
        """Shout at animals without a space, or at a full truck whose load all fits."""
        if not isinstance(self._done, e.Took):
            return
        player = Player(self.seat)
        if self._dumped > 1:
            told = N(
                "No room: {count} animal of {player} goes to the depot!",
                "No room: {count} animals of {player} go to the depot!",
                self._dumped,
                player=player,
            )
            yield 45, told
        elif not self._dumped and len(self._done.tiles) + self._done.coins >= _FULL:
            yield 20, T("{player} takes a full truck!", player=player)


def _count_before(ply: Told, done: e.Took | e.Moved | e.Bought) -> int | None:
    """Count the points of a player before a deed; None where that is not known."""
    if ply.before is not None:
        return _count_all(ply.before)[done.seat]
    if isinstance(done, e.Took) and done in ply.events[-1:]:  # its animals are not placed yet
        return _count_all(ply.view)[done.seat]
    return None


def _describe_purchase(done: e.Moved | e.Bought, *, is_brief: bool) -> Text:
    """Describe what a player pays for, without a full stop."""
    player, tile = Player(done.seat), tile_name(done.tile)
    if isinstance(done, e.Moved):
        return T("{player} pays to move {tile} from the depot to {cell}", player=player, tile=tile, cell=done.cell)
    what: dict[str, Arg] = {"player": player, "tile": tile, "seller": Player(done.seller)}
    if is_brief:
        return T("{player} buys {tile} from {seller}", **what)
    return T("{player} buys {tile} from {seller} and puts it on {cell}", cell=done.cell, **what)


class _Draws:
    """Tiles that a player has drawn one after the other, each with its truck."""

    def __init__(self, first: e.Loaded) -> None:
        self.seat = first.seat
        self._loaded = [first]

    def add(self, each: e.Loaded) -> None:
        self._loaded.append(each)

    def tell(self) -> Line:
        """Tell the tiles, and onto which truck each went."""
        told = (T("{tile} for truck {truck}", tile=tile_name(each.tile), truck=each.truck + 1) for each in self._loaded)
        return Line(T("{player} draws {tiles}.", player=Player(self.seat), tiles=Join(tuple(told))))


def story(plies: Sequence[Told]) -> Story:
    """Tell tiles with their trucks, and a truck or a purchase with all that came of it, in one line each."""
    told: list[Line | _Deed | _Draws] = []
    late: list[Line] = []  # that the last round has begun, which follows the turn that begins it
    drew: e.Drew | None = None
    for ply in plies:
        for each in ply.events:
            deed = told[-1] if told and isinstance(told[-1], _Deed) else None
            if deed is not None and getattr(each, "seat", None) == deed.seat and deed.add(ply.view, each):
                continue
            if isinstance(each, e.Drew):
                drew = each
                continue
            if isinstance(each, e.Loaded) and drew is not None and drew.seat == each.seat:
                if told and isinstance(told[-1], _Draws) and told[-1].seat == each.seat:
                    told[-1].add(each)
                else:
                    told.append(_Draws(each))
            elif isinstance(each, e.Took | e.Moved | e.Bought):
                told.append(_Deed(ply, each))
            elif (text := event(ply.view, each)) is not None:
                line = Line(text, _shorten(ply.view, each, plies[-1].view))
                if isinstance(each, e.LastRound):
                    late.append(line)
                    continue
                told.append(line)
            drew = None
            told += late
            late.clear()
    if drew is not None and (text := event(plies[-1].view, drew)) is not None:
        told.append(Line(text))
    told += late
    lines = tuple(each if isinstance(each, Line) else each.tell() for each in told)
    shouts = [shout for ply in plies for shout in _list_shouts(ply)]
    shouts += [shout for each in told if isinstance(each, _Deed) for shout in each.list_shouts()]
    return Story(lines, choose_loudest([*_list_new_leader(plies), *shouts, *_list_close_end(plies)]))


def _shorten(view: State, each: e.AnyEvent, now: State) -> Text | None:
    """Describe an event that matters in few words, the end of a round with the points if they are others `now`."""
    match each:
        case e.Drew() | e.Loaded():
            return None
        case e.Expanded(seat, board):
            player = Player(seat)
            if board.startswith(LARGE):
                return T("{player} builds a large expansion.", player=player)
            return T("{player} builds a small expansion.", player=player)
        case e.RoundEnded():
            told, points = event(view, structs.replace(each, boxed=())), standing(view)
            is_old = points is not None and _count_all(view) != _count_all(now)
            return join_sentences(told, points) if told and points and is_old else told
    return event(view, each)


def _list_new_leader(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at the player who leads alone now and did not lead before, or after the first ply if nothing is known
    about the position before it."""
    if not plies or plies[-1].view.over:
        return
    led, leads = _list_leaders(plies[0].before or plies[0].view), _list_leaders(plies[-1].view)
    if len(leads) == 1 and leads[0] not in led:
        yield 58, T("{player} takes the lead!", player=Player(leads[0]))


def _list_close_end(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at a match that was won by a hair, or by coins."""
    ended = outcome(plies[-1].view) if plies else None
    if ended is None or ended.scores is None or len(ended.winners) > 1:
        return
    winner, (*_, second, first) = Player(ended.winners[0]), sorted(ended.scores)
    if first == second:
        yield 90, T("A tie in points, and {player} wins by coins!", player=winner)
    elif first - second <= _CLOSE:
        told = N("{player} wins by {count} point!", "{player} wins by {count} points!", first - second, player=winner)
        yield 90, told


def _list_leaders(view: State) -> list[Seat]:
    points = _count_all(view)
    return [seat for seat, each in enumerate(points) if each == max(points)]


def _count_all(view: State) -> tuple[int, ...]:
    return tuple(count_points(zoo).total for zoo in view.zoos)


def _list_shouts(ply: Told) -> Iterator[tuple[int, Text]]:
    for each in ply.events:
        match each:
            case e.LastRound():
                yield 80, T("The last round has begun!")
            case e.Born(seat, animal):
                yield 60, T("Offspring for {player}: {animal}!", player=Player(seat), animal=ANIMAL[animal])
            case e.Bought(seat, seller, tile):
                what: dict[str, Arg] = {"player": Player(seat), "seller": Player(seller), "tile": tile_name(tile)}
                yield 55, T("{player} buys from {seller}: {tile}!", **what)
            case e.CoworkerGained(seat, animal, size):
                what = {"player": Player(seat), "animal": ANIMAL[animal], "size": size}
                yield 50, T("A new coworker for {player}: {size} × {animal}!", **what)
            case e.CoinBonus(seat, animal, size) if size >= _CROWD:
                what = {"player": Player(seat), "animal": ANIMAL[animal], "size": size}
                yield 35, T("{player} earns a coin: {size} × {animal}!", **what)


def standing(view: State) -> Text | None:
    """Say how many points everybody would have now, the leader first."""
    if view.over:
        return None
    return T("Points now: {points}.", points=score_list(_count_all(view)))
