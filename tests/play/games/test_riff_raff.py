"""Riff Raff through the real client: settles in a worker, films, secret cards, the risk meter."""

from __future__ import annotations

import random
import re
import zlib

import pytest
from msgspec import structs

from games.riff_raff.loading.settled import Void
from matches.change import Change
from matches.match import Match
from matches.referee import MACHINE
from sandbox.discord.model import Message
from sandbox.person.person import Person, pictures
from tests.support.play.blank import paint_blank
from tests.support.play.ship import PEOPLE, Stub, a_film, a_loading, choose_cards, next_board, public, to_first_loading
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    decide,
    find_board,
    list_menus,
    open_match,
    open_panel,
    wait_for_new_board,
    words,
)


def find_person_to_move(at: Table, match: Match) -> Person:
    return at.person(match.holder(match.to_act[0]).name.lower())


async def wait_for_rest(at: Table, person: Person) -> Match:
    """Wait until nature has moved; return the match."""
    await person.until(lambda: not at.referee.cache[1].match.waits_for_machine)
    return await at.referee.match(1)


async def to_preview(person: Person) -> Message:
    """Open the panel with a whole loading chosen, always the last option of the first menu."""
    panel = await open_panel(person)
    for _ in range(8):
        if "Confirm" in buttons(panel):
            return panel
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[-1]["value"])
    raise AssertionError(f"no preview: {words(panel)}")


