"""Computer players are persons: told apart at one table, and met again."""

from __future__ import annotations

import pytest
from msgspec import structs

from client.lobby.invitations import build_invitation, has_lost
from client.messages.log_text import quote_rivals
from client.messages.result_text import list_places
from games.core import Outcome
from games.levels import LEVELS, Level
from matches.lobby.rivals import RIVALS, find_rival, name_rival
from matches.match import Holder
from matches.texts import Texts
from rendering.posters.face import CHARACTERS
from tests.support.matches.house import ANNA, BEN, House

SAY = Texts().say("en")


@pytest.mark.parametrize("level", LEVELS)
def test_the_players_at_one_table_are_told_apart_and_met_again(level: Level) -> None:
    def seat_five(host: int, game: str) -> list[str]:
        names: list[str] = []
        for _ in range(5):
            names.append(name_rival(host, game, level, names))
        return names

    for host in range(20):
        names = seat_five(host, "docker")
        assert len(set(names)) == 5
        assert names == seat_five(host, "docker"), "the same person meets the same characters"
        assert all(rival.level == level for name in names[:4] if (rival := find_rival(name)))
    assert len({seat_five(host, game)[0] for host in range(20) for game in ("docker", "dog_royal")}) == 4


def test_there_are_a_dozen() -> None:
    assert len({rival.name for rival in RIVALS}) == 12
    assert find_rival("Slowboat") is None


async def test_one_of_them_says_something_at_the_end(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    seats = (match.holder(0), Holder(1, None, "Gale", level="strong"))
    for ranking, line in ((((1,), (0,)), "Fair wind, fair game."), (((0,), (1,)), "The wind has turned. Well played.")):
        ended = structs.replace(match, phase="finished", seats=seats, outcome=Outcome(ranking))
        assert quote_rivals(ended, SAY) == [f"-# {SAY_NAME}: “{line}”"]
    assert quote_rivals(structs.replace(match, phase="finished", outcome=Outcome(((0,), (1,)))), SAY) == []


SAY_NAME = "▲ Yellow"


async def test_a_rematch_of_a_lost_match_is_for_revenge(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    ended = structs.replace(match, phase="finished", outcome=Outcome(((0,), (1,))))
    people = [ended.holder(seat).user_id or 0 for seat in (0, 1)]
    assert [has_lost(ended, user) for user in people] == [False, True]
    assert not has_lost(ended, 999)
    for revenge in (False, True):
        shown = build_invitation(match, [BEN], SAY, revenge=revenge).to_components()
        assert ("wants revenge" in str(shown)) is revenge


async def test_they_have_faces_on_the_card_of_the_winners(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    seats = (match.holder(0), Holder(1, None, "Gale", level="strong"))
    ended = structs.replace(match, phase="finished", seats=seats, outcome=Outcome(((1,), (0,))))
    assert [(each.name in CHARACTERS, each.machine) for each in list_places(ended, SAY)] == [
        (True, True),
        (False, False),
    ]
    assert {rival.name for rival in RIVALS} == CHARACTERS.keys(), "each has a face of their own, drawn by name"
