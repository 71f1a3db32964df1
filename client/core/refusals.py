"""What Discord's answers to our requests mean: one table of error codes and statuses, which every caller asks.

No single answer is final. A place that is closed may open again, and a message that is gone may be a fault of Discord:
callers rest what they do there and look again, instead of ending it.

Source, where a row names no other: discord-api-docs, "Opcodes and Status Codes", JSON error codes.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import aiohttp
import discord
from msgspec import Struct

FAILURES: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors of a request: Discord refused it, it waits too long for a limit, or the connection broke."""


UNKNOWN_CHANNEL: Final = 10003
"""The code of a channel or thread that does not exist. One that the bot may not see has 50001."""

UNKNOWN_MESSAGE: Final = 10008
"""The code of a message that does not exist."""


class Meaning(Enum):
    """What an answer means for the request, and what to do."""

    LATER = "later"
    """Discord or the way to it failed, or limits us. Send the same again later."""
    CLOSED = "closed"
    """The bot may not do this in this place now. Rest, and look again ever more rarely."""
    GONE = "gone"
    """This channel, thread, message or server is not there. Look again before believing it."""
    FULL = "full"
    """The place has no room for more, such as active threads. People can make room."""
    UNREACHABLE = "unreachable"
    """This person does not receive direct messages from the bot."""
    UNWELCOME = "unwelcome"
    """The server's rules block this text. Other words may pass."""
    TOO_LATE = "too late"
    """The interaction can no longer be answered, or is answered already."""
    OURS = "ours"
    """The request is wrong: a fault of ours, to be logged as one."""


_CODES: Final[dict[int, Meaning]] = {
    # not there
    10003: Meaning.GONE,  # unknown channel
    10004: Meaning.GONE,  # unknown guild
    10008: Meaning.GONE,  # unknown message
    10013: Meaning.UNREACHABLE,  # unknown user: the account was deleted
    # the interaction
    10015: Meaning.TOO_LATE,  # unknown webhook: the token has expired
    10062: Meaning.TOO_LATE,  # unknown interaction: three seconds have passed
    40060: Meaning.TOO_LATE,  # already acknowledged
    50027: Meaning.TOO_LATE,  # invalid webhook token
    # limits that are not sent as 429
    20016: Meaning.LATER,  # slow mode of the channel
    20022: Meaning.LATER,  # edits of an announcement
    20028: Meaning.LATER,  # writes to the channel
    20029: Meaning.LATER,  # writes to the server
    30034: Meaning.LATER,  # creations of commands on one day
    30046: Meaning.LATER,  # edits of messages older than an hour
    40003: Meaning.LATER,  # direct messages opened too fast
    40004: Meaning.LATER,  # sending is switched off for a time
    40006: Meaning.LATER,  # the feature is switched off for a time
    130000: Meaning.LATER,  # overloaded
    # the place
    40007: Meaning.CLOSED,  # banned from the server
    50001: Meaning.CLOSED,  # missing access
    50008: Meaning.CLOSED,  # not a text channel
    50009: Meaning.CLOSED,  # the verification level is too high
    50024: Meaning.CLOSED,  # not in this type of channel: no threads there, for example
    50013: Meaning.CLOSED,  # missing permissions; also while the bot is timed out
    50083: Meaning.CLOSED,  # archived thread, which posting does not reopen
    160002: Meaning.CLOSED,  # may not read the history
    160005: Meaning.CLOSED,  # locked thread
    # limits of the place
    30008: Meaning.FULL,  # emoji
    30033: Meaning.FULL,  # members of a thread
    160006: Meaning.FULL,  # active threads
    160007: Meaning.FULL,  # active announcement threads
    # the person
    20009: Meaning.UNREACHABLE,  # explicit content cannot be sent to them
    50007: Meaning.UNREACHABLE,  # closed direct messages, or blocked
    50278: Meaning.UNREACHABLE,  # no server in common (discord-api-spec)
    # the words
    200000: Meaning.UNWELCOME,  # AutoMod, message
    200001: Meaning.UNWELCOME,  # AutoMod, title
    240000: Meaning.UNWELCOME,  # filter of harmful links
    # the request
    40005: Meaning.OURS,  # too large
    50035: Meaning.OURS,  # invalid form body
    50109: Meaning.OURS,  # invalid JSON
}


class Answer(Struct, frozen=True, gc=False):
    """An answer of Discord: its meaning, its error code (0 without one), and the seconds it asks to wait, if any."""

    meaning: Meaning
    code: int = 0
    wait: float | None = None


def read_answer(error: BaseException) -> Answer | None:
    """Read what a failed request means; None for an error that is not Discord's and not the connection's."""
    if isinstance(error, discord.RateLimited):
        return Answer(Meaning.LATER, wait=error.retry_after)
    if isinstance(error, aiohttp.ClientError | ConnectionError):
        return Answer(Meaning.LATER)
    if not isinstance(error, discord.HTTPException):
        return None
    if error.status == 429 or error.status >= 500:
        return Answer(Meaning.LATER, error.code)
    known = _CODES.get(error.code)
    if known is not None:
        return Answer(known, error.code)
    return Answer(_guess(error), error.code)


def _guess(error: discord.HTTPException) -> Meaning:
    """Judge an answer with a code that the table does not have, by its status."""
    if error.code == 0 and not _is_json(error):
        return Meaning.LATER  # a page of a proxy in between, not an answer of Discord's API
    if error.status == 403:
        return Meaning.CLOSED
    if error.status == 404 and error.code:
        return Meaning.GONE
    return Meaning.OURS


def _is_json(error: discord.HTTPException) -> bool:
    kind: str = getattr(error.response, "headers", {}).get("Content-Type", "application/json")
    return kind.startswith("application/json")


def is_closed(error: BaseException) -> bool:
    """Tell whether a place, message or person cannot be reached now, so that retrying within minutes is pointless."""
    return means(error, Meaning.CLOSED, Meaning.GONE, Meaning.UNREACHABLE)


def means(error: BaseException, *meanings: Meaning) -> bool:
    """Tell whether a failed request has one of these meanings."""
    answer = read_answer(error)
    return answer is not None and answer.meaning in meanings
