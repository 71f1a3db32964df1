"""The sentences that tell players their result and the plies they have played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from client.messages.result_text import describe_place, write_name
from client.messages.turn_text import join_plies
from games.core import Outcome, Seat
from matches.match import Match
from matches.texts import Persona, Texts

CAST = tuple(Persona("", (colour,)) for colour in range(4))


def tell(seat: Seat, *ranking: tuple[Seat, ...], scores: tuple[int, ...] | None = None) -> str:
    match = SimpleNamespace(outcome=Outcome(ranking, scores))
    text = describe_place(cast("Match", match), seat)
    assert text is not None
    return Texts().say("en", CAST)(text)


def test_places_are_described_in_words() -> None:
    ranking, scores = ((3,), (0, 1), (2,)), (5, 5, 2, 9)
    assert tell(3, *ranking, scores=scores) == "You have won!"
    for seat in (0, 1):
        assert tell(seat, *ranking, scores=scores) == "You finished in place 2, 4 points behind ■ Blue."
    assert tell(2, *ranking, scores=scores) == "You finished in place 4, 7 points behind ■ Blue."
    assert tell(2, *ranking) == "You finished in place 4. ■ Blue has won."
    assert tell(2, (0, 2), (1, 3)) == "You have won together with ● Red!"
    assert tell(1, (0, 1, 2, 3)).startswith("A draw")


def test_a_match_without_a_result_has_no_places() -> None:
    assert describe_place(cast("Match", SimpleNamespace(outcome=None)), 0) is None


def test_pictures_name_players_by_their_colour_where_the_fonts_lack_their_letters() -> None:
    say = Texts().say("de", CAST)
    assert write_name(Persona("Zoë", (0,)), say) == "Zoë"
    assert write_name(Persona("孫悟空", (1,)), say) == "孫悟空"
    assert write_name(Persona("𐓏𐓘𐓻𐓘𐓻𐓟", (1,)), say) == "Gelb"
    assert write_name(Persona("Anna", (2,), former=True), say) == "Grün"


def test_plies_are_joined_as_each_language_sets_a_semicolon() -> None:
    texts = Texts()
    assert join_plies(["Orca", "on J11", "done"], texts.say("en", CAST)) == "Orca; on J11; done"
    assert join_plies(["Orca", "on J11", "done"], texts.say("fr", CAST)) == "Orca\u202f; on J11\u202f; done"
