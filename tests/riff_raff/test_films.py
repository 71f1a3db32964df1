"""In the cases filmed for decision 9, cargo falls with the old contacts and holds with today's."""

from __future__ import annotations

import pytest

from tests.riff_raff import films
from tests.riff_raff.measure import settle_as_before


@pytest.mark.parametrize("number", range(4))
def test_cargo_that_used_to_creep_holds(number: int) -> None:
    take = films.list_takes()[number]
    before, _ = settle_as_before(take.state, take.drop, filming=False)
    after, _ = films.settle_now(take.state, take.drop)
    assert [fall.piece for fall in before.falls] == [take.drop.piece.id]
    assert after.falls == ()


def test_a_sheet_shows_stills_of_both_films() -> None:
    chest = films.list_takes()[3]
    both = films.film(chest, settle_as_before), films.film(chest, films.settle_now)
    stills = films.cut_stills(both[0].clip)
    assert len(stills) == films.STILLS
    assert films.crop(stills[0]).tobytes() != films.crop(stills[-1]).tobytes(), "the chest falls"
    sheet = films.make_sheet([(chest.name, *both)])
    assert sheet.width > 2 * films.STILLS * films.WIDTH
    assert "0 fell" in both[1].words