def gifs(message: Message) -> list[str]:
    return [file.filename for file in message.attachments if file.filename.endswith(".gif")]


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_whole_match(at: Table, monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    paint_blank(monkeypatch)
    Stub(failing=(2, 5, 6)).rule(at)
    await open_match(at, "riffraff new", PEOPLE[:seats], {"two_player_passes": 1})
    choice = random.Random(seats)
    anna = at.person("anna")
    for _ in range(400):
        match = await wait_for_rest(at, anna)
        if match.phase != "running":
            break
        phase, person = match.state.phase, find_person_to_move(at, match)
        if phase == "select":
            card = choice.choice(match.game.legal_moves(match.state, match.to_act[0])).code
            await person.slash("riffraff move", {"move": card})
        elif phase in ("announce", "piece"):
            await person.slash("riffraff move", a_loading(match, choice))
        else:
            await decide(at, person, choice)
        await anna.until(lambda seq=match.seq: at.referee.cache[1].match.seq > seq)
    assert match.phase == "finished"
    log = await at.referee.store.transaction(lambda tx: tx.read_log(1))
    assert sum(row.code == Void().code for row in log) >= 3
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    assert any(end in words(last) for end in ("win", "draw", "Fewest pieces left")), words(last)
    names = [file.filename for message in public(anna) for file in message.attachments]
    assert len(set(names)) == len(names), "a board was posted twice"
    assert "✓" in (await anna.slash("match", {"show": "fair_play"})).text
    await anna.until(lambda: not any("Play" in buttons(message) for message in public(anna)))


async def test_spectators_guess_under_a_board_and_the_next_one_names_who_was_right(at: Table) -> None:
    Stub(falls=True).rule(at)
    anna = await to_first_loading(at)
    shown, chiara = find_board(anna), at.person("chiara")
    assert "only spectators can predict" in (await anna.click(shown, "Does it hold?")).text
    assert "Right predictions" not in words(shown)
    for answer in ("the next loading holds", "something falls at the next loading"):  # the last one counts
        asked = (await chiara.click(shown, "Does it hold?")).message
        noted = await chiara.choose(asked, "Your prediction", answer)
        assert words(noted.message).startswith(f"Noted: {answer}.")
    await anna.slash("riffraff move", a_loading(await at.referee.match(1), random.Random(1)))
    after = await next_board(anna, shown)
    assert f"Right predictions: <@{chiara.user.id}> 1/1" in words(after)
    asked = (await chiara.click(after, "Does it hold?")).message
    noted = await chiara.choose(asked, "Your prediction", "the next loading holds")
    assert "Right so far: 1 of 1." in words(noted.message)


async def test_a_loading_with_its_film(at: Table) -> None:
    """Load with the real physics and the real film, click by click."""
    anna = await to_first_loading(at)
    shown = find_board(anna)
    panel = await to_preview(anna)
    before = pictures(panel)
    assert "Nobody sees this before you confirm it." in words(panel)
    await anna.click(panel, "Undo the last step")
    assert pictures(panel) != before
    await anna.click(panel, "Start the turn over")
    panel = await to_preview(anna)
    assert pictures(panel) == before, "the same loading, the same preview"
    assert find_board(anna) is shown, "all this was private"
    await anna.click(panel, "Confirm")
    after = await next_board(anna, shown)
    match = await at.referee.match(1)
    settled = match.seq
    assert [file.filename for file in after.attachments] == [f"riff_raff-1-{settled}.gif"], "one picture a message"
    told = after.attachments[0].description or ""
    assert told.startswith("Riff Raff. "), "the film ends with the board, and is described as such"
    (gif,) = pictures(after)
    assert gif.startswith(b"GIF89a")
    assert len(gif) < 600_000
    assert re.search(r"loads on area \d+: \w+ \(\d+% safe\)\. ", words(after))
    # Ben loads. His board comes with his film, not with Anna's again, and hers stays where it is.
    ben = at.person("ben")
    await ben.slash("riffraff move", a_loading(match, random.Random(1)))
    last = await next_board(ben, after)
    (his,) = gifs(last)
    assert his != f"riff_raff-1-{settled}.gif"
    await anna.until(lambda: "Play" not in buttons(after))
    assert gifs(after) == [f"riff_raff-1-{settled}.gif"]
    # A new round has begun: choosing updates the words of this board, around its film.
    files = [file.filename for file in last.attachments]
    await choose_cards(at, 5)
    await anna.until(lambda: "has chosen a card" in words(last))
    assert [file.filename for file in last.attachments] == files
    assert len(public(anna)) == 4


async def test_a_restart_while_the_ship_is_rocking(at: Table) -> None:
    anna = await to_first_loading(at)
    shown = find_board(anna)
    panel = await to_preview(anna)
    anna.click(panel, "Confirm")
    await anna.until(lambda: "The ship is rocking." in words(panel))
    seq = (await at.referee.match(1)).seq
    await at.restart()
    after = await next_board(anna, shown)
    match = await at.referee.match(1)
    assert match.seq == seq + 1
    assert match.state.last is not None, "the settle was repeated, not given up"
    assert gifs(after)
    await at.bot.sweep()
    await at.restart()
    assert len(public(anna)) == 3, "boards of the start, the cards and the loading"


async def test_others_are_answered_while_the_ship_is_rocking(at: Table) -> None:
    anna = await to_first_loading(at)
    stub = Stub().rule(at)
    stub.calm.clear()
    panel = await to_preview(anna)
    click = anna.click(panel, "Confirm")
    await anna.until(lambda: stub.asked)
    ben = at.person("ben")
    answer = await ben.click(find_board(ben), "Position in words")
    assert "rocking" in answer.text or "area" in answer.text
    elsewhere = await ben.at("general").slash("docker new", {"players": 2})
    assert not elsewhere.failed
    again = await anna.click(find_board(anna), "Play")
    assert not list_menus(again.message), "nothing to choose until the ship rests"
    shown = find_board(anna)
    stub.calm.set()
    await click
    await wait_for_new_board(anna, shown)


async def test_a_settle_that_fails_gives_the_turn_back(at: Table) -> None:
    anna = await to_first_loading(at)
    Stub(failing=(1,)).rule(at)
    before = (await at.referee.match(1)).state
    for sentence in ("could not be calculated", "loads on area"):
        shown = find_board(anna)
        await anna.click(await to_preview(anna), "Confirm")
        assert sentence in words(await wait_for_new_board(anna, shown))
        match = await at.referee.match(1)
        if match.state.last is None:
            assert match.state.supplies == before.supplies
            assert find_person_to_move(at, match).user is anna.user
    assert match.state.last is not None


async def test_a_chosen_card_is_secret_until_all_are_shown(at: Table) -> None:
    await open_match(at, "riffraff new", PEOPLE[:3], {"hide_played": True})
    anna, ben = at.person("anna"), at.person("ben")
    seen = []
    for card in (3, 9):
        await choose_cards(at, card)
        await anna.until(lambda: "Anna) has chosen a card" in words(find_board(anna)))
        match = await at.referee.match(1)
        assert match.state.chosen[0] == card
        panel = await open_panel(ben)
        private = (await ben.slash("board")).message
        told = (await ben.slash("board", {"text": True})).text
        said = list(dict.fromkeys(words(find_board(ben)).splitlines()))  # the change itself is public
        seen.append(
            (
                match.view(1),
                said,
                words(panel),
                list_menus(panel),
                pictures(panel),
                words(private),
                pictures(private),
                told,
            )
        )
    for one, other in zip(*seen, strict=True):
        assert one == other, "Ben can tell Anna's cards apart"
    assert await ben.autocomplete("riffraff move", {"move": "card/10"}, focused="move")
    shown = find_board(anna)
    for name, card in (("ben", 1), ("chiara", 2)):
        await at.person(name).slash("riffraff move", {"move": f"card/{card}"})
    assert "Anna) 9" in words(await wait_for_new_board(anna, shown))


async def test_no_film_before_the_hand_is_stretched_out(at: Table) -> None:
    """Hold the film back with catch_mode reaction, because it would show which pieces fall, and where."""
    anna = await to_first_loading(at, {"catch_mode": "reaction"})
    Stub(falls=True, film=a_film((1,))).rule(at)
    shown = find_board(anna)
    loading = a_loading(await at.referee.match(1), random.Random(3))
    loading[[*loading][-1]] = "one"  # the hands
    await anna.slash("riffraff move", loading)
    heeling = await next_board(anna, shown)
    assert "The ship heels" in words(heeling)
    assert gifs(heeling) == []
    assert "overboard" not in words(heeling)
    await at.restart()
    assert gifs(find_board(anna)) == []
    await anna.slash("riffraff move", {"move": "catch/bow"})
    after = await next_board(anna, heeling)
    assert "overboard" in words(after)
    assert gifs(after) == [f"riff_raff-1-{(await at.referee.match(1)).seq}.gif"]


async def test_a_board_does_not_wait_for_a_film_that_cannot_be_drawn(at: Table) -> None:
    anna = await to_first_loading(at)
    Stub(film=zlib.compress(b"no film")).rule(at)
    for _ in range(2):
        shown = find_board(anna)
        match = await at.referee.match(1)
        await find_person_to_move(at, match).slash("riffraff move", a_loading(match, random.Random(3)))
        assert gifs(await next_board(anna, shown)) == []


async def test_the_risk_meter(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask with the promised number of tries, then with few: each is a loading with real physics."""
    anna = await to_first_loading(at, {"risk_meter": True})
    panel = await to_preview(anna)
    for tries, left in ((40, "2 more times"), (2, "once more"), (2, "last question")):
        if tries < 40:
            monkeypatch.setattr("client.turn.risk.SAMPLES", tries)
            monkeypatch.setattr("client.turn.risk.STEP", tries)
        answer = await anna.click(panel, "How risky?")
        told = await anna.until(
            lambda answer=answer: (now := words(answer.message)) and "Holds in" in now and now, within=45
        )
        assert f"% of {tries} tries" in told
        assert left in told
    refused = await anna.click(panel, "How risky?")
    assert "used all your questions" in refused.text
    shown = find_board(anna)
    await anna.click(panel, "Confirm")
    await next_board(anna, shown)


@pytest.mark.parametrize("rated", [False, True])
async def test_the_quick_meter_is_for_casual_matches(at: Table, rated: bool) -> None:
    anna = await to_first_loading(at)
    if rated:
        await at.referee.change(1, MACHINE, lambda match: Change(structs.replace(match, rated=True)))
    panel = await to_preview(anna)
    assert ("A quick estimate from 200 tries: holds in" in words(panel)) is not rated
    described = panel.attachments[0].description or ""
    row = re.search(r"Chances along the row, in percent: [A-T] \d+(, [A-T] \d+)*\. Chosen: [A-T]\.$", described)
    assert (row is None) is rated


async def test_without_the_option_there_is_no_risk_meter(at: Table) -> None:
    anna = await to_first_loading(at)
    assert "How risky?" not in buttons(await to_preview(anna))


async def test_a_chosen_loading_is_changed_by_a_menu_that_leaves_the_picture_in_sight(at: Table) -> None:
    anna = await to_first_loading(at)
    panel = await to_preview(anna)
    assert next(iter(buttons(panel))) == "Confirm"
    assert len(buttons(panel)) <= 4
    ((menu, options),) = list_menus(panel).items()
    assert all(option["label"].endswith("/10)") for option in options)
    chosen = await read_draft(at, anna)
    await anna.choose(panel, menu, options[0]["value"])
    changed = await read_draft(at, anna)
    assert " ".join(changed) == options[0]["value"]
    assert changed != chosen
    assert "Confirm" in buttons(panel)


async def read_draft(at: Table, person: Person) -> tuple[str, ...]:
    """Read the turn that a person has chosen and not confirmed."""
    match = await at.referee.match(1)
    (seat,) = match.seats_of(person.user.id)
    return await at.referee.draft(match, seat)


async def test_the_last_card_is_final_only_when_confirmed(at: Table) -> None:
    """The others' cards lie on the table, so the last choice reveals all; an earlier one may still be changed."""
    await open_match(at, "riffraff new", PEOPLE[:2])
    anna, ben = at.person("anna"), at.person("ben")
    for person, is_last in ((anna, False), (ben, True)):
        panel = await open_panel(person)
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[2]["value"])
        assert ("Confirm" in buttons(panel)) is is_last
        assert ("this is final" in words(panel)) is is_last
    assert (await at.referee.match(1)).state.phase == "select", "nothing is revealed yet"
    await ben.click(panel, "Confirm")
    await ben.until(lambda: "Cards of round 1" in words(find_board(ben)))
