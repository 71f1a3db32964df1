"""The story of a match of Riff Raff: a loading in one line with its chance, and what somebody would shout at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from games.core import Seat
from games.riff_raff.chances import gauge_loading
from games.riff_raff.events import (
    Announced,
    AnyEvent,
    Captained,
    Chose,
    Ended,
    Fell,
    Lowered,
    Moved,
    Passed,
    Rested,
    Revealed,
    RoundBegan,
    Supplied,
    TakenBack,
)
from games.riff_raff.loading.settled import KINDS
from games.riff_raff.moves import Grip, Pose
from games.riff_raff.state import Counts, State
from games.riff_raff.words import names
from games.riff_raff.words.events import event
from games.story import Line, Story, Told, choose_loudest
from games.text import Arg, Colour, Join, N, Player, T, Text, join_sentences

_MANY: Final = 2
"""Pieces overboard that are worth a shout: one alone leaves the supply as it was."""
_BRAVE: Final = 50
"""The chance, in percent, up to which a loading that holds is worth a shout."""


def story(plies: Sequence[Told]) -> Story:
    """Tell the cards of a round, and each loading with its result, in one line each."""
    lines: list[Line] = []
    chosen: dict[Seat, None] = {}
    lowered: tuple[State, Lowered] | None = None
    announced: tuple[State, Announced] | None = None
    for ply in plies:
        for each in ply.events:
            match each:
                case Chose(seat):
                    chosen[seat] = None
                case Announced():
                    announced = ply.view, each
                case Lowered():
                    lowered, announced = (ply.view, each), None
                case Rested(seat):
                    lines.append(Line(_describe_loading(ply, seat, estimate_before(ply)), _shorten_loading(ply, seat)))
                    lowered = None
                case Captained(seat, by) if by in (None, seat) and lines and Revealed in map(type, ply.events):
                    cards = T("{cards} {captain}", cards=lines[-1].text, captain=_say(ply.view, each))
                    lines[-1] = Line(cards, cards)
                case Moved() | Fell() | Supplied() | RoundBegan():
                    pass  # told with the loading, or asked under the board
                case Ended(_, is_emptied):
                    ends = [] if is_emptied else [_say(ply.view, each)]
                    lines += [Line(told, told) for told in (*ends, _list_left(ply.view))]
                case Revealed() | Captained() | Passed() | TakenBack():
                    chosen = {} if isinstance(each, Revealed) else chosen
                    lines.append(Line(told := _say(ply.view, each), told))
                case _:
                    lines.append(Line(_say(ply.view, each)))
    lines += [Line(_say(*each)) for each in (announced, lowered) if each is not None]
    if len(chosen) > 1:
        lines.append(Line(T("{players} have chosen their cards.", players=names.players(tuple(chosen)))))
    elif chosen:
        lines.append(Line(_say(plies[-1].view, Chose(*chosen))))
    return Story(tuple(lines), choose_loudest(shout for ply in plies for shout in _list_shouts(ply)))


def _say(view: State, each: AnyEvent) -> Text:
    return cast("Text", event(view, each))


def estimate_before(ply: Told) -> int | None:
    """Estimate the chance, in percent, that the loading would hold, from what everybody saw before it; None where that
    is not known."""
    view: State | None = ply.before
    if view is None or view.phase not in ("settle", "catch") or view.loading is None or view.loading.kind is None:
        return None
    done = view.loading
    grip = Grip("one" if done.hands == "one" else "both", done.sector)
    codes = (str(done.kind), f"spot/{done.spot}", Pose(done.pose, done.turn).code, grip.code)
    return round(100 * gauge_loading(view, codes).holds)


def _describe_loading(ply: Told, seat: Seat, chance: int | None) -> Text:
    """Tell a loading: what was loaded where, its chance if that is known, what has come of it, and what is left."""
    view: State = ply.view
    assert view.last is not None  # noqa: S101 - the ship has come to rest after a loading
    what: dict[str, Arg] = {
        "player": Player(seat),
        "kind": names.piece(view.last.loading.kind),
        "area": view.last.area,
    }
    begun = T("{player} loads on area {area}: {kind}", **what)
    if chance is not None:
        begun = T("{loading} ({percent}% safe)", loading=begun, percent=chance)
    begun = T("{loading}.", loading=begun)
    left = sum(view.supplies[seat])
    return join_sentences(
        begun, *_describe_falls(ply, seat, view.last.piece), N("{count} left.", "{count} left.", left)
    )


def _shorten_loading(ply: Told, seat: Seat) -> Text:
    """Tell a loading in few words, without its chance."""
    last = ply.view.last
    if any(isinstance(each, Fell) for each in ply.events):
        return _describe_loading(ply, seat, None)
    return N(
        "{player}: {kind} on area {area} holds, {count} left.",
        "{player}: {kind} on area {area} holds, {count} left.",
        sum(ply.view.supplies[seat]),
        player=Player(seat),
        kind=names.piece(last.loading.kind),
        area=last.area,
    )


def _describe_falls(ply: Told, seat: Seat, loaded: int) -> Iterator[Text]:
    """Say what has fallen, the piece just `loaded` first, where it goes, and whether that one stays."""
    falls = sorted((each for each in ply.events if isinstance(each, Fell)), key=lambda each: each.piece != loaded)
    lost = [each for each in falls if not each.caught]
    out = [each for each in falls if each.out]
    if not falls:
        yield T("It holds.")
    elif falls[0].piece != loaded:
        yield T("It stays.")
    elif falls[0].caught and not falls[0].out:
        yield T("It falls, is caught, and goes back into the supply of {player}.", player=Colour(seat))
    if [each.piece for each in lost] == [loaded]:
        yield T("It falls overboard, back into the supply of {player}.", player=Colour(seat))
    elif lost:
        yield N(
            "{count} overboard, into the supply of {player}: {kinds}.",
            "{count} overboard, into the supply of {player}: {kinds}.",
            len(lost),
            player=Colour(seat),
            kinds=_name_pieces(lost, loaded),
        )
    if out:
        yield T("Caught, out of the game: {kinds}.", kinds=_name_pieces(out, loaded))


def _name_pieces(falls: Sequence[Fell], loaded: int) -> Join:
    """Name pieces, the one just `loaded` as such."""
    others = [each for each in falls if each.piece != loaded]
    kinds = names.kinds(_count(others)).items if others else ()
    return Join(((T("the piece itself"),) if len(others) < len(falls) else ()) + kinds)


def _count(falls: Sequence[Fell]) -> Counts:
    return cast("Counts", tuple(sum(each.kind == kind for each in falls) for kind in KINDS))


def _list_shouts(ply: Told) -> Iterator[tuple[int, Text]]:
    falls = [each for each in ply.events if isinstance(each, Fell)]
    lost = sum(not fell.caught for fell in falls)
    for each in ply.events:
        match each:
            case Ended(winners, True):
                yield 100, T("{player} has nothing left to load!", player=Player(winners[0]))
            case Rested(seat) if lost >= _MANY:
                told = N(
                    "{count} piece overboard for {player}!", "{count} pieces overboard for {player}!", lost,
                    player=Player(seat),
                )  # fmt: skip
                yield 50 + lost, told
            case Rested(seat) if sum(ply.view.supplies[seat]) == 1 and not lost and ply.view.phase != "over":
                near = tuple(other for other, supply in enumerate(ply.view.supplies) if sum(supply) == 1)
                if len(near) > 1:
                    yield 65, T("{players} have one piece left each!", players=names.players(near))
                else:
                    yield 65, T("One more piece, and {player} wins!", player=Player(seat))
            case Rested(seat) if falls and not lost:
                told = N("{player} catches it!", "{player} catches all {count}!", len(falls), player=Player(seat))
                yield 55, told
            case Rested(seat) if len(falls) - lost >= _MANY:
                what: dict[str, Arg] = {"player": Player(seat), "caught": len(falls) - lost, "count": len(falls)}
                yield 55, T("{player} catches {caught} of {count}!", **what)
            case Rested(seat) if not falls and (chance := estimate_before(ply)) is not None and chance <= _BRAVE:
                yield 50 + _BRAVE - chance, T("It holds, at only {percent}%!", percent=chance)


def standing(view: State) -> Text | None:
    """Say how many pieces everybody has left."""
    return None if view.phase == "over" else _list_left(view)


def _list_left(view: State) -> Text:
    left = sorted((sum(supply), seat) for seat, supply in enumerate(view.supplies))
    told = (T("{player} {count}", player=Player(seat), count=count) for count, seat in left)
    return T("Pieces left: {standings}.", standings=Join(tuple(told)))
