"""What is kept about a person: shown, copied for them, and deleted (`/privacy`)."""

from __future__ import annotations

import discord

from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.errors import SAVED
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
async def export(press: Press) -> None:
    """Export everything about the person who asks, as a file."""
    await send_copy(press.bot, press.interaction)


@action("forget_me", "private")
async def ask_to_forget(press: Press) -> None:
    """Ask for confirmation before a deletion, and explain its effects."""
    say = press.bot.say(press.interaction)
    question = T(
        "Shall I forget you everywhere? In running matches a computer player takes your seat; in ended "
        "ones you become a former player. This cannot be undone."
    )
    sure = button(say(T("Yes, forget me")), Id("forget_me_now"), style=discord.ButtonStyle.danger)
    await press.interaction.edit_original_response(view=layout(text(say(question)), *rows([sure])))


@action("forget_me_now", "update")
async def forget(press: Press) -> None:
    bot, interaction = press.bot, press.interaction
    left = await privacy.forget(bot.referee, interaction.user.id)
    interaction.extras[SAVED] = True
    bot.preferences.forget(interaction.user.id)
    bot.avatars.forget(interaction.user.id)
    for done in left:
        await bot.announce(await bot.machines.run(done))
    await interaction.edit_original_response(
        view=bot.notice(bot.say(interaction)(T("Your data has been deleted. Farewell!")))
    )


async def send_copy(bot: Slowboat, interaction: discord.Interaction) -> None:
    data = await privacy.export(bot.referee, interaction.user.id)
    said = bot.say(interaction)(T("This is everything I keep about you."))
    shown, file = document(data, "slowboat.json")
    await interaction.edit_original_response(view=layout(text(said), shown), attachments=[file])


async def show_privacy(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Show what is kept."""
    await interaction.edit_original_response(view=build_privacy_panel(bot.say(interaction)))
