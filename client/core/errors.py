"""Turn every failure into one friendly sentence for the person and, if it is a bug, a log line with the same
reference."""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final

import discord
from discord import app_commands, ui

from client.core.intake import answers_to
from client.core.refusals import FAILURES, Meaning, means, read_answer
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Say, T, Text
from matches.errors import StoreError, StoreUnwritable, Unplayable, UserError
from matches.machines.worker import WorkerErred, WorkerFailed, WorkerStopped

log = logging.getLogger(__name__)

NO_ACCESS = 50001
"""Discord's code for a channel that the bot does not see; for the edit of an answer, that the answer is gone."""

SAVED = "saved"
"""Key in `extras`, set when the interaction has saved something that is not a change of a match, such as a setting."""

SUPPORT = T("Get help")
"""The label of the link to the operator's support server."""

COMMAND_CHANGED = T("This command has changed since your Discord loaded it. Restart Discord (Ctrl+R) and try again.")


def _unwrap(error: BaseException) -> BaseException:
    """Remove discord.py's wrapper from the error of a command."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def explain(error: BaseException) -> Text | None:
    """Explain a known failure in a sentence; None for a bug."""
    error = _unwrap(error)
    if isinstance(error, UserError):
        return error.text
    if isinstance(error, StoreUnwritable):
        return T("I cannot save anything just now: my disk is full or read-only. Everything played so far is safe.")
    if isinstance(error, StoreError):
        return T("Slowboat is restarting. Nothing is lost; try again in a minute.")
    if isinstance(error, WorkerFailed) and not isinstance(error, WorkerErred):
        return T("I could not do that just now. Nothing is lost; try again in a minute.")
    if isinstance(error, app_commands.NoPrivateMessage):
        return T("This works only in a server.")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return COMMAND_CHANGED
    answer = read_answer(error)
    if answer is None or answer.meaning in (Meaning.OURS, Meaning.TOO_LATE):
        return None
    return _SENTENCES.get(answer.code, _BY_MEANING[answer.meaning])


_BY_MEANING: Final = {
    Meaning.LATER: T("Discord could not be reached just now. Nothing is lost; try again in a minute."),
    Meaning.CLOSED: T(
        "Discord does not let me do that here. Ask somebody who manages the server to check my permissions."
    ),
    Meaning.GONE: T("The channel or the message this belongs to has been deleted."),
    Meaning.FULL: T("Discord says that there is no room for more here. Make room, and try again."),
    Meaning.UNREACHABLE: T("I cannot send you direct messages. Allow them for this server, and try again."),
    Meaning.UNWELCOME: T(
        "This server's AutoMod blocks my message. Ask somebody who manages the server to let me pass, or choose "
        "another name or text."
    ),
}
"""What to tell a person about each kind of refusal."""

_SENTENCES: Final = {
    40003: T("Discord lets me open only a few direct messages at a time. Try again in some minutes."),
    50083: T("This thread is archived. Nothing is lost: a message in it opens it again, unless it is locked."),
    50024: T("Discord does not allow that in this kind of channel. Try it in an ordinary text channel."),
    160006: T(
        "This server has as many open threads as Discord allows. Close some, or open the match in a channel instead "
        "of a thread."
    ),
    160007: T(
        "This channel has as many open threads as Discord allows. Close some, or open the match in a channel instead "
        "of a thread."
    ),
}
"""More exact sentences, by Discord's code."""


def is_discord_down(error: BaseException) -> bool:
    """Tell whether a request failed on Discord's side or on the way: 5xx, a limit, or no answer at all."""
    return means(error, Meaning.LATER)


def is_undeliverable(error: BaseException) -> bool:
    """Tell whether no answer is needed or possible: the token has expired, an answer was delivered already, or the bot
    is shutting down."""
    error = _unwrap(error)
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, WorkerStopped)
    gone = means(error, Meaning.GONE) or error.code == NO_ACCESS
    return means(error, Meaning.TOO_LATE) or (gone and _was_answer(error))


