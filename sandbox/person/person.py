"""Act as a person: tests and the page use it to type commands, press buttons, choose and fill in forms.

It refuses everything that a real client refuses to send (`slash.Refused`, with a sentence for the person).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandbox import readings
from sandbox.discord import composing, guilds, interactions, permissions, posting
from sandbox.discord.model import THREADS_OF, Channel, ChannelType, Interaction, InteractionType, Json, Message, User
from sandbox.discord.world import World
from sandbox.errors import ApiError
from sandbox.person import forms, slash
from sandbox.person.answer import PATIENCE_SECONDS, Answer
from sandbox.person.reading import buttons, menus, pictures, words
from sandbox.person.slash import Refused

__all__ = ["Answer", "Person", "Refused", "buttons", "menus", "pictures", "words"]


class Person:
    """A user in a channel. Methods act at once and return an `Answer`, which can be awaited."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self.world = world
        self.user = user
        self.channel = channel

    def direct(self) -> Person:
        """Return the same person in their direct messages with the bot."""
        return self.at(guilds.open_direct(self.world, self.user))

    def at(self, channel: str | Channel) -> Person:
        """Return the same person in another channel or thread."""
        place = channel if isinstance(channel, Channel) else self.world.channel_named(channel)
        return Person(self.world, self.user, place)

    # -- acting -----------------------------------------------------------------------------------------------

    def slash(self, command: str, options: Mapping[str, Any] | None = None) -> Answer:
        """Use a command: `slash("docker new", {"players": 2})`."""
        self._require_access()
        if self.channel.archived:
            raise Refused("This thread is archived; a message wakes it.")
        if self.channel.type is ChannelType.FORUM:
            raise Refused("A forum has posts, and no messages of its own.")
        data = slash.build_command_data(self.world, self.user, self.channel, command, options or {})
        return self._start(InteractionType.COMMAND, data)

    def use_on(self, target: User, name: str) -> Answer:
        """Use a command in the menu of a person: `use_on(ben.user, "Invite to a match")`."""
        self._require_access()
        return self._start(
            InteractionType.COMMAND, slash.build_menu_data(self.world, self.user, self.channel, name, target)
        )

    async def autocomplete(self, command: str, options: Mapping[str, Any] | None = None, *, focused: str) -> list[Json]:
        """Return the suggestions for the option `focused`: `{name, value}`, named in the person's language."""
        self._require_access()
        data = slash.build_command_data(self.world, self.user, self.channel, command, options or {}, focused=focused)
        answer = await self._start(InteractionType.AUTOCOMPLETE, data)
        if answer.choices is None:
            raise Refused("Loading options failed")
        locale = self.user.locale
        return [{"name": slash.localise(c, "name", locale), "value": c["value"]} for c in answer.choices]

    def click(self, message: Message, button: str) -> Answer:
        """Press a button, by custom_id or label."""
        return self._component(message, button, None)

    def choose(self, message: Message, menu: str, values: Sequence[str] | str) -> Answer:
        """Choose from a menu (by custom_id or placeholder): values or labels; users, roles, channels by id or name."""
        return self._component(message, menu, [values] if isinstance(values, str) else values)

    def submit(self, opened: Answer | Interaction, values: Mapping[str, Any]) -> Answer:
        """Fill in the modal an answer opened: values by custom_id or label."""
        source = opened.interaction if isinstance(opened, Answer) else opened
        if source.modal is None:
            raise Refused("No form is open.")
        if source.user is not self.user:
            raise Refused("This form is somebody else's.")
        data = forms.build_modal_data(self.world, self.user, source.channel, source.modal, values)
        return self._start(InteractionType.MODAL, data, message=source.message, parent=source)

    def say(self, content: str) -> Message:
        """Write an ordinary message. People's mentions always ping."""
        self._require_access()
        threads, channels = permissions.Permission.SEND_MESSAGES_IN_THREADS, permissions.Permission.SEND_MESSAGES
        if not self._permissions() & (threads if self.channel.is_thread else channels):
            raise Refused("You may not write in this channel.")
        if self.channel.type is ChannelType.FORUM:
            raise Refused("A forum has posts, and no messages of its own.")
        if self.channel.archived:
            self._require_room_for_thread(self.channel.type)
        if not content.strip() or len(content) > 2000:
            raise Refused("A message has 1 to 2,000 characters.")
        message = Message(self.world.new_id(), self.channel, self.user, self.world.now())
        composing.fill_message(self.world, message, {"content": content}, {})
        posting.publish(self.world, message)
        return message

    def wake(self) -> None:
        """Unarchive the thread the person is in."""
        self._require_access()
        if not self._permissions() & permissions.Permission.SEND_MESSAGES_IN_THREADS:
            raise Refused("You may not write in this thread, which is archived.")
        self._require_room_for_thread(self.channel.type)
        guilds.set_archived(self.world, self.channel, archived=False)

    def start_thread(self, name: str, *, private: bool = False, invitable: bool = True) -> Channel:
        """Start a thread without a message in the channel."""
        self._require_access()
        kinds = permissions.Permission
        if not self._permissions() & (kinds.CREATE_PRIVATE_THREADS if private else kinds.CREATE_PUBLIC_THREADS):
            raise Refused("You may not start such threads here.")
        kind = guilds.find_thread_type(self.channel, private=private)
        if self.channel.type is ChannelType.FORUM or kind not in THREADS_OF.get(self.channel.type, ()):
            raise Refused("This channel has no such threads.")
        self._require_room_for_thread(kind)
        return guilds.create_thread(
            self.world, self.channel, name, owner=self.user, private=private, invitable=invitable
        )

    def start_post(self, name: str, content: str) -> Channel:
        """Start a post in a forum: a thread with its first message."""
        self._require_access()
        if self.channel.type is not ChannelType.FORUM:
            raise Refused("Only forums have posts.")
        if not self._permissions() & permissions.Permission.SEND_MESSAGES:
            raise Refused("You may not start posts here.")
        self._require_room_for_thread(ChannelType.PUBLIC_THREAD)
        thread = guilds.create_thread(self.world, self.channel, name, owner=self.user)
        posting.start_post(self.world, thread, self.user, {"content": content}, {})
        return thread

    def add_to_thread(self, user: User) -> None:
        """Add somebody, or the bot, to the thread the person is in."""
        self._require_access()
        guild = self.channel.guild
        if guild is None or not self.channel.is_thread or user.id not in guild.members:
            raise Refused("Only a server's members can be added, to a thread.")
        if not guilds.may_invite(self.channel, self.user.id, self._permissions()):
            raise Refused("You may not add people to this thread.")
        guilds.set_thread_member(self.world, self.channel, user, joined=True)

    def remove_from_thread(self, user: User) -> None:
        """Remove somebody, or the bot, from the thread. In a private one its creator and managers of threads may."""
        self._require_access()
        created = self.channel.is_private and self.channel.owner_id == self.user.id
        manages = self._permissions() & permissions.Permission.MANAGE_THREADS
        if not self.channel.is_thread or not (created or manages or user is self.user):
            raise Refused("You may not remove people from this thread.")
        guilds.set_thread_member(self.world, self.channel, user, joined=False)

    def dismiss(self, message: Message) -> None:
        """Remove an ephemeral message."""
        if message.visible_to != self.user.id or message.deleted:
            raise Refused("Only messages that only you see can be dismissed.")
        posting.dismiss(self.world, message)

    def _component(self, message: Message, wanted: str, values: Sequence[str] | None) -> Answer:
        self._require_access()
        if message.deleted or not self._sees(message):
            raise Refused("You do not see this message.")
        if self._is_silenced(message.channel):
            raise Refused("You are timed out in this server.")
        if message.channel.archived and readings.PRESS_IN_ARCHIVED_THREAD.is_strict():
            self.at(message.channel).wake()
        data = forms.build_component_data(self.world, self.user, message.channel, message, wanted, values)
        started = interactions.start(
            self.world, InteractionType.COMPONENT, user=self.user, channel=message.channel, data=data, message=message
        )
        return Answer(self.world, started)

    def _start(
        self,
        type: InteractionType,  # noqa: A002 - Discord's own word
        data: Json,
        *,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Answer:
        channel = parent.channel if parent else self.channel
        started = interactions.start(
            self.world, type, user=self.user, channel=channel, data=data, message=message, parent=parent
        )
        return Answer(self.world, started)

    def _permissions(self) -> int:
        guild = self.channel.guild
        if guild is None:
            return int(guilds.DIRECT) if self._is_addressed(self.channel) and not self.user.deleted else 0
        if self.user.id not in guild.members:
            return 0
        return permissions.compute_in_channel(guild, guild.members[self.user.id], self.channel)

    def sees_channel(self) -> bool:
        """Whether the person may view the channel."""
        return bool(self._permissions() & permissions.Permission.VIEW_CHANNEL)

    def _require_access(self) -> None:
        """Refuse people who are not members or do not see the channel, and in a locked thread all but moderators."""
        if self.channel.id not in self.world.channels:
            raise Refused("This channel is gone.")
        if not self.sees_channel():
            raise Refused("You do not see this channel.")
        if self.channel.locked and not self._permissions() & permissions.Permission.MANAGE_THREADS:
            raise Refused("This thread is locked.")

    def _require_room_for_thread(self, kind: ChannelType) -> None:
        if self.channel.guild is None:
            return
        try:
            guilds.require_room_for_thread(self.channel.guild, kind)
        except ApiError:
            raise Refused("This server has too many active threads.") from None

    def _is_silenced(self, channel: Channel) -> bool:
        """Whether the person has a timeout, in which all but owners and administrators can press nothing either
        (https://github.com/nextcord/previous/pull/86)."""
        guild = channel.guild
        member = guild.members.get(self.user.id) if guild else None
        if guild is None or member is None or not member.timed_out:
            return False
        return permissions.compute_in_guild(guild, member) != permissions.ALL

    def _is_addressed(self, channel: Channel) -> bool:
        """Whether the person takes part in a conversation outside of servers."""
        return self.user.id in channel.members if channel.is_group else channel.recipient is self.user

    # -- looking ----------------------------------------------------------------------------------------------

    def _sees(self, message: Message) -> bool:
        mine = message.channel.guild is not None or self._is_addressed(message.channel)
        return mine and message.visible_to in (None, self.user.id)

    def messages(self) -> list[Message]:
        """List the messages the person sees in the channel, oldest first."""
        return [m for m in self.channel.messages.values() if self._sees(m)]

    def last(self) -> Message:
        """Return the newest message the person sees. Raises LookupError in an empty channel."""
        for message in reversed(self.messages()):
            return message
        raise LookupError(f"#{self.channel.name} is empty")

    def pings(self) -> list[Message]:
        """List the messages that notified this person, anywhere, oldest first, also deleted ones. A mention in an edit,
        a silent or an ephemeral message notifies nobody.
        """
        return [ping.message for ping in self.world.pings if self.user.id in ping.users]

    def mentions(self) -> list[Message]:
        """List the messages here that mention this person, whether they notified or not."""
        return [m for m in self.messages() if self.user.id in m.mentions]

    async def until(self, condition: Callable[[], Any], *, within: float = PATIENCE_SECONDS) -> Any:
        """Wait until `condition` is true, checked after every event and at intervals, and return its result."""
        news = asyncio.Event()

        def note_event(_: object) -> None:
            news.set()

        self.world.notice_listeners.append(note_event)
        self.world.dispatch_listeners.append(note_event)
        try:
            async with asyncio.timeout(within):
                while not (found := condition()):
                    news.clear()
                    with contextlib.suppress(TimeoutError):  # nothing here reports events inside the bot
                        async with asyncio.timeout(0.02):
                            await news.wait()
        except TimeoutError:
            seen = "\n".join(f"  {m.author.name}: {words(m)[:100]!r}" for m in self.messages()[-5:])
            raise TimeoutError(f"waited {within} s; {self.user.name} sees last:\n{seen}") from None
        finally:
            self.world.notice_listeners.remove(note_event)
            self.world.dispatch_listeners.remove(note_event)
        return found
