"""Resign, after a private confirmation; and let the bot play one's forced moves."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import action
from client.core.visit import Visit
from client.turn.turn import follow_up, show_panel
from games.text import T
from matches.errors import make_no_seat_error
from matches.play import resign, set_auto


@action("resign", "private")
async def ask_to_resign(visit: Visit) -> None:
    """Ask for confirmation in private before resigning."""
    match = await visit.read_match()
    if visit.user_id not in match.people:
        raise make_no_seat_error()
    await visit.ask(
        T(
            "Do you really want to resign? A computer player takes your seat; if only one person is left, the match "
            "ends."
        ),
        "resign_now",
        match,
        T("Yes, I resign"),
    )


@action("resign_now", "update")
async def resign_now(visit: Visit) -> None:
    """Resign after the confirmation."""
    done = await visit.change(lambda match: resign(match, visit.who, now=visit.now))
    await follow_up(visit, done, said=visit.say(T("You have resigned.")))


@action("auto", "update")
async def switch_auto(visit: Visit) -> None:
    """Switch the automatic playing of forced moves on or off."""
    on = visit.id.rest == "on"
    done = await visit.change(lambda match: set_auto(match, visit.who, on=on))
    done = await visit.bot.machines.run(done)
    told = T("From now on, forced moves are played for you.") if on else T("From now on, you make every move.")
    say = visit.say_about(done.match)
    note = say(told)
    if on and done.match.game.has_private_hands:
        note += " " + say(T("The others can tell from such a move that your hand left you no choice."))
    await show_panel(visit, done.match, note=note)
    await visit.bot[Postman].post_board(done, visit.interaction)
