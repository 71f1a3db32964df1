"""The sentences that tell players their result and the plies they have played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from client.messages.result_text import describe_place, list_notes, write_name
from client.messages.turn_text import join_plies
from games.core import Outcome, Seat
from games.rng import Rng
from games.text import T
from matches.match import Match
from matches.results.records import Broken, Record
from matches.texts import Persona, Texts
from tests.support.laws.playouts import load
from tests.support.wire.offline import make_running_match

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


def test_the_card_names_a_broken_record_and_who_broke_it() -> None:
    game = load("docker")
    options = game.options_type()
    match = make_running_match(game, game.setup(2, options, Rng(bytes(32), "setup", 0)), 2, options, language="en")
    holder = match.seats[1]
    assert holder.user_id is not None
    record = Record("tower", T("Tallest tower climbed"), 6, holder.user_id, match.id, 0.0, has_clip=False)
    say = Texts().say("en", match.cast(names=False))
    *_, note = list_notes(match, (), say, (Broken(record, 4),))
    assert note == f"Record of this server! Tallest tower climbed: 6, by {holder.name} (before: 4)"
    assert not any("Record" in each for each in list_notes(match, (), say))
