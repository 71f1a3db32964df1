"""Show the seal of a match, and check its dice and shuffles once it is over (*Fair play*)."""

from __future__ import annotations

import asyncio

from client.core.controls import action
from client.core.visit import Visit
from client.messages.parts import layout, text
from games.rng import compute_commitment
from games.text import N, Say, T
from matches.archive.verify import verify
from matches.directory import read_log
from matches.match import Match


def describe_seal(secret: bytes, say: Say) -> str:
    """Write the whole seal of a match, and how it appears on the first board."""
    return say(T("Fair-play seal; the first board shows its beginning: {hash}", hash=compute_commitment(secret)))


@action("fair_play", "private")
async def show_fair_play(visit: Visit) -> None:
    """Handle *Fair play*: show the seal of a match, and its secret once the match is over."""
    await show_seal(visit, await visit.read_match())


async def show_seal(visit: Visit, match: Match) -> None:
    """Show the seal of a match; once it is over, check dice and shuffles against it."""
    say = visit.say_about(match)
    secret = match.secret
    lines = [describe_seal(secret, say)]
    if match.phase in ("lobby", "running", "paused"):
        lines.append(
            say(T("Its secret is published when the match is over, so that anybody can check the dice and shuffles."))
        )
    else:
        log = await read_log(visit.referee, match.id)
        lines.append(say(T("Secret: {secret}", secret=secret.hex())))
        if match.state is not None:
            verdict = await asyncio.to_thread(verify, match, log)
            if verdict.differs is None:
                lines.append(
                    say(
                        N(
                            "✓ Replayed from the secret: the one move and all dice and shuffles are the same.",
                            "✓ Replayed from the secret: all {count} moves, dice and shuffles are the same.",
                            verdict.plies,
                        )
                    )
                )
            else:
                lines.append(say(T("✗ Move {number} gives a different result.", number=verdict.differs)))
    await visit.answer(layout(text(*lines)))
