"""Offer a seat to a substitute while its player still plays. The substitute takes the seat as it is."""

from __future__ import annotations

from typing import Final

import discord

from client.board.postman import deliver
from client.core import errors
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.retries import find_own_message
from client.core.visit import Visit
from client.lobby.card import lock_card
from client.lobby.card_buttons import read_blocked
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.votes.answers import post_proposal
from games.core import Seat
from games.text import Player, Say, T
from matches import substitutes
from matches.clocks.pace import describe_pace
from matches.errors import make_no_seat_error
from matches.match import Match

_PLAYERS_DECIDE: Final = T("This match is only for invited people: its players decide who steps in.")
_ASKED: Final = T("The players have been asked. You have the seat once all of them have agreed.")


@action("ask_substitute", "update")
async def ask_substitute(visit: Visit) -> None:
    """Explain what looking for a substitute means, before it is announced in the channel."""
    match = await visit.read_match()
    if not match.seats_of(visit.user_id):
        raise make_no_seat_error()
    say = visit.say_about(match)
    question = T(
        "Look for a substitute? The channel is told once, without a ping. You play on until somebody steps in; they "
        "take your seat as it is, with your hand."
    )
    buttons = [
        button(say(T("Look for one")), Id("seek", match.id, rest="1"), style=discord.ButtonStyle.primary),
        button(say(T("Back")), Id("less", match.id)),
    ]
    lines = [say(question), *(["-# " + say(_PLAYERS_DECIDE)] if match.private else [])]
    await visit.answer(layout(text(*lines), *rows(buttons)), files=[])


@action("seek", "update")
async def seek(visit: Visit) -> None:
    """Offer one's seat to a substitute, or take the offer back."""
    wanted = visit.id.rest == "1"
    done = await visit.change(lambda match: substitutes.seek(match, visit.who, wanted=wanted))
    match, say = done.match, visit.say_about(done.match)
    if wanted:
        await post_offers(visit.bot, match)
        told = T("The channel knows that you are looking for a substitute. Play on until somebody steps in.")
    else:
        told = T("You are not looking for a substitute any more.")
    await visit.answer(say(told), files=[])


@action("step_in", "update")
async def step_in(visit: Visit) -> None:
    """Handle *Step in*: take over the seat; in a match for invited people, ask its players."""
    seat: Seat = visit.number
    match = await visit.read_match()
    blocked = await read_blocked(visit.bot, match, visit.user_id)
    if match.private:
        asked = await visit.referee.change(
            match.id,
            visit.who,
            lambda found: substitutes.ask_to_step_in(found, visit.who, seat, blocked=blocked, now=visit.now),
        )
        await post_proposal(visit, asked.match)
        await errors.answer(visit.interaction, visit.say_about(asked.match)(_ASKED))
        return
    done = await visit.change(lambda match: substitutes.step_in(match, visit.who, seat, blocked=blocked, now=visit.now))
    said = visit.bot.say_to_all(done.match)(T("{player} has stepped in. Thank you!", player=Player(seat)))
    await visit.answer(said)
    await deliver(visit, done)


async def post_offers(client: Client, match: Match, *, again: bool = False) -> None:
    """Post a card with *Step in* for each offered seat, in the channel where the match was opened. Cards ping nobody.

    `again`: an earlier attempt may have posted some cards; look for them first.
    """
    async with lock_card(client, match.id):
        match = await client.referee.match(match.id)
        place = client.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
        seeking = {each.user_id: each.seat for each in reversed(match.seats) if each.seeks and not each.resigned}
        for seat in seeking.values() if match.phase in ("running", "paused") else ():
            to = Id("step_in", match.id, rest=str(seat))
            if not (again and await find_own_message(client, place, to.__eq__)):
                view = build_offer(match, seat, client.say_to_all(match))
                await place.send(view=view, nonce=f"offer-{match.id}-{match.rev}-{seat}")
        await client.outbox.settle_edit(match, "offer")


def build_offer(match: Match, seat: Seat, say: Say) -> discord.ui.LayoutView:
    """Build the card of somebody who looks for a substitute."""
    heading = say(T("{player} is looking for a substitute", player=Player(seat)))
    lines = [f"### {heading}", say(T("{game} · {pace}", game=match.words.TITLE, pace=describe_pace(match)))]
    if match.card_channel_id is not None:
        lines[-1] += f" · <#{match.channel_id}>"
    lines.append(
        "-# " + say(T("If you step in, you take the seat as it is. Your stats will show that you stepped in."))
    )
    if match.private:
        lines.append("-# " + say(_PLAYERS_DECIDE))
    to = Id("step_in", match.id, rest=str(seat))
    return layout(text(*lines), *rows([button(say(T("Step in")), to, style=discord.ButtonStyle.success)]))


@on("repair_offer")
async def offer_again(bot: Client, match: Match) -> None:
    """Post the cards of offered seats that are missing."""
    if match.phase != "lobby":
        await post_offers(bot, match, again=True)
