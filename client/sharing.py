"""Offer a lobby to another server, and ask for confirmation before the link with one is ended.

See `docs/decisions/0024-two-servers-one-table.md`.
"""

from __future__ import annotations

import secrets

from client.core.controls import Press, action
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Moment, T
from matches.errors import UserError
from matches.leagues.terms import require_no_league
from matches.lobby.invitations import require_host
from matches.match import Match
from matches.people.preferences import read_server
from matches.together import linking

_LENGTH = 6
"""Letters of a code."""

SHARED = T(
    "The other server sees the board, every move, and how the match ends. Nobody is mentioned there, and ids, avatars "
    "and reply times are not shown."
)

WITH = T("Names: both servers see the display names of all players.")

WITHOUT = T("Names: none. Players of the other server are shown by their colour.")


async def ask_to_share(press: Press) -> None:
    """Explain what another server would see, and ask whether names may be shown."""
    bot, interaction = press.bot, press.interaction
    match = await _require_right_to_offer(press)
    say = bot.say(interaction, match)
    heading = say(T("Play with another server"))
    lines = [
        f"### {heading}",
        say(T("The match is then shown in one channel of each server, in the language of each.")),
        say(SHARED),
        say(T("Names are shown only if the other server agrees to that, too.")),
    ]
    buttons = [
        button(say(T("Offer it with names")), Id("offer_table", match.id, rest="names")),
        button(say(T("Offer it without names")), Id("offer_table", match.id, rest="none")),
        button(say(T("Back")), Id("lobby_back", match.id)),
    ]
    await interaction.edit_original_response(view=layout(text(*lines), *rows(buttons)), attachments=[])


@action("offer_table", "update")
async def offer_table(press: Press) -> None:
    """Make the code that the other server types."""
    bot, interaction = press.bot, press.interaction
    await _require_right_to_offer(press)
    code = "".join(secrets.choice(linking.LETTERS) for _ in range(_LENGTH))
    who, now, names = bot.request(interaction), bot.referee.now(), press.id.rest == "names"
    done = await bot.referee.change(
        press.id.match, who, lambda match: linking.offer(match, who, code=code, names=names, now=now)
    )
    match, say = done.match, bot.say(interaction, done.match)
    written = linking.write_code(match)
    told = say(T("The code for the other server: {code}", code=written))
    lines = [
        f"### {told}",
        say(
            T(
                "Give this code to somebody who manages the other server; they enter it there with /link. The code "
                "expires {when}.",
                when=Moment(match.guest.until),
            )
        ),
        "-# " + say(WITH if names else WITHOUT),
    ]
    back = rows([button(say(T("Back")), Id("lobby_back", match.id))])
    await interaction.edit_original_response(view=layout(text(*lines), *back), attachments=[])


async def _require_right_to_offer(press: Press) -> Match:
    """Return the match of the press. Raises UserError unless the person may offer it to another server."""
    bot = press.bot
    match, who = await bot.referee.match(press.id.match), bot.request(press.interaction)
    require_host(match, who)
    if who.guild_id != match.guild_id:
        raise UserError(T("You can do this only in the server that the match belongs to."))
    linking.require_right(who, await read_server(bot.referee, match.guild_id))
    await require_no_league(bot.referee, match)
    return match


@action("ask_part", "update")
async def ask_to_part(press: Press) -> None:
    """Ask for confirmation before the link ends."""
    match = await press.read_match()
    question = T(
        "End the shared table? The match goes on in the server it belongs to, and computer players take the seats of "
        "people from the other server. If the match has not begun, those seats become free."
    )
    await press.bot.ask(press.interaction, question, "part", match, T("Yes, end it"))
