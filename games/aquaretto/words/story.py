"""The story of a match of Aquaretto: a truck with all that came of it in one line, offspring as a shout, the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.aquaretto import events as e
from games.aquaretto.play import outcome
from games.aquaretto.state import State
from games.aquaretto.words.events import event
from games.aquaretto.words.names import ANIMAL, job_name, score_list, tile_name
from games.aquaretto.words.points import count_points, describe_change, find_new_leaders, list_leaders, rewind
from games.aquaretto.zoo.geometry import LARGE
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Join, N, Player, T, Text, hide_names, join_sentences

_FULL = 3
"""Tiles of a truck that is worth a shout."""
_CLOSE = 2
"""The most points between the first two of a match that was close."""
_CROWD = 6
"""Animals of a basin whose coin is worth a shout; the one for three is an everyday matter."""


_Done = e.Took | e.Moved | e.Bought | e.Shifted | e.Discarded | e.Expanded


class _Deed:
    """A truck that was taken, or what was paid for, and what has come of it so far."""

    def __init__(self, ply: Told, done: _Done, told: Text) -> None:
        """`told`: the event in one sentence."""
        self.seat, self._done, self._told = done.seat, done, told
        self._dumped = 0
        self._before, self._view = rewind(ply), ply.view
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
        self._view = view
        return True

    def _arrive(self, tile: str, full: Text, brief: Text) -> None:
        if tile in self._waiting:
            self._waiting.remove(tile)
        self._full.append(full)
        self._brief.append(brief)

    def tell(self) -> Line:
        """Tell the deed, where its animals went, what it earned, and what it changed of the points; in brief without
        cells and the coins of basins."""
        full, brief = self._describe(self._full), self._describe(self._brief, is_brief=True)
        changes, briefly = (
            describe_change(self.seat, self._before, self._view.zoos, is_brief=is_brief) for is_brief in (False, True)
        )
        return Line(join_sentences(full, *changes), join_sentences(brief, *briefly))

    def _describe(self, gains: Sequence[Arg], *, is_brief: bool = False) -> Text:
        gained = Join((*gains, *map(tile_name, self._waiting)))
        if isinstance(self._done, e.Took):
            what: dict[str, Arg] = {"player": Player(self.seat), "truck": self._done.truck + 1, "load": gained}
            return T("{player} takes truck {truck}: {load}.", **what)
        if isinstance(self._done, e.Expanded) and is_brief:
            return _describe_briefly(self._done)
        if not isinstance(self._done, e.Moved | e.Bought):
            return self._told
        done = _describe_purchase(self._done, is_brief=is_brief)
        return T("{deed}.", deed=T("{deed}, and gets {gains}", deed=done, gains=gained) if gained.items else done)

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
            elif (text := event(ply.view, each)) is not None:
                if isinstance(each, _Done):
                    told.append(_Deed(ply, each, text))
                    continue
                line = _tell_rest(ply.view, each, text)
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


def _describe_briefly(done: e.Expanded) -> Text:
    """Describe an expansion without its place."""
    player = Player(done.seat)
    if done.board.startswith(LARGE):
        return T("{player} builds a large expansion.", player=player)
    return T("{player} builds a small expansion.", player=player)


def _tell_rest(view: State, each: e.AnyEvent, told: Text) -> Line:
    """Tell an event that is no deed; in brief, without what the picture shows."""
    match each:
        case e.Drew() | e.Loaded():
            return Line(told)
        case e.LastRound():
            return Line(told, T("The last round has begun!"))
        case e.RoundEnded(round_):
            return Line(told, None if view.over else T("Round {round} is over.", round=round_))
    return Line(told, told)


def _list_new_leader(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at the player who leads alone now and did not lead alone before the first ply."""
    if not plies or plies[-1].view.over:
        return
    after = plies[-1].view.zoos
    leaders = find_new_leaders(rewind(plies[0]), after)
    if leaders is not None and len(list_leaders(after)) == 1:
        yield 85, leaders


def _list_close_end(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at a match that was won by a hair, or by coins."""
    view: State | None = plies[-1].view if plies else None
    ended = outcome(view) if view is not None else None
    if view is None or ended is None or ended.scores is None or len(ended.winners) > 1:
        return
    winner, (*_, second, first) = Player(ended.winners[0]), sorted(ended.scores)
    if first == second:
        level = (zoo.coins for zoo, points in zip(view.zoos, ended.scores, strict=True) if points == first)
        *_, fewer, most = sorted(level)
        yield (
            90,
            N(
                "A tie in points, and {player} wins by {count} coin!",
                "A tie in points, and {player} wins by {count} coins!",
                most - fewer,
                player=winner,
            ),
        )
    elif first - second <= _CLOSE:
        told = N("{player} wins by {count} point!", "{player} wins by {count} points!", first - second, player=winner)
        yield 90, told


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
    return hide_names(T("Points now: {points}.", points=score_list(count_points(view.zoos))))
