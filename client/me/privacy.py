"""What is kept about a person: shown, copied for them, and deleted (*Privacy*)."""

from __future__ import annotations

import discord

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, document, layout, rows, text
from games.text import Say, T
from matches.people import privacy

KEPT = (
    T(
        "Your Discord id and name in the seats you play, your moves, and when you made them, but nothing that you "
        "write."
    ),
    T(
        "The results of your matches: place, score, partner, pace, and how fast you replied; your stats come from "
        "these."
    ),
    T("What you chose under /me, such as language, time zone, quiet hours, the look of pictures and extra messages."),
    T("The people you have blocked from your lobbies, and the lobbies you were invited to."),
    T(
        "If you have seen somebody's hidden cards in a running match: a code without your name or id, so that you "
        "take no other seat there. It stays if I forget you, and is deleted when the match ends."
    ),
    T("I read no messages and pass nothing on to anybody."),
    T("Ended matches are kept; a server's matches are deleted 30 days after it removes me."),
    T('Matches in our direct messages are yours alone: "Forget me" deletes them.'),
    T("Backups are kept for four weeks. After that, deleted data is gone from them, too."),
)


def build_privacy_panel(say: Say) -> discord.ui.LayoutView:
    """List the stored data, with the buttons."""
    heading = say(T("What I keep about you"))
    buttons = [
        button(say(T("Get a copy")), Id("my_data")),
        button(say(T("Forget me")), Id("forget_me"), style=discord.ButtonStyle.danger),
    ]
    return layout(text(f"### {heading}", *(f"• {say(line)}" for line in KEPT)), *rows(buttons))


@action("my_data", "private")
async def export(visit: Visit) -> None:
    """Export everything about the person who asks, as a file."""
    await send_copy(visit)


@action("forget_me", "private")
async def ask_to_forget(visit: Visit) -> None:
    """Ask for confirmation before a deletion, and explain its effects."""
    say = visit.say
    question = T(
        "Shall I forget you everywhere? In running matches a computer player takes your seat; in ended "
        "ones you become a former player. This cannot be undone."
    )
    sure = button(say(T("Yes, forget me")), Id("forget_me_now"), style=discord.ButtonStyle.danger)
    await visit.answer(layout(text(say(question)), *rows([sure])))


@action("forget_me_now", "update")
async def forget(visit: Visit) -> None:
    left = await privacy.forget(visit.referee, visit.user_id)
    visit.interaction.extras[SAVED] = True
    visit.bot.preferences.forget(visit.user_id)
    visit.bot.avatars.forget(visit.user_id)
    for done in left:
        await visit.bot.announce(await visit.bot.machines.run(done))
    await visit.answer(T("Your data has been deleted. Farewell!"))


async def send_copy(visit: Visit) -> None:
    data = await privacy.export(visit.referee, visit.user_id)
    said = visit.say(T("This is everything I keep about you."))
    shown, file = document(data, "slowboat.json")
    await visit.answer(layout(text(said), shown), files=[file])


async def show_privacy(visit: Visit) -> None:
    """Show what is kept."""
    await visit.answer(build_privacy_panel(visit.say))
