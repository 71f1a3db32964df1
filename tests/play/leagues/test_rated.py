"""Rated matches through the real client: the host's choice, the card before joining, the result."""

from __future__ import annotations

from msgspec import structs

from client.turn.undo_preview import look_up_agreed_undo
from tests.support.play.table import Table, buttons, has_board, open_lobby, press_more, resign, take_turn, words


async def test_a_rated_match_from_its_lobby_to_the_ratings(at: Table) -> None:
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = await open_lobby(at, anna, players=3)
    assert "Rated" not in words(card.message)
    panel = await press_more(anna, card.message, "House rules …", "Play for ratings")
    assert "★ Rated: the result counts" in words(panel.message)
    rules = (await press_more(anna, card.message, "House rules …")).message
    assert "✓ Play for ratings" in buttons(rules)
    await anna.until(lambda: "★ Rated" in words(card.message))
    assert "Rating 1500 ± 400 (provisional)" in words(card.message)
    looked = await ben.click(card.message, "More")
    assert "If you join · Rating 1500 ± 400 (provisional) · +63 for first place, -63 for last" in words(looked.message)
    await ben.click(card.message, "Join")
    shown = words(card.message)
    assert shown.count("Rating 1500 ± 400 (provisional) · +63 for first place, -63 for last") == 2
    further = (await press_more(anna, card.message, "House rules …")).message
    assert not any("ratings" in label for label in buttons(further))
    refused = await anna.click(rules, "✓ Play for ratings")
    assert "Others have already joined on these terms" in refused.text
    await chiara.click(card.message, "Join")
    assert "Rating" not in words(card.message).replace("Rated: the result counts for everybody's rating.", "")
    for _ in range(3):
        person = at.person((await at.referee.match(1)).awaited[0].name.lower())
        await person.until(lambda person=person: has_board(person))
        await take_turn(person)
    match = await at.referee.match(1)
    assert [await look_up_agreed_undo(at.bot, match, user) for user in match.people] == [None] * 3
    unrated = structs.replace(match, rated=False)
    assert any([await look_up_agreed_undo(at.bot, unrated, user) for user in match.people])
    for person in (ben, chiara):
        await resign(person)
    ratings = await at.bot.rating_book.read()
    winner, *others = (ratings.find(user, "docker").number for user in match.people)
    assert winner > 1500 > max(others), "a player who resigns loses"
