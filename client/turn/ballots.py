"""Store a person's vote on the move of a channel."""

from __future__ import annotations

from collections.abc import Sequence

from client.core.visit import Visit
from client.messages.crowd_text import describe_ballot, make_vote_button
from client.messages.parts import layout, rows, text
from client.messages.turn_text import describe_turn
from client.turn.open_panels import OpenPanels
from games.core import Seat
from games.text import T
from matches.match import Match
from matches.together import ballots


async def cast_vote(visit: Visit, match: Match, seat: Seat, codes: Sequence[str]) -> None:
    """Store a vote, answer in private, and make the channel's move if the vote is over.

    The board is not posted through the interaction, because that would show who cast the last vote.
    """
    say, said = visit.say_about(match), describe_turn(match, seat, codes, visit.say_about(match))
    done = await ballots.cast(visit.referee, match, visit.who, seat, codes)
    lines, buttons = [say(T("Your vote: {move}", move=said))], make_vote_button(done.match, say)
    if buttons and done.match.decisions.get(seat) == match.decisions.get(seat):
        ballot = await ballots.open_ballot(visit.referee, done.match, visit.who)
        lines.append(describe_ballot(done.match, ballot, say, visit.referee.outages_of(done.match)))
    else:
        lines.append("-# " + say(T("Everybody has voted; the vote is closed.")))
    await visit.bot[OpenPanels].show(visit.interaction, done.match, seat, layout(text(*lines), *rows(buttons)))
    await visit.bot.announce(await visit.bot.machines.run(done))
