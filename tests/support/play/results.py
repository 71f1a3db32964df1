"""Results of matches nobody played."""

from __future__ import annotations

from data import Transaction
from sandbox.person.person import Person
from tests.support.matches.rows import a_result
from tests.support.play.table import Table


async def fill_results(
    at: Table, anna: Person, ben: Person, count: int, *, rated: int = 1, game: str = "docker"
) -> None:
    """Write results of a number of matches of two people, all of them won by the first, in the sandbox's server."""
    guild = anna.channel.guild.id if anna.channel.guild else 0

    def write(tx: Transaction) -> None:
        for number in range(1, count + 1):
            seats = [(anna.user.id, 1), (ben.user.id, 2)]
            rows = [
                a_result(
                    match_id=number,
                    seat=seat,
                    team=seat,
                    user_id=user,
                    place=place,
                    guild_id=guild,
                    game=game,
                    rated=rated,
                    finished_at=float(number),
                    feats='{"tower": 3, "covered": 2}',
                )
                for seat, (user, place) in enumerate(seats)
            ]
            tx.put_results(number, rows)

    await at.referee.store.transaction(write)
