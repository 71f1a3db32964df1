"""Challenge somebody on a ladder: choose one of the people just above; the match opens in a thread of its own."""

from __future__ import annotations

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
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
async def offer_challenges(visit: Visit) -> None:
    """Handle *Challenge …*: list the people within reach."""
    say, league = visit.say, await read_league(visit.referee, visit.channel_id)
    order = ladder.compute_order(league)
    options = tuple(
        Option(f"{order.index(user) + 1}. {defuse_name(league.name_of(user))}"[:100], str(user))
        for user in ladder.list_within_reach(league, visit.user_id)
    )
    told = say(T("Whom do you challenge? If you win, you take their place; after a draw they keep it."))
    menu = selects([Menu("", options)], Id("league_challenged"), placeholder=say(T("Challenge …")))
    await visit.answer(layout(text(told), *menu))


@action("league_challenged", "update")
async def challenge(visit: Visit) -> None:
    """Handle the chosen person: open the challenge."""
    if not visit.value.isdecimal():
        raise make_old_button_error()
    other = int(visit.value)

    def work(league: League) -> League:
        return ladder.challenge(league, visit.user_id, other)

    await change_league(visit.referee, visit.channel_id, work)
    visit.interaction.extras[SAVED] = True
    told = T("The match opens in a thread within half a minute. Good luck!")
    await visit.answer(visit.say(told))
