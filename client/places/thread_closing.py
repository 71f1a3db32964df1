"""Tell who has archived a thread: Discord, because nobody used it, or a person.

Discord does not say it, so there is a rule. A thread that was silent for as long as its setting says was archived by
Discord. So was one that was silent for a day: near a server's limit of active threads, Discord archives earlier than
the setting says (https://docs.discord.com/developers/topics/threads#active-&-archived-threads). Everything else was a
person, and stays closed. A person who closes a thread after a silent day sees it reopened; if they close it again on
the same day, or lock it, it stays closed.
"""

from __future__ import annotations

from typing import Final

import discord

_SLACK: Final = 120.0
"""Seconds by which Discord may archive a thread early."""

_EARLIEST: Final = 24 * 3600.0
"""Seconds of silence after which Discord may archive a thread of a nearly full server. A guess: Discord does not say
how many."""


def is_inactive(began: float, archived: float, minutes: int) -> bool:
    """Tell whether Discord archived a thread that was silent since `began`; `minutes`: its setting."""
    return archived - began >= min(minutes * 60.0, _EARLIEST) - _SLACK


def read_time(number: int) -> float:
    """Read when a message or a thread was made, from its id."""
    return discord.utils.snowflake_time(number).timestamp()
