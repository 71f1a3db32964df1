"""Deciding together, through the real client: taking back, pauses, seats that change hands, the end by consent."""

from __future__ import annotations

from typing import Any

import pytest

from client.board.board_messages import BoardMessages
from client.pictures.painter import Painter
from matches.lobby import lobby
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.referee import Request
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons, menus, pictures
from tests.support.play.days import (
    DAY,
    HOUR,
    find_players,
    list_boards,
    list_public,
    menus_of,
    pass_time,
    play_something,
    read_match,
    wait_for_board_with,
)
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    open_match,
    press_here,
    resign,
    take_turn,
    wait_for_new_board,
    words,
)


async def more(person: Person) -> Message:
    """Press *More* on the newest board."""
    return (await person.click(list_boards(person)[-1], "More")).message


async def the_vote(person: Person) -> Message:
    """Find the newest message that asks everybody."""
    found: Message = await person.until(
        lambda: next((m for m in reversed(list_public(person)) if not m.deleted and "Agree" in buttons(m)), None)
    )
    return found


async def ask_to_take_back(person: Person) -> Message:
    page = await more(person)
    await person.click(page, "Ask to take back …")
    assert "drawn tiles and cards come back in the same order" in words(page)
    assert len(pictures(page)) == 1, "the position after taking back is shown"
    await person.click(page, "Ask the others")
    return await the_vote(person)


