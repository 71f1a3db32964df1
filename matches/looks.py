"""Remember who has seen the secrets of which seat, so that nobody who knows them plays another in the same match.

A hand bars its viewers for the whole match, as it is dealt anew; a card chosen in secret only until it is revealed.

The seats say what their players know. What others have seen is stored with the match, as hashes that are keyed with its
secret. A hash names neither the person nor the seat, so it stays when a person is forgotten. As the secret is published
after the match, the end of a match deletes its hashes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from data import FORMER
from games.core import Seat
from games.rng import compute_hmac
from games.text import T
from matches.errors import UserError
from matches.match import Match

_LENGTH: Final = 8
"""Bytes of a hash. Even among ten thousand looks, two people share one with a chance of one in a million million."""


def note_looks(match: Match, looks: Iterable[tuple[int | None, Seat]]) -> Match:
    """Return a match in which people, by id, have seen the secrets of seats."""
    if not match.game.has_private_knowledge or match.state is None:
        return match
    seen = {_hash_look(match, user, seat) for user, seat in looks if user not in (None, FORMER)}
    if seen <= set(match.looks):
        return match
    return structs.replace(match, looks=tuple(sorted(seen.union(match.looks))))


def list_seen(match: Match, user_id: int) -> tuple[Seat, ...]:
    """List the seats that a person has seen from inside in a match: their own, also those they have resigned or lost,
    and the seat of a channel whose vote they have opened."""
    if not match.game.has_private_knowledge:
        return ()
    own = {holder.seat for holder in match.seats if holder.user_id == user_id}
    return tuple(sorted(own.union(find_looks(match, user_id))))


def find_looks(match: Match, user_id: int) -> tuple[Seat, ...]:
    """Find the seats that a person has seen from inside by the hashes alone, without the seats they hold."""
    known = match.looks
    return tuple(seat for seat in range(match.capacity) if known and _hash_look(match, user_id, seat) in known)


def has_seen_another(match: Match, user_id: int, seat: Seat) -> bool:
    """Whether a person has seen another seat than this one from inside, and that seat has secrets now."""
    return any(seen != seat and has_secrets(match, seen) for seen in list_seen(match, user_id))


def has_secrets(match: Match, seat: Seat) -> bool:
    """Whether a seat holds a hand, or knows something just now that the public does not."""
    return match.game.has_private_hands or match.view(seat) != match.view(None)


def require_unseen(match: Match, user_id: int, seat: Seat) -> None:
    """Raise UserError if a person who is to get a seat knows the secrets of another one."""
    if has_seen_another(match, user_id, seat):
        raise UserError(T("You have seen the cards of another seat in this match, so you cannot take this one."))


def _hash_look(match: Match, user_id: int | None, seat: Seat) -> str:
    return compute_hmac(match.secret, f"look/{user_id}/{seat}".encode())[:_LENGTH].hex()
