"""Find the reason why a code is not a legal move, with the facts of the rule; and list wishes (`games.coaching`).

`words.refusals` puts the reasons into words.
"""

from __future__ import annotations

from typing import Any

from games.aquaretto import constants
from games.aquaretto.moves import (
    DEPOT,
    Buy,
    Discard,
    Draw,
    Expand,
    Hire,
    Load,
    Move,
    Place,
    Raise,
    Rear,
    Rest,
    Shift,
    Take,
    list_due_bonuses,
    list_workplaces,
)
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import BIT, LARGE, SMALL, STAFF, around, placements, spaces
from games.aquaretto.zoo.layout import JOBS, TRAINER, basin_limit, cells_in, free_jobs, layout
from games.aquaretto.zoo.tiles import BABY_OF, TYPE
from games.core import IllegalMove, Seat

Reason = tuple[str, dict[str, Any]]


def explain_refusal(state: State, seat: Seat, code: str) -> IllegalMove:
    """Find the reason why a code is not legal for the seat, and its facts."""
    reason, facts = _find_reason(state, seat, code)
    return IllegalMove(code, reason, **facts)


def _find_reason(state: State, seat: Seat, code: str) -> Reason:
    if state.over:
        return "over", {}
    if seat != state.active:
        has_truck = any(truck.taker == seat for truck in state.trucks)
        return ("has_truck" if has_truck else "not_your_turn"), {"active": state.active}
    verb, _, rest = code.partition("/")
    name, _, place = code.partition("@")
    zoo = state.zoos[seat]
    if state.drawn:
        return (
            _explain_load(state, rest)
            if verb == "truck"
            else ("load_first", {"tile": state.drawn, "about": ("waiting",)})
        )
    if due := list_due_bonuses(state.hand, state.pending):
        return _explain_bonus(zoo, due, name, place)
    if state.hand:
        return _explain_unload(zoo, state.hand, name, place)
    return _explain_action(state, seat, code)


def _read_truck(state: State, text: str) -> int | None:
    """Read a truck's number as an index; None if there is no such truck."""
    if len(text) == 1 and text.isdecimal() and 1 <= int(text) <= len(state.trucks):
        return int(text) - 1
    return None


def _explain_load(state: State, number: str) -> Reason:
    truck = _read_truck(state, number)
    if truck is None:
        return "no_truck", {"number": number}
    return _explain_truck(state, truck, "truck_full")


def _explain_truck(state: State, truck: int, reason: str) -> Reason:
    """Explain a refusal of a truck: somebody has taken it, or `reason`."""
    taken = state.trucks[truck].taker != NOBODY
    return "truck_taken" if taken else reason, {"truck": truck, "about": (f"truck/{truck + 1}",)}


def _explain_bonus(zoo: Zoo, due: tuple[str, ...], name: str, place: str) -> Reason:
    """Explain a refusal while an offspring or a coworker has to be placed."""
    types = [thing for thing in due if thing != COWORKER]
    if name == "baby" and types:
        if place == DEPOT:
            return "offspring_fits", {"type": types[0], "about": (DEPOT,)}
        return explain_cell(zoo, types[0], place)
    if name in JOBS and COWORKER in due:
        return "job_full", {"job": name, "about": (name,)}
    if name == TRAINER and COWORKER in due:
        return _explain_empty_cell(zoo, place)
    return "bonus_first", {"tile": BABY_OF[types[0]] if types else COWORKER, "about": ("waiting",)}


def _explain_empty_cell(zoo: Zoo, cell: str) -> Reason:
    """Explain why a cell is not an empty space of the zoo."""
    if cell in STAFF:
        return "staff_corner", {"cell": cell, "about": (cell,)}
    if not BIT.get(cell, 0) & spaces(zoo.boards):
        return "no_space", {"cell": cell}
    return "cell_taken", {"cell": cell, "about": (cell,)}


def _explain_unload(zoo: Zoo, hand: tuple[str, ...], name: str, place: str) -> Reason:
    if name in hand:
        return explain_cell(zoo, TYPE[name], place)
    if (name, place) == ("rest", DEPOT):
        return "one_left", {"tile": hand[0], "about": ("waiting",)}
    reason = "not_in_hand" if name in TYPE else "unload_first"
    return reason, {"tile": name, "hand": hand, "about": ("waiting",)}


def explain_cell(zoo: Zoo, type_: str, cell: str) -> Reason:
    """Find the rule of section 7.1 that keeps a tile of the type off the cell."""
    bit = BIT.get(cell, 0)
    grid = layout(zoo)
    if not bit & grid.empty:
        return _explain_empty_cell(zoo, cell)
    own = grid.basins.get(type_, 0)
    for other, basin in grid.basins.items():
        if other != type_ and bit & around(basin):
            about = (cell, *cells_in(zoo, basin & around(bit)))
            return "touches", {"cell": cell, "type": type_, "other": other, "about": about}
    if own and not bit & around(own):
        return "second_basin", {"cell": cell, "type": type_, "about": (cell, *cells_in(zoo, own))}
    if not own and len(grid.basins) >= basin_limit(zoo):
        return "basins_full", {"type": type_, "limit": basin_limit(zoo), "about": (cell,)}
    return "not_legal", {}


