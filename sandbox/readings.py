"""Name the behaviours of Discord that can be read in two ways, and tell which reading applies.

Where Discord's documentation is silent, reports about the real one disagree, or different clients of Discord act
differently, the sandbox follows the reading that is worse for a bot. `SANDBOX_READING=kind` in the environment chooses
the other one, to see whether a bot depends on it. Behaviours that are documented have one reading and are not here.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

VARIABLE: Final = "SANDBOX_READING"
KIND, STRICT = "kind", "strict"


@dataclass(frozen=True)
class Behaviour:
    """A behaviour with two readings: what it is about, what happens in each, and where that is known from."""

    about: str
    kind: str
    strict: str
    source: str

    def is_strict(self) -> bool:
        """Whether the reading that is worse for a bot applies."""
        return find_reading() == STRICT


def find_reading() -> str:
    """Read the environment. Raises ValueError for a word that is no reading."""
    given = os.environ.get(VARIABLE, "") or STRICT
    if given not in (KIND, STRICT):
        raise ValueError(f"{VARIABLE} is {KIND!r} or {STRICT!r}, not {given!r}")
    return given


PRESS_IN_ARCHIVED_THREAD: Final = Behaviour(
    about="A button or menu is used in an archived thread that is not locked.",
    kind="The bot gets the interaction, and the thread stays archived until a public message.",
    strict="The person's client wakes the thread first. Where they may not write, or where the server has too many"
    " active threads, the bot gets nothing.",
    source="https://github.com/discord/discord-api-docs/issues/8474 (web and mobile clients; desktop is kind)",
)
EDIT_IN_ARCHIVED_THREAD: Final = Behaviour(
    about="An answer in an archived thread is edited through the token of its interaction.",
    kind="It is edited.",
    strict="Error 50083, as for edits by the bot itself.",
    source="https://docs.discord.com/developers/topics/threads#active-&-archived-threads (nobody can edit there);"
    " https://github.com/discord/discord-api-docs/issues/3197 (500 then)",
)
DIRECT_MESSAGE_BY_INSTALL: Final = Behaviour(
    about="The bot writes to a person who has installed it for themselves, and with whom it shares no server.",
    kind="The message arrives.",
    strict="Error 50278.",
    source="https://github.com/discord/discord-api-docs/issues/7666 (arrived, before there was 50278);"
    " https://github.com/discord/discord-api-docs/pull/8212",
)
SERVER_ERROR: Final = Behaviour(
    about="Discord answers a request with 500.",
    kind="The body is an error in JSON.",
    strict="The body is a page in HTML of the proxy before Discord.",
    source="https://github.com/DSharpPlus/DSharpPlus/pull/678 (no JSON); other reports show Discord's own JSON",
)
SPACES_AROUND_TEXT: Final = Behaviour(
    about="A label, title, name or description consists of spaces.",
    kind="Spaces count as characters.",
    strict="Discord removes them first, so that the text is too short (50035).",
    source="https://github.com/discord-net/Discord.Net/pull/2831 (labels of buttons; the others are a guess)",
)
EARLY_ARCHIVING: Final = Behaviour(
    about="A server has nine tenths of its most active threads.",
    kind="Threads of seven days are archived after seven days of silence.",
    strict="They are archived after one day of silence.",
    source="https://docs.discord.com/developers/topics/threads#active-&-archived-threads (neither when nor how early)",
)
EDITS_OF_OLD_MESSAGES: Final = Behaviour(
    about="The bot edits messages of a channel that are older than an hour.",
    kind="Error 30046 after three edits in 6 seconds.",
    strict="Error 30046 after three edits in 20 seconds.",
    source="https://docs.discord.food/topics/opcodes-and-status-codes (6 seconds; Discord does not say)",
)
BEHAVIOURS: Final = (
    PRESS_IN_ARCHIVED_THREAD,
    EDIT_IN_ARCHIVED_THREAD,
    DIRECT_MESSAGE_BY_INSTALL,
    SERVER_ERROR,
    SPACES_AROUND_TEXT,
    EARLY_ARCHIVING,
    EDITS_OF_OLD_MESSAGES,
)
