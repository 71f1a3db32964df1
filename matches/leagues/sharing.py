"""Share a league with a channel of a second server, and end that: pure functions from a league to a league.

See `docs/decisions/0026-a-league-in-two-servers.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from games.text import T
from matches.errors import Stale, UserError
from matches.leagues.league import League, Member, Season
from matches.leagues.season import decide, go_on
from matches.leagues.table import Fixture, Result
from matches.match import Guest, Side
from matches.two_servers import CODE_LASTS

HIDDEN: Final = 1 << 63
"""Ids from here on stand for people of the other server: this plus their number in the league, or plus 0 for somebody
who has none. No id of Discord is as large."""


def make_code_error() -> UserError:
    """Build the error for the code of a league that cannot be used, which is the same for every reason."""
    return UserError(T("This code is wrong or has expired. Managers of the other server get a new one with /league."))


def offer(league: League, *, code: str, names: bool, now: float) -> League:
    """Offer a league to another server, for an hour. `code`: random letters; `names`: whether names may be shown.
    Raises UserError."""
    if league.is_shared:
        raise UserError(T("This league is shared with another server already."))
    if league.guest is not None and league.guest.parted is not None:
        raise Stale(T("The league has changed in the meantime. Try again."))
    return structs.replace(league, guest=Guest(code=code, until=now + CODE_LASTS, names=names))


def require_code(league: League, letters: str, *, now: float) -> Guest:
    """Return the terms of an offer. Raises UserError unless these letters link a channel with the league now."""
    terms = league.guest
    if terms is None or not terms.code or terms.code != letters or now >= terms.until:
        raise make_code_error()
    return terms


def accept(league: League, letters: str, *, names: bool, language: str, now: float) -> League:
    """Share an offered league, and give everybody in it a number. `names`: whether this side agrees to show names.
    Raises UserError."""
    terms = require_code(league, letters, now=now)
    numbers = {user: number for number, user in enumerate(_name_members(league), 1)}

    def count(members: tuple[Member, ...]) -> tuple[Member, ...]:
        return tuple(structs.replace(each, number=numbers[each.user]) for each in members)

    season = league.season
    season = structs.replace(season, names=count(season.names)) if season is not None else None
    guest = Guest(names=names and terms.names, language=language)
    return structs.replace(league, members=count(league.members), season=season, guest=guest)


def is_between_servers(league: League, fixture: Fixture) -> bool:
    """Whether somebody of the second server plays in a fixture, so that both servers show its match."""
    return bool({fixture.first, fixture.second} & _list_guests(league))


def seen_from(league: League, side: Side) -> League:
    """Return a shared league as one of its servers shows it: in its language, without the ids of people of the other
    server, and without their names unless both servers agreed. Each side has its own table of predictions."""
    if league.guest is None or not league.is_shared:
        return league
    is_guest, known, guests = side == "guest", _name_members(league), _list_guests(league)
    everybody = {*known, *(each.by for each in league.trail), *(each.person for each in league.trail)}
    away = everybody - guests if is_guest else guests
    ids = {user: HIDDEN + (known[user].number if user in known else 0) for user in away if user > 0}
    shown = _swap(_keep_guesses(league, guest=is_guest), ids, names=league.guest.names)
    return structs.replace(shown, language=league.guest.language) if is_guest else shown


def find_user(league: League, shown: int) -> int:
    """Return the id of a person whom `seen_from` shows by an id; 0 if there is nobody."""
    if shown < HIDDEN:
        return shown
    return next((each.user for each in league.members if each.number == shown - HIDDEN), 0)


def part(league: League, place: tuple[int, int, int | None]) -> League:
    """End the link. The people of the second server become former players, whose open matches are lost.

    `place`: server, channel and message of the tables there, to be edited. Raises Stale if there is no link.
    """
    if league.guest is None or not league.is_shared:
        raise Stale(T("This league is not shared with another server any more."))
    guests = _list_guests(league)
    for each in league.season.fixtures if league.season is not None else ():
        if not each.result and {each.first, each.second} & guests:
            league = decide(league, each, _find_winner(each, guests))
    trail = {user for each in league.trail for user in (each.by, each.person)}
    lowest = min({0, *_name_members(league), *trail})
    former = {user: lowest - number for number, user in enumerate(sorted(guests), 1)}
    league = _swap(_keep_guesses(league, guest=False), former, names=False)
    members = tuple(each for each in league.members if not each.guest)
    guest = Guest(language=league.guest.language if league.guest is not None else "en", parted=place)
    return go_on(structs.replace(league, members=members, guest=guest))


def forget_parted(league: League) -> League:
    """Forget where a link that has ended was."""
    return structs.replace(league, guest=None)


def _find_winner(fixture: Fixture, guests: set[int]) -> Result:
    """Decide an open fixture whose guests are gone."""
    if fixture.first in guests:
        return "void" if fixture.second in guests else "second"
    return "first"


def _name_members(league: League) -> dict[int, Member]:
    """Return everybody who plays in this season or the next one, by id."""
    season = league.season.names if league.season is not None else ()
    return {each.user: each for each in (*season, *league.members)}


def _list_guests(league: League) -> set[int]:
    """List the people who play, or were removed, from the second server."""
    gone = {each.person for each in league.trail if each.guest}
    return {user for user in {*(user for user, each in _name_members(league).items() if each.guest), *gone} if user > 0}


def _keep_guesses(league: League, *, guest: bool) -> League:
    """Keep the guesses and scores of one side."""
    season = league.season
    if season is None:
        return league
    guesses = tuple(each for each in season.guesses if each.guest == guest)
    scores = tuple(each for each in season.scores if each.guest == guest)
    return structs.replace(league, season=structs.replace(season, guesses=guesses, scores=scores))


def _swap(league: League, ids: Mapping[int, int], *, names: bool) -> League:
    """Replace people by other ids; without `names`, they lose their names."""

    def swap(user: int) -> int:
        return ids.get(user, user)

    def rename(members: tuple[Member, ...]) -> tuple[Member, ...]:
        return tuple(
            structs.replace(each, user=swap(each.user), name=each.name if names or each.user not in ids else "")
            for each in members
        )

    def seat(season: Season) -> Season:
        return structs.replace(
            season,
            divisions=tuple(tuple(map(swap, people)) for people in season.divisions),
            names=rename(season.names),
            fixtures=tuple(
                structs.replace(each, first=swap(each.first), second=swap(each.second)) for each in season.fixtures
            ),
        )

    trail = tuple(structs.replace(each, by=swap(each.by), person=swap(each.person)) for each in league.trail)
    season = seat(league.season) if league.season is not None else None
    return structs.replace(league, members=rename(league.members), season=season, trail=trail)
