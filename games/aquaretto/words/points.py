"""What a turn has changed of everybody's points, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import asdict, replace

from games.aquaretto import constants
from games.aquaretto import events as e
from games.aquaretto.state import State, Zoo
from games.aquaretto.words.menus import write_signed
from games.aquaretto.zoo.builder import add_coworker, remove_coworker
from games.aquaretto.zoo.geometry import LARGE, SMALL
from games.aquaretto.zoo.layout import lines
from games.core import Seat
from games.story import Told
from games.text import Join, N, Player, T, Text

_PARTS: Final = {
    "animals": T("animals"),
    "cashiers": T("cashiers"),
    "keepers": T("keepers"),
    "trainers": T("trainers"),
    "depot": T("depot"),
}
"""The lines of the score."""


def rewind(ply: Told) -> tuple[Zoo, ...]:
    """Return the zoos before a ply, as far as they score: without the boards that it added."""
    view: State = ply.view
    zoos = list(view.zoos)
    for each in reversed(ply.events):
        seat = getattr(each, "seat", None)
        if seat is not None:
            zoos[seat] = _take_back(zoos[seat], each)
        if isinstance(each, e.Bought):
            seller = zoos[each.seller]
            zoos[each.seller] = replace(seller, coins=seller.coins - 1, depot=(*seller.depot, each.tile))
    return tuple(zoos)


def _take_back(zoo: Zoo, each: e.AnyEvent) -> Zoo:
    """Take back what an event has changed in the zoo of its seat."""
    price = constants.PRICE
    match each:
        case e.Took():
            return replace(zoo, coins=zoo.coins - each.coins)
        case e.CoinBonus():
            return replace(zoo, coins=zoo.coins - 1)
        case e.Depot():
            return replace(zoo, depot=zoo.depot[:-1])
        case e.Placed(_, _, cell):
            return _clear(zoo, cell)
        case e.Moved(_, tile, cell):
            return replace(_clear(zoo, cell), coins=zoo.coins + price["move"], depot=(*zoo.depot, tile))
        case e.Bought(cell=cell):
            return replace(_clear(zoo, cell), coins=zoo.coins + price["buy"])
        case e.Discarded(_, tile):
            return replace(zoo, coins=zoo.coins + price["discard"], depot=(*zoo.depot, tile))
        case e.Expanded(_, board):
            return replace(zoo, coins=zoo.coins + price[LARGE if board.startswith(LARGE) else SMALL])
        case e.Hired(_, job, cell):
            return remove_coworker(zoo, job, cell)
        case e.Shifted(_, source, target):
            zoo = add_coworker(remove_coworker(zoo, *_split(target)), *_split(source))
            return replace(zoo, coins=zoo.coins + price["shift"])
    return zoo


def _clear(zoo: Zoo, cell: str) -> Zoo:
    return replace(zoo, tiles=tuple(each for each in zoo.tiles if each[0] != cell))


def _split(place: str) -> tuple[str, str]:
    """Split `trainer@K11` into job and cell; other jobs have an empty cell."""
    job, _, cell = place.partition("@")
    return job, cell


def count_points(zoos: Iterable[Zoo]) -> tuple[int, ...]:
    """Count the points of zoos as if the game ended now."""
    return tuple(lines(zoo).total for zoo in zoos)


def describe_change(
    seat: Seat, before: tuple[Zoo, ...], after: tuple[Zoo, ...], *, is_brief: bool = False
) -> Iterator[Text]:
    """Say what a turn of `seat` has changed of everybody's points, its own first, and who leads from now on; in brief,
    name no reason that the tiles of the turn show, and nobody who shares the lead."""
    was, now = lines(before[seat]), asdict(lines(after[seat]))
    changed = {part: now[part] - points for part, points in asdict(was).items() if now[part] != points}
    points, others = count_points(before), count_points(after)
    if changed:
        change = _describe_points(others[seat] - points[seat])
        evident = {"animals"} if before[seat].depot == after[seat].depot else {"animals", "depot"}
        named = changed.keys() - evident if is_brief or len(changed) == 1 else changed.keys()
        told = tuple(
            T("{part} {points}", part=_PARTS[part], points=write_signed(n))
            for part, n in changed.items()
            if part in named
        )
        if told:
            yield T("{change} ({parts}), now {total}.", change=change, parts=Join(told), total=others[seat])
        else:
            yield T("{change}, now {total}.", change=change, total=others[seat])
    for other in range(len(after)):
        if other != seat and points[other] != others[other]:
            change = _describe_points(others[other] - points[other])
            yield T("{player}: {change}, now {total}.", player=Player(other), change=change, total=others[other])
    leaders = find_new_leaders(before, after)
    if leaders is not None and not (is_brief and len(list_leaders(after)) > 1):
        yield leaders


def _describe_points(points: int) -> Text:
    return N("{points} point", "{points} points", abs(points), points=write_signed(points))


def find_new_leaders(before: tuple[Zoo, ...], after: tuple[Zoo, ...]) -> Text | None:
    """Say who leads now, if that is somebody else than before."""
    led, leads = list_leaders(before), list_leaders(after)
    if led == leads:
        return None
    if len(leads) == 1:
        return T("{player} takes the lead!", player=Player(leads[0]))
    return T("{players} share the lead.", players=Join(tuple(map(Player, leads))))


def list_leaders(zoos: Iterable[Zoo]) -> list[Seat]:
    """List the seats with the most points."""
    points = count_points(zoos)
    return [seat for seat, each in enumerate(points) if each == max(points)]
