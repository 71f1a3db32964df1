"""Let the people around a match say what they expect: what happens next, who wins, and what they would play."""

from __future__ import annotations

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH, Menu, Option, offer, parse_branch
from client.messages.parts import layout, selects, text
from client.messages.turn_text import list_entries, name_move
from client.turn.panel import make_choices, read_choice
from games.feats import find_feats
from games.text import Player, T, Text
from matches.errors import Stale, UserError
from matches.guesses import PREDICTED, Kind, find_turn, list_questions, predict, suggest
from matches.leagues.league import Score
from matches.machines.offload import run_rules
from matches.match import Match


@action("predict", "private")
async def offer_questions(visit: Visit) -> None:
    """Handle *Predict …*, and *Does it hold?* under a board: list what a spectator may predict now."""
    match = await visit.read_match()
    questions = await list_questions(visit.referee, match, visit.user_id)
    if not questions:
        raise UserError(
            T("There is nothing to predict just now. The winner can be predicted in the first half of a match.")
        )
    say = visit.say_about(match)
    options = tuple(
        Option(say(_name_answer(match, each.kind, answer)), f"{each.kind}.{each.asked}.{answer}")
        for each in questions
        for answer in each.answers
    )
    menu = selects([Menu("", options)], Id("predicted", match.id), placeholder=say(T("Your prediction")))
    await visit.answer(layout(text(say(_COUNTS)), *menu))


@action("predicted", "update")
async def note_prediction(visit: Visit) -> None:
    """Handle an answer chosen from the menu."""
    kind, _, rest = visit.value.partition(".")
    asked, _, answer = rest.partition(".")
    found = next((each for each in PREDICTED if each == kind), None)
    if found is None or not asked.isdecimal():
        raise Stale
    await _predict(visit, found, answer, asked=int(asked))


async def _predict(visit: Visit, kind: Kind, answer: str, *, asked: int) -> None:
    """Note a prediction, and tell how many were right so far."""
    match = await visit.read_match()
    score = await predict(visit.referee, match, visit.user_id, kind=kind, answer=answer, asked=asked)
    visit.interaction.extras[SAVED] = True
    told = [T("Noted: {answer}.", answer=_name_answer(match, kind, answer)), _CHANGE]
    await visit.answer(" ".join(map(visit.say_about(match), [*told, *_count_right(score)])))


def _name_answer(match: Match, kind: Kind, answer: str) -> Text:
    peril = find_feats(match.game_name).peril
    if kind == "winner":
        return T("{player} wins", player=Player(int(answer)))
    if kind == "peril" and peril is not None:
        return peril.strikes if answer == "strikes" else peril.passes
    return T("the next loading holds") if answer == "holds" else T("something falls at the next loading")


def _count_right(score: Score | None) -> list[Text]:
    return [] if score is None else [T("Right so far: {right} of {made}.", right=score.right, made=score.made)]


_COUNTS = T("A right prediction counts in this match and nowhere else.")
_CHANGE = T("Until it is decided you can change your mind. A right guess counts in this match and nowhere else.")


@action("would", "private")
async def ask_for_move(visit: Visit) -> None:
    """Handle *What would you do?*: offer the choices of the player who is to move."""
    await _offer_moves(visit, await visit.read_match())


@action("would_play", "update")
async def note_move(visit: Visit) -> None:
    """Handle a chosen move, or a tab or menu entry that leads to more moves."""
    match, code = await visit.read_match(), read_choice(visit)
    if code.startswith(BRANCH):
        await _offer_moves(visit, match, branch=parse_branch(code))
        return
    turn = await suggest(visit.referee, match, visit.user_id, decision=visit.id.decision, code=code)
    visit.interaction.extras[SAVED] = True
    say, view = visit.say_about(match), match.view(None)
    move = next(each for each in turn.moves if each.code == code)
    told = say(T("You would play: {move}", move=name_move(match, turn.seat, view, move, say)))
    await visit.answer(layout(text(f"✓ {told}", "-# " + say(_SECRET))), files=[])


_SECRET = T("Nobody sees this. The next board says how many would have played the same.")


async def _offer_moves(visit: Visit, match: Match, *, branch: tuple[int, ...] = ()) -> None:
    turn = await run_rules(match.game, lambda: find_turn(match, visit.user_id))
    if turn is None:
        raise UserError(T("There is no move just now that you could choose, too."))
    say, view = visit.say_about(match), match.view(None)
    offered = offer(list_entries(match.words, turn.seat, view, turn.moves, say), branch)
    to = Id("would_play", match.id, turn.decision, f"{turn.seat}.0")
    controls = make_choices(offered, to, say, visit.bot.signs.find(match.game.name))
    asked = say(T("What would you do in the place of {player}?", player=Player(turn.seat)))
    lines = [f"**{asked}**", *([offered.title] if offered.title else []), "-# " + say(_SECRET)]
    await visit.answer(layout(text(*lines), *controls), files=[])
