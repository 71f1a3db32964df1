"""Challenge somebody on a ladder: choose one of the people just above; the match opens in a thread of its own."""

from __future__ import annotations

from client.core.controls import Press, action
from client.core.errors import SAVED
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import layout, selects, text
from games.text import T
from matches.errors import make_old_button_error
from matches.leagues import ladder
from matches.leagues.keeping import change_league, read_league
from matches.leagues.league import League
from matches.texts import defuse_name


@action("league_challenge", "private")
async def offer_challenges(press: Press) -> None:
    """Handle *Challenge …*: list the people within reach."""
    bot, interaction = press.bot, press.interaction
    say, league = bot.say(interaction), await read_league(bot.referee, interaction.channel_id or 0)
    order = ladder.compute_order(league)
    options = tuple(
        Option(f"{order.index(user) + 1}. {defuse_name(league.name_of(user))}"[:100], str(user))
        for user in ladder.list_within_reach(league, interaction.user.id)
    )
    told = say(T("Whom do you challenge? If you win, you take their place; after a draw they keep it."))
    menu = selects([Menu("", options)], Id("league_challenged"), placeholder=say(T("Challenge …")))
    await interaction.edit_original_response(view=layout(text(told), *menu))


@action("league_challenged", "update")
async def challenge(press: Press) -> None:
    """Handle the chosen person: open the challenge."""
    bot, interaction = press.bot, press.interaction
    if not press.value.isdecimal():
        raise make_old_button_error()
    user_id, other = interaction.user.id, int(press.value)

    def work(league: League) -> League:
        return ladder.challenge(league, user_id, other)

    await change_league(bot.referee, interaction.channel_id or 0, work)
    interaction.extras[SAVED] = True
    told = T("The match opens in a thread within half a minute. Good luck!")
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))
