"""Predictions in Discord: spectators answer the questions that are open in a league's matches."""

from __future__ import annotations

from typing import Final

from client.core.controls import Press, action
from client.core.errors import SAVED
from client.messages.custom_ids import Id
from client.messages.menus import LABEL_LENGTH, MOST_OPTIONS, Menu, Option
from client.messages.parts import layout, selects, text
from games.text import Say, T
from matches.errors import Stale, UserError
from matches.leagues.keeping import change_league, read_league
from matches.leagues.league import Answer, League
from matches.leagues.predictions import WINNER, Question, guess, list_questions
from matches.texts import defuse_name

_NOTHING: Final = T(
    "There is nothing to predict just now. Once half of a match has been played, you can predict the winner; in "
    "Riff Raff you can always predict whether the next loading holds. You cannot predict your own matches."
)


@action("league_predict", "private")
async def offer_predictions(press: Press) -> None:
    """Handle *Predict …*: list the questions this person may answer now."""
    bot, interaction = press.bot, press.interaction
    league = await read_league(bot.referee, interaction.channel_id or 0)
    questions = await list_questions(bot.referee, league, interaction.user.id)
    if not questions:
        raise UserError(_NOTHING)
    say = bot.say(interaction)
    options = [option for each in questions for option in _list_options(league, each, say)][:MOST_OPTIONS]
    menu = selects([Menu("", tuple(options))], Id("league_predicted"), placeholder=say(T("Your prediction")))
    told = say(T("A right prediction earns a point in this season's table of predictions, and nothing else."))
    await interaction.edit_original_response(view=layout(text(told), *menu))


def _list_options(league: League, question: Question, say: Say) -> list[Option]:
    """List the answers of a question."""
    fixture = question.fixture
    first, second = (defuse_name(league.name_of(user)) for user in (fixture.first, fixture.second))
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
async def predict(press: Press) -> None:
    """Handle a guess: it counts if its question is still open."""
    bot, interaction = press.bot, press.interaction
    channel_id, user_id = interaction.channel_id or 0, interaction.user.id
    league = await read_league(bot.referee, channel_id)
    for question in await list_questions(bot.referee, league, user_id):
        for answer in _list_answers(question):
            if press.value == f"{question.fixture.number}.{question.number}.{answer}":
                match = await bot.referee.match(question.fixture.match_id)
                await change_league(
                    bot.referee,
                    channel_id,
                    lambda found, question=question, answer=answer, match=match: guess(  # type: ignore[misc]
                        found, question, answer, user=user_id, match=match
                    ),
                )
                interaction.extras[SAVED] = True
                told = T("Noted. The table of predictions will show whether you are right.")
                await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))
                return
    raise Stale(T("This has been decided already."))


def _list_answers(question: Question) -> tuple[Answer, ...]:
    return ("first", "second") if question.number == WINNER else ("holds", "falls")