async def test_a_turn_is_taken_back_by_consent(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben", "chiara"))
    first, _ = await find_players(at)
    before = (await read_match(at)).state
    await pass_time(at, 600, step=600)
    await take_turn(first)
    after = (await read_match(at)).state
    vote = await ask_to_take_back(first)
    assert "asks to take back" in words(vote)
    assert "• " in words(vote), "the moves to be taken back are described"
    assert len(pictures(vote)) == 1
    others = [at.person(name) for name in ("anna", "ben", "chiara") if at.person(name).user is not first.user]
    assert all(vote in other.pings() for other in others), "the people asked are pinged"
    stranger = await at.person("dana").click(vote, "Agree")
    assert "players of this match" in stranger.text
    assert "the others decide" in (await first.click(vote, "Agree")).text
    await at.restart()
    one, two = others[0].click(vote, "Agree"), others[0].click(vote, "Agree")
    await one.acknowledgement()
    await two.acknowledgement()
    await first.until(lambda: "Agreed: " in words(vote))
    assert (await read_match(at)).state == after, "one agreement is not enough"
    assert len(pictures(vote)) == 1, "the picture stays while people vote"
    await pass_time(at, 60, step=60)
    assert not vote.deleted, "the vote is still open"
    await at.restart()
    await others[1].click(vote, "Agree")
    shown = await wait_for_board_with(first, "has taken back a turn")
    assert "Everybody has agreed" in words(vote)
    assert buttons(vote) == {}
    match = await read_match(at)
    assert match.state == before
    assert match.awaited[0].user_id == first.user.id
    await pass_time(at, 60, step=60)
    assert not vote.deleted, "the vote stays in the channel as a record"
    assert shown.id == list_boards(first)[-1].id


async def test_a_refused_or_withdrawn_proposal_can_be_made_again(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    first, other = await find_players(at)
    await take_turn(first)
    state = (await read_match(at)).state
    vote = await ask_to_take_back(first)
    await other.click(vote, "Refuse")
    assert "has refused: to take back a turn" in words(vote)
    vote = await ask_to_take_back(first)
    await first.click(vote, "Refuse")
    assert "Withdrawn" in words(vote)
    assert (await read_match(at)).state == state
    vote = await ask_to_take_back(first)
    page = await more(first)
    assert f"/{vote.channel.id}/{vote.id}" in words(page), "*More* shows the open vote"
    await take_turn(other)
    await pass_time(at, 60, step=60)
    assert vote.deleted, "a move by another player drops the vote"
    assert "decided already" in (await press_anyway(other, vote, "agree")).text


async def press_anyway(person: Person, vote: Message, action: str) -> Any:
    """Press a button of a message that has just been deleted."""
    shown = list_boards(person)[-1]
    number = next(custom_id.split(":")[3] for custom_id in _ids(vote) if f":{action}:" in custom_id)
    custom_id = f"sb:{action}:1:{number}:"
    extra = {"type": 2, "style": 2, "label": "late", "custom_id": custom_id, "id": 900}
    shown.components[0]["components"].append({"type": 1, "id": 901, "components": [extra]})
    try:
        return await person.click(shown, custom_id)
    finally:
        shown.components[0]["components"].pop()


def _ids(message: Message) -> list[str]:
    return list(buttons(message).values())


async def test_a_vote_whose_picture_cannot_be_made_is_asked_without_it(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_to_draw(*_: object, **__: object) -> None:
        raise WorkerFailed("no paint")

    await open_match(at, "docker new", ("anna", "ben"))
    first, other = await find_players(at)
    await take_turn(first)
    page = await more(first)
    with monkeypatch.context() as out_of_paint:
        out_of_paint.setattr(Painter, "draw_position", fail_to_draw)
        assert "could not do that just now" in (await first.click(page, "Ask to take back …")).text
    page = await more(first)
    await first.click(page, "Ask to take back …")
    monkeypatch.setattr(Painter, "draw_position", fail_to_draw)
    await first.click(page, "Ask the others")
    vote = await the_vote(first)
    assert pictures(vote) == []
    await other.click(vote, "Agree")
    await wait_for_board_with(first, "has taken back a turn")


async def test_a_vote_nobody_answers_is_dropped(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    first, _ = await find_players(at)
    page = await more(first)
    await press_here(first, page, "End without a result …")
    await first.click(page, "Propose it")
    vote = await the_vote(first)
    await pass_time(at, 2 * DAY + HOUR, step=6 * HOUR)
    assert vote.deleted
    assert (await read_match(at)).phase == "running"


async def test_a_match_ends_without_a_result_by_consent(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    first, other = await find_players(at)
    assert "You have no seat" in (await at.person("chiara").slash("match", {"show": "end"})).text
    page = (await first.slash("match", {"show": "end"})).message
    await first.click(page, "Propose it")
    await other.click(await the_vote(other), "Agree")
    shown = await wait_for_board_with(first, "The match was cancelled.")
    assert "Rematch" in buttons(shown)
    assert (await read_match(at)).phase == "cancelled"


async def test_a_pause_ends_early_by_agreement_or_at_its_date(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    first, other = await find_players(at)
    for early in (True, False):
        page = await more(first)
        await first.click(page, "Pause …")
        await first.click(page, "3 days")
        await other.click(await the_vote(other), "Agree")
        shown = await wait_for_board_with(first, "The match is paused, as you agreed.")
        assert "continues automatically on <t:" in words(shown)
        assert "Play" not in buttons(shown)
        await pass_time(at, 2 * DAY, step=6 * HOUR)
        assert (await read_match(at)).phase == "paused"
        assert "is paused" in (await first.slash("docker move", {"move": "x"})).text
        if early:
            stranger = await at.person("dana").click(shown, "I'm ready")
            assert "players of this match" in stranger.text
            assert "Still waiting" in (await first.click(shown, "I'm ready")).text
            await first.until(lambda: "Ready to go on" in words(list_boards(first)[-1]))
            await at.restart()
            await first.click(shown, "I'm ready")
            assert (await read_match(at)).phase == "paused", "one agreement of two is not enough"
            await other.click(shown, "I'm ready")
        else:
            await pass_time(at, DAY + HOUR)
        shown = await wait_for_board_with(first, "The match goes on.")
        assert (await read_match(at)).phase == "running"
        assert (await find_players(at))[0].user is first.user
        assert "Time limit" in words(shown)
        await pass_time(at, 600, step=600)


async def test_somebody_takes_the_seat_of_one_who_is_absent(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben", "chiara"), {"pace": "brisk"})
    absent = (await find_players(at))[0]
    name = absent.user.name
    match = await read_match(at)
    for _ in range(12):
        if any(holder.stand_in == "until_back" for holder in match.seats):
            break
        now = (await find_players(at))[0]
        if now.user is absent.user:
            await pass_time(at, 9 * HOUR)
        else:
            await take_turn(now)
        match = await read_match(at)
    present = [at.person(n) for n in ("anna", "ben", "chiara") if n != name]
    shown = await wait_for_board_with(present[0], "A stand-in plays for ")
    take = next(label for label in buttons(shown) if label.startswith("Take the seat"))
    assert "play in this match already" in (await present[0].click(shown, take)).text
    dana = at.person("dana")
    await dana.click(shown, take)
    vote = await the_vote(dana)
    assert "would like to take over the seat" in words(vote)
    assert "Dana" in words(vote)
    for person in present:
        await person.click(vote, "Agree").acknowledgement()
        await person.until(lambda person=person: person.user.name.title() in words(vote) or not buttons(vote))
    await dana.until(lambda: "A stand-in plays for" not in words(list_boards(dana)[-1]))
    match = await read_match(at)
    assert dana.user.id in match.people
    assert absent.user.id not in match.people
    refused = await absent.click(list_boards(absent)[-1], "Play")
    assert "You are watching" in words(refused.message)


async def test_a_turn_that_revealed_nothing_is_taken_back_in_one_click(at: Table) -> None:
    """Take back a money action in Aquaretto, which neither draws nor reveals."""
    await open_match(at, "aquaretto new", ("anna", "ben"))
    undone = None
    for turn in range(30):
        person, other = await find_players(at)
        before = (await read_match(at)).state
        notice = await play_something(at, person, turn)
        if "Take it back" in buttons(notice):
            undone = before
            break
    assert undone is not None, "no turn that could be taken back"
    await at.restart()
    refused = await other.click(notice, "Take it back") if other._sees(notice) else None
    assert refused is None
    one, two = person.click(notice, "Take it back"), person.click(notice, "Take it back")
    await one.acknowledgement()
    await two.acknowledgement()
    await wait_for_board_with(person, "has taken back a turn")
    match = await read_match(at)
    assert match.state == undone
    assert match.awaited[0].user_id == person.user.id
    rows = await at.referee.store.transaction(lambda tx: tx.read_log(1))
    assert sum(row.kind == "undo" for row in rows) == 1, "a double click takes back once"


async def test_taking_back_under_more_shows_it_first(at: Table) -> None:
    await open_match(at, "aquaretto new", ("anna", "ben"))
    for turn in range(30):
        person, other = await find_players(at)
        before = (await read_match(at)).state
        if "Take it back" in buttons(await play_something(at, person, turn)):
            break
    page = await more(person)
    await person.click(page, "Take back …")
    assert "This will be taken back:" in words(page)
    assert len(pictures(page)) == 1
    await person.click(page, "Back")
    await person.click(page, "Take back …")
    stale = (await person.click(list_boards(person)[-1], "More")).message
    await person.click(stale, "Take back …")
    await person.click(page, "Take it back")
    assert (await read_match(at)).state == before
    await play_something(at, person, turn)
    again = (await read_match(at)).state
    await person.click(stale, "Take it back").acknowledgement()
    await person.until(lambda: "can no longer take this back" in words(stale))
    assert (await read_match(at)).state == again, "the button was for another turn"
    assert "nothing" in (await other.click(list_boards(other)[-1], "More")).text or "Take back …" not in words(page)


async def test_resigning_is_offered_under_more(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    first, _ = await find_players(at)
    assert "Resign" not in buttons(shown)
    stranger = await at.person("dana").click(shown, "More")
    assert "Resign …" not in buttons(stranger.message)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoardMessages, "retire", nothing)  # the old board keeps its buttons
        await resign(first)
        await wait_for_new_board(first, shown)
    assert (await read_match(at)).phase == "finished"
    assert "This match is over" in (await first.click(shown, "Play")).text, "it does not deny that she has a seat"


async def nothing(*_: object) -> None:
    """Do nothing."""


async def test_a_player_chooses_when_to_be_reminded(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    first, other = await find_players(at)
    page = await more(first)
    await first.click(page, "Remind me …")
    ((menu, options),) = menus(page).items()
    assert [option["label"] for option in options] == ["In one hour", "In 3 hours"], "no reminder after the deadline"
    await at.restart()
    await first.choose(page, menu, "1")
    assert "remind you <t:" in words(page)
    await pass_time(at, HOUR + 60)
    assert len(first.pings()) == 1
    assert "Remind me …" not in buttons(await more(other))


async def test_two_hands_on_one_device_are_shown_one_at_a_time(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("dog new", {"players": 2, "preset": "royal"})
    who = Request(anna.user.id, "Anna", 1)

    def join_again(match: Match) -> Any:
        return lobby.join(match, who, again=True, now=at.referee.now())

    done = await at.referee.change(1, who, join_again)
    await at.bot.announce(done)
    await anna.until(lambda: list_boards(anna))
    assert opened.message
    panel = (await anna.click(list_boards(anna)[-1], "My hand")).message
    mine = pictures(panel)
    seat = (await read_match(at)).seat_to_play(anna.user.id)
    for _ in range(12):
        if "Show my hand" in buttons(panel):
            break
        if "Confirm" in buttons(panel):
            await anna.click(panel, "Confirm")
        else:
            menu, options = sorted(menus_of(panel).items())[0]
            await choose(anna, panel, menu, options[0]["value"])
    assert "Pass the device to" in words(panel)
    assert pictures(panel) == [], "no hand is shown before the device is passed on"
    await at.restart()
    await anna.click(panel, "Show my hand")
    assert pictures(panel)
    assert pictures(panel) != mine
    assert (await read_match(at)).seat_to_play(anna.user.id) != seat


async def test_a_move_out_of_turn_says_that_nothing_was_played(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    first, other = await find_players(at)
    offered = await first.autocomplete("docker move", {"move": ""}, focused="move")
    answer = await other.slash("docker move", {"move": offered[0]["value"]})
    assert "Nothing was played: it is not your turn." in answer.text
    assert (await read_match(at)).seq == 0
    assert find_board(first)
