"""Show a match to somebody who has no seat in it: the position as everybody knows it, and what there is to see."""

from __future__ import annotations

from client.core.visit import Visit
from client.messages.alt_text import describe_ending
from client.messages.crowd_text import make_audience_buttons
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.pictures.films import make_film_button
from games.text import T
from matches.machines.offload import run_rules
from matches.match import Match


async def show_watcher(visit: Visit, match: Match) -> None:
    """Answer with the public position, who leads, and buttons that show more."""
    say, view = visit.say_about(match), match.view(None)
    drawn = await visit.bot.painter.draw_private_board(
        match, visit.language, seat=None, ended=describe_ending(match), look=visit.look
    )
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    watching = say(T("You are watching {game}.", game=match.words.TITLE))
    standing = match.words.standing(view)
    lines = [f"**{watching}** {say(match.words.status(view))}", *([f"-# {say(standing)}"] if standing else [])]
    buttons = [
        *await run_rules(match.game, lambda: make_audience_buttons(match, visit.user_id, say)),
        button(say(T("What has happened")), Id("journal", match.id)),
        button(say(T("Position in words")), Id("words", match.id)),
        make_film_button(match, say),
    ]
    await visit.answer(layout(text(*lines), shown, *rows(buttons)), files=[file])