def _was_answer(error: discord.HTTPException) -> bool:
    """Tell whether the request that failed went through the token of an interaction."""
    url = getattr(error.response, "url", "")
    return any(f"/{part}/" in str(url) for part in ("webhooks", "interactions"))


class LostSuggestions(logging.Filter):
    """Log undeliverable autocomplete suggestions as one line, without discord.py's traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and (is_undeliverable(error) or is_discord_down(error)):
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.msg, record.args, record.exc_info = "suggestions could not be delivered: %s", (error,), None
        return True


LOST_SUGGESTIONS = LostSuggestions()


class Refusal(UserError):
    """A refused request, with a button that helps further and perhaps a `link`, given by its label and address."""

    def __init__(self, text: Text, *, label: Text, action: Id, link: tuple[Text, str] | None = None) -> None:
        super().__init__(text)
        self.label = label
        self.action = action
        self.link = link

    def make_buttons(self, say: Say) -> list[ui.Button[ui.LayoutView]]:
        """Make the buttons of the refusal."""
        found = [button(say(self.label), self.action)]
        if self.link is not None:
            label, address = self.link
            found.append(ui.Button(label=say(label), url=address))
        return found


async def answer(interaction: discord.Interaction, sentence: str, *buttons: ui.Button[ui.LayoutView]) -> None:
    """Tell the person something in private, whether or not the interaction was acknowledged."""
    try:
        await answers_to(interaction).tell(layout(text(sentence), *rows(buttons)))
    except FAILURES as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


async def handle(
    interaction: discord.Interaction, error: BaseException, say: Say, *, has_taken_effect: bool = False
) -> None:
    """Handle an error of a command, button, menu or form: tell the person, and log bugs.

    `has_taken_effect`: the request was committed before the error.
    """
    if interaction.client.is_closed():  # it took longer than a stop waits: nothing can be answered any more
        saved = "; its change is saved" if has_taken_effect else ""
        log.warning("interaction %s was cut short by the stop%s: %r", interaction.id, saved, error)
        return
    if is_undeliverable(error):
        log.warning("interaction %s: %s", interaction.id, error)
        return
    client: Any = interaction.client  # ours, whose type knows this module
    support: str = client.links.support
    told = explain(error)
    if told is not None and (isinstance(_unwrap(error), WorkerFailed) or is_discord_down(_unwrap(error))):
        log.warning("interaction %s: %s", interaction.id, error)
    is_bug = told is None
    if told is None:
        reference = secrets.token_hex(4)
        log.error("reference %s: interaction %s failed", reference, interaction.id, exc_info=error)
        told = _describe_bug(reference, can_report=bool(support))
    if not isinstance(_unwrap(error), UserError):
        if has_taken_effect:
            told = T("Your action was saved; only my answer failed. /board shows the current position.")
        elif interaction.extras.get(SAVED):
            told = T("This was saved; only my answer failed.")
    buttons = _offer_help(interaction, _unwrap(error), say)
    if is_bug and support:
        buttons.append(ui.Button(label=say(SUPPORT), url=support))
    await answer(interaction, say(told), *buttons)


def _describe_bug(reference: str, *, can_report: bool) -> Text:
    """Explain a failure that nobody foresaw; ask for a report only if the operator has named a place for it."""
    if can_report:
        return T(
            "Something went wrong on my side; your match is unchanged. Try again; if it keeps "
            "happening, report it with the reference {reference}.",
            reference=reference,
        )
    return T(
        "Something went wrong on my side; your match is unchanged. Try again in a minute. My log calls it {reference}.",
        reference=reference,
    )


def _offer_help(interaction: discord.Interaction, error: BaseException, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons under an error that help further, for people who may press them."""
    if isinstance(error, Refusal):
        return error.make_buttons(say)
    if isinstance(error, Unplayable) and (
        interaction.user.id in error.people or interaction.permissions.manage_guild
    ):  # the id is in the rest of the custom_id, because pressing a button of a match reads the match
        end = Id("end_unplayable", rest=str(error.match_id))
        return [button(say(T("End without a result")), end, style=discord.ButtonStyle.danger)]
    return []
