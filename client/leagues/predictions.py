"""Predictions in Discord: spectators answer the questions that are open in a league's matches."""

from __future__ import annotations

from typing import Final

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
from client.leagues.tables import write_name
from client.messages.custom_ids import Id
from client.messages.menus import LABEL_LENGTH, MOST_OPTIONS, Menu, Option
from client.messages.parts import layout, selects, text
from games.text import Say, T
from matches.errors import Stale, UserError
from matches.leagues.keeping import change_league, require_kept
from matches.leagues.league import Answer, League
from matches.leagues.predictions import WINNER, Question, guess, list_questions
from matches.leagues.season import find_fixture

_NOTHING: Final = T(
    "There is nothing to predict just now. Once half of a match has been played, you can predict the winner; in "
    "Riff Raff you can always predict whether the next loading holds. You cannot predict your own matches."
)


@action("league_predict", "private")
async def offer_predictions(visit: Visit) -> None:
    """Handle *Predict …*: list the questions this person may answer now."""
    kept = await require_kept(visit.referee, visit.channel_id)
    league = kept.face_in(visit.channel_id).league
    questions = await list_questions(visit.referee, kept.league, visit.user_id)
    if not questions:
        raise UserError(_NOTHING)
    say = visit.say
    options = [option for each in questions for option in _list_options(league, each, say)][:MOST_OPTIONS]
    menu = selects([Menu("", tuple(options))], Id("league_predicted"), placeholder=say(T("Your prediction")))
    told = say(T("A right prediction earns a point in this season's table of predictions, and nothing else."))
    await visit.answer(layout(text(told), *menu))


def _list_options(league: League, question: Question, say: Say) -> list[Option]:
    """List the answers of a question. `league`: as the server shows it."""
    fixture = find_fixture(league, question.fixture.number)
    first, second = (write_name(league, user) for user in (fixture.first, fixture.second))
    if question.number == WINNER:
        told: list[tuple[Answer, str]] = [
            ("first", say(T("{player} wins", player=first))),
            ("second", say(T("{player} wins", player=second))),
        ]
    else:
        told = [("holds", say(T("the next loading holds"))), ("falls", say(T("something falls at the next loading")))]
    return [
        Option(f"#{fixture.number}: {words}"[:LABEL_LENGTH], f"{fixture.number}.{question.number}.{answer}")
        for answer, words in told
    ]


@action("league_predicted", "update")
async def predict(visit: Visit) -> None:
    """Handle a guess: it counts if its question is still open."""
    channel_id = visit.channel_id
    kept = await require_kept(visit.referee, channel_id)
    guest = kept.side_of(channel_id) == "guest"
    for question in await list_questions(visit.referee, kept.league, visit.user_id):
        for answer in _list_answers(question):
            if visit.value == f"{question.fixture.number}.{question.number}.{answer}":
                match = await visit.referee.match(question.fixture.match_id)
                await change_league(
                    visit.referee,
                    channel_id,
                    lambda found, question=question, answer=answer, match=match: guess(  # type: ignore[misc]
                        found, question, answer, user=visit.user_id, match=match, guest=guest
                    ),
                )
                visit.interaction.extras[SAVED] = True
                told = T("Noted. The table of predictions will show whether you are right.")
                await visit.answer(visit.say(told))
                return
    raise Stale(T("This has been decided already."))


def _list_answers(question: Question) -> tuple[Answer, ...]:
    return ("first", "second") if question.number == WINNER else ("holds", "falls")
