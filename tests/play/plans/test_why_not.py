"""*Why not?* in use: a button of the panel, a wish, the rule in words and a marked picture."""

from __future__ import annotations

from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    open_panel,
    words,
)


async def test_a_wish_is_explained_and_a_legal_one_can_be_chosen(at: Table) -> None:
    """Docker's first turn with one of thirty-six wishes: illegal ones are explained, a legal one becomes the draft."""
    await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    board = find_board(person)
    seat, match = next(iter((await at.referee.match(1)).to_act)), await at.referee.match(1)
    legal = [move.code for move in match.game.legal_moves(match.state, seat)]
    panel = await open_panel(person)
    plain = panel.attachments[0].id
    await person.click(panel, "Why not …?")
    assert "It need not be legal." in words(panel)
    offered = [option["value"] for options in list_menus(panel).values() for option in options]
    wished = next(code for code in offered if code not in legal and not code.startswith("@"))
    menu = next(menu for menu, options in list_menus(panel).items() if wished in [each["value"] for each in options])
    await choose(person, panel, menu, wished)
    assert words(panel).startswith("**✗ ")
    assert "with exactly" in words(panel), "the answer names the rule"
    assert panel.attachments[0].id != plain
    await person.click(panel, "Another move")
    allowed = next(code for code in legal if code in offered)
    menu = next(menu for menu, options in list_menus(panel).items() if allowed in [each["value"] for each in options])
    await choose(person, panel, menu, allowed)
    assert "You may do this." in words(panel)
    await person.click(panel, "Choose it")
    assert "Confirm" in buttons(panel)
    assert find_board(person).id == board.id, "nobody else sees the explanation"


async def test_an_illegal_move_in_one_line_is_explained_with_a_picture(at: Table) -> None:
    """Autocomplete finds a wish if no legal move fits the typed text; the answer is the rule and a picture."""
    await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    match = await at.referee.match(1)
    (seat,) = match.to_act
    legal = {move.code for move in match.game.legal_moves(match.state, seat)}
    letter = next(iter(legal))[3]
    wished = next(code for code in (f"in/{letter}>{square}" for square in ("A1", "C3", "B2")) if code not in legal)
    offered = await person.autocomplete("docker move", {"move": wished}, focused="move")
    assert [option["value"] for option in offered] == [wished]
    assert offered[0]["name"].startswith("✗ ")
    refused = await person.slash("docker move", {"move": wished})
    assert refused.ephemeral
    assert "cannot enter" in refused.text
    assert refused.message.attachments, "the picture marks the obstacle"