def _explain_action(state: State, seat: Seat, code: str) -> Reason:
    """Explain a refusal at the start of a turn, when action A, B or C is due."""
    verb, _, rest = code.partition("/")
    name, _, place = code.partition("@")
    if code == "draw":
        return "trucks_full", {"about": tuple(f"truck/{index + 1}" for index in range(len(state.trucks)))}
    if verb == "truck":
        return "draw_first", {"about": ("pile",)}
    if verb == "take":
        truck = _read_truck(state, rest)
        if truck is None:
            return "no_truck", {"number": rest}
        return _explain_truck(state, truck, "truck_empty")
    kind = verb if verb in constants.PRICE else name
    if kind not in constants.PRICE:
        return "not_legal", {}
    zoo = state.zoos[seat]
    if zoo.coins < constants.PRICE[kind]:
        return "too_few_coins", {"price": constants.PRICE[kind], "coins": zoo.coins, "about": ("coins",)}
    return _explain_money(state, seat, kind, code, place)


def _explain_money(state: State, seat: Seat, kind: str, code: str, place: str) -> Reason:
    """Explain the refusal of a money action that the seat could pay for."""
    zoo = state.zoos[seat]
    if kind in (LARGE, SMALL):
        built = sum(board.startswith(kind) for board in zoo.boards)
        return ("boards_used_up" if built >= constants.BOARDS_OF_A_KIND else "board_misfit"), {"board": kind}
    if kind == "shift":
        return _explain_shift(zoo, code)
    if kind == "buy":
        number = code.partition("/")[2].partition("@")[0]
        seller = int(number) - 1 if len(number) == 1 and number.isdecimal() else -1
        if not 0 <= seller < len(state.zoos) or seller == seat:
            return "no_seller", {"number": number}
        depot = state.zoos[seller].depot
        return explain_cell(zoo, TYPE[depot[-1]], place) if depot else ("depot_empty", {"owner": seller})
    if not zoo.depot:
        return "depot_empty", {"owner": seat, "about": (DEPOT,)}
    return explain_cell(zoo, TYPE[zoo.depot[-1]], place)


def _explain_shift(zoo: Zoo, code: str) -> Reason:
    source, _, target = code.partition("/")[2].partition(">")
    if source not in list_workplaces(zoo):
        return "nobody_there", {}
    job, _, cell = target.partition("@")
    if source == target:
        return "same_job", {"about": (source,)}
    if job == TRAINER:
        return _explain_empty_cell(zoo, cell)
    full = job in JOBS and job not in free_jobs(zoo)
    return ("job_full", {"job": job, "about": (job,)}) if full else ("not_legal", {})


def list_wishes(view: State, seat: Seat) -> tuple[Move, ...]:
    """List what the seat might wish to do now: with every truck, every cell of its zoo, every job, every purchase."""
    zoo = view.zoos[seat]
    trucks = range(len(view.trucks))
    if view.drawn:
        return tuple(Load(truck) for truck in trucks)
    cells = [*cells_in(zoo, spaces(zoo.boards)), *STAFF]
    if due := list_due_bonuses(view.hand, view.pending):
        rear = [Rear(cell) for cell in (*cells, DEPOT)] if any(thing != COWORKER for thing in due) else []
        hire = [*map(Hire, JOBS), *(Hire(TRAINER, cell) for cell in cells)] if COWORKER in due else []
        return (*rear, *hire)
    if view.hand:
        placed = [Place(tile, cell) for tile in dict.fromkeys(view.hand) for cell in (*cells, DEPOT)]
        return (*placed, Rest()) if len(view.hand) > 1 else tuple(placed)
    return (Draw(), *map(Take, trucks), *_list_purchases(view, seat, zoo, cells))


def _list_purchases(view: State, seat: Seat, zoo: Zoo, cells: list[str]) -> list[Move]:
    """List all actions for money, affordable or not."""
    found: list[Move] = []
    if zoo.depot:
        found += [*map(Raise, cells), Discard()]
    found += [
        Buy(seller, cell) for seller, other in enumerate(view.zoos) if seller != seat and other.depot for cell in cells
    ]
    jobs = [*JOBS, *(f"{TRAINER}@{cell}" for cell in cells)]
    found += [Shift(source, target) for source in list_workplaces(zoo) for target in jobs]
    found += [Expand(board) for kind in (LARGE, SMALL) for board in placements(zoo.boards, kind)]
    return found
