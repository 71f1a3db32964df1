"""What one interaction brings to its handler: who asks, from where, in which language, and about which match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import discord
from discord import ui

from client.core.bot import Slowboat
from client.core.intake import answers_to
from client.core.people import make_look
from client.core.permissions import is_direct, may_post_later
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Say, T, Text
from matches.change import Change
from matches.errors import UserError, make_no_seat_error
from matches.match import Match
from matches.referee import Done, Referee, Request
from rendering import Look

NO_ID = Id("")
"""In place of a custom_id: the interaction is a command."""


class Visit:
    """One command, press or form: the person, their language and wishes, and what they have chosen or typed.

    `id`: the decoded custom_id of a press or a form; `values`: what was chosen in a menu; `fields`: the inputs of a
    form, by custom_id. `now`: when the handler began, in Unix seconds.
    """

    def __init__(
        self,
        bot: Slowboat,
        interaction: discord.Interaction,
        id: Id = NO_ID,  # noqa: A002 - as Discord calls it
        values: tuple[str, ...] = (),
        fields: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.bot, self.interaction = bot, interaction
        self.id, self.values, self.fields = id, values, fields
        self.now = bot.referee.now()

    @property
    def referee(self) -> Referee:
        return self.bot.referee

    @property
    def value(self) -> str:
        """What was chosen in a menu; "" if nothing was."""
        return self.values[0] if self.values else ""

    @property
    def number(self) -> int:
        """The number at the end of the custom_id; -1 if there is none."""
        return int(self.id.rest) if self.id.rest.isdecimal() else -1

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def channel_id(self) -> int:
        return self.interaction.channel_id or 0

    @cached_property
    def who(self) -> Request:
        """The person, for the referee."""
        user, interaction = self.interaction.user, self.interaction
        return Request(
            user_id=user.id,
            name=user.display_name,
            interaction_id=interaction.id,
            manages_server=interaction.permissions.manage_guild,
            guild_id=interaction.guild_id,
        )

    @property
    def language(self) -> str:
        """The language the person has chosen, or else that of their Discord."""
        return self.bot.language(self.interaction)

    @property
    def look(self) -> Look:
        """How the person wants their private pictures drawn."""
        return make_look(self.bot.preferences.get(self.user_id))

    @property
    def say(self) -> Say:
        """The translator into the person's language, for texts that name no player."""
        return self.bot.texts.say(self.language)

    def say_about(self, match: Match) -> Say:
        """Return the translator into the person's language that names the players of a match."""
        return self.bot.texts.say(self.language, self.see(match).cast())

    def see(self, match: Match) -> Match:
        """Return a match as the person sees it: each of two servers that share a match shows it differently."""
        return match.seen_from(self.interaction.guild_id, self.user_id)

    async def read_match(self) -> Match:
        """Read the match of the custom_id, for a command that of the channel, as the person sees it. Raises UserError
        if there is none."""
        if self.id == NO_ID:
            return await self.match_here()
        return self.see(await self.bot.referee.match(self.id.match))

    async def read_own_match(self) -> Match:
        """Read the match of `read_match`, if this person plays in it. Raises UserError."""
        match = await self.read_match()
        if not match.seats_of(self.user_id) or match.state is None:
            raise make_no_seat_error()
        return match

    async def find_match(self) -> Match | None:
        """Find the match of the channel, as its server shows it."""
        match = await self.referee.match_in(self.channel_id)
        return match.seen_from(self.interaction.guild_id) if match is not None else None

    async def match_here(self) -> Match:
        """Find the match of the channel. Raises UserError if there is none."""
        match = await self.find_match()
        if match is None:
            raise UserError(T("There is no match in this channel yet. /help shows how to open one."))
        return match

    async def change(self, work: Callable[[Match], Change]) -> Done:
        """Change the match of the custom_id. Raises UserError."""
        return await self.bot.referee.change(self.id.match, self.who, work)

    async def answer(
        self, said: Text | str | ui.LayoutView, *, files: Sequence[discord.File | discord.Attachment] | None = None
    ) -> None:
        """Show the answer to the person, in place of what was pressed if that is an update: a text that names no
        player, a translated sentence, or a message.

        `files`: those of the message; None: it keeps those it has.
        """
        sentence = said if isinstance(said, str | ui.LayoutView) else self.say(said)
        view = layout(text(sentence)) if isinstance(sentence, str) else sentence
        await answers_to(self.interaction).show(view, files)

    async def ask(self, question: Text, action: str, match: Match, yes: Text) -> None:
        """Ask for confirmation, in private, before something that cannot be undone."""
        say = self.say_about(match)
        buttons = rows([button(say(yes), Id(action, match.id), style=discord.ButtonStyle.danger)])
        await self.answer(layout(text(say(question)), *buttons))

    async def post(
        self,
        view: ui.LayoutView,
        *,
        files: Sequence[discord.File] = (),
        mentions: discord.AllowedMentions | None = None,
    ) -> discord.Message:
        """Post a message for the whole channel: as the bot where it may write, otherwise as a follow-up.

        A follow-up refers to the message that was pressed. If that was private, others see an answer to a message that
        Discord cannot show them (decision 2). Raises UserError where only one person would see it, and what discord.py
        raises.
        """
        via = self.interaction
        only = discord.AllowedMentions.none() if mentions is None else mentions
        if _may_write(via, files):
            channel = via.client.get_partial_messageable(via.channel_id or 0, guild_id=via.guild_id)
            return await channel.send(view=view, files=files, allowed_mentions=only)  # discord.py adds a nonce
        await answers_to(via).acknowledge()
        sent = await via.followup.send(view=view, files=files, allowed_mentions=only, wait=True)
        if sent.flags.ephemeral:
            raise UserError(T("Here Discord shows my messages to you alone. Try it in a server that has added me."))
        return sent


def _may_write(via: discord.Interaction, files: Sequence[discord.File]) -> bool:
    """Tell whether the bot may send such a message to the channel of an interaction by itself."""
    if is_direct(via):
        return True
    if not may_post_later(via):
        return False
    allowed = via.app_permissions
    in_thread = isinstance(via.channel, discord.Thread)
    may_send = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and may_send and (allowed.attach_files or not files)
