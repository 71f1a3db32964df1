"""The life of an interaction: created by a user, answered once within three seconds, followed up for fifteen minutes.

Source: https://docs.discord.com/developers/interactions/receiving-and-responding
"""

from __future__ import annotations

from collections.abc import Mapping

from sandbox import errors, readings
from sandbox.discord import composing, installs, posting
from sandbox.discord.composing import Upload
from sandbox.discord.model import Channel, Interaction, InteractionType, Json, Message, MessageFlag, ResponseType, User
from sandbox.discord.world import World
from sandbox.errors import Problem
from sandbox.payloads import messages

ACKNOWLEDGE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
GUEST_FOLLOWUPS = 5
"""Follow-ups of an application that is installed only by the user."""
FAILED = "This interaction failed"

ALLOWED: Mapping[InteractionType, frozenset[ResponseType]] = {
    InteractionType.COMMAND: frozenset({ResponseType.MESSAGE, ResponseType.DEFERRED_MESSAGE, ResponseType.MODAL}),
    InteractionType.COMPONENT: frozenset(
        {
            ResponseType.MESSAGE,
            ResponseType.DEFERRED_MESSAGE,
            ResponseType.DEFERRED_UPDATE,
            ResponseType.UPDATE,
            ResponseType.MODAL,
        }
    ),
    InteractionType.AUTOCOMPLETE: frozenset({ResponseType.CHOICES}),
    InteractionType.MODAL: frozenset({ResponseType.MESSAGE, ResponseType.DEFERRED_MESSAGE}),
}
"""The first answers that each kind may get; a modal opened from a message may also update it."""

UPDATES = frozenset({ResponseType.UPDATE, ResponseType.DEFERRED_UPDATE})


def start(
    world: World,
    type: InteractionType,  # noqa: A002 - Discord's own word
    *,
    user: User,
    channel: Channel,
    data: Json,
    message: Message | None = None,
    parent: Interaction | None = None,
) -> Interaction:
    """Deliver a user's action to the bot, which has three seconds to answer. The interaction fails at once if the bot
    is not installed there."""
    interaction = Interaction(
        id=world.new_id(),
        token=world.new_token(),
        type=type,
        user=user,
        channel=channel,
        data=data,
        created=world.now(),
        message=message,
        parent=parent,
    )
    interaction.owners = installs.find_interaction_owners(world, interaction)
    if not interaction.owners:
        _give_up(world, interaction)
        return interaction
    world.interactions[interaction.token] = interaction
    guild_id = channel.guild.id if channel.guild else None
    world.dispatch("INTERACTION_CREATE", messages.interaction(world, interaction), guild_id=guild_id)
    world.clock.call_later(ACKNOWLEDGE_SECONDS, lambda: _give_up(world, interaction))
    world.clock.call_later(TOKEN_SECONDS + 60, lambda: _forget(world, interaction))
    return interaction


def _forget(world: World, interaction: Interaction) -> None:
    world.interactions.pop(interaction.token, None)


def _give_up(world: World, interaction: Interaction) -> None:
    if interaction.response is not None:
        return
    interaction.failed = True
    interaction.notify_watchers()
    if interaction.type is not InteractionType.AUTOCOMPLETE:
        data = {"interaction_id": str(interaction.id), "message": FAILED}
        world.notify("failed", interaction.channel.id, data, user_id=interaction.user.id)


def find(world: World, interaction_id: int, token: str) -> Interaction:
    """Find the interaction for a first answer. It must be unanswered and not too old."""
    interaction = world.interactions.get(token)
    if interaction is None or interaction.id != interaction_id or interaction.failed:
        raise errors.UNKNOWN_INTERACTION()
    if interaction.response is not None:
        raise errors.ALREADY_ACKNOWLEDGED()
    return interaction


def find_answered(world: World, application_id: int, token: str) -> Interaction:
    """Find the interaction whose token serves as a webhook: answered, and younger than fifteen minutes."""
    interaction = world.interactions.get(token)
    if interaction is None or application_id != world.application.id:
        raise errors.UNKNOWN_WEBHOOK()
    if world.now() - interaction.created > TOKEN_SECONDS:
        raise errors.INVALID_WEBHOOK_TOKEN()
    if interaction.response is None:
        raise errors.UNKNOWN_WEBHOOK()
    return interaction


def answer(world: World, interaction: Interaction, body: Json, files: Mapping[int, Upload]) -> Json:
    """Give the first answer. Returns the body for a client that asked for `with_response`."""
    response = ResponseType(body["type"])
    allowed = ALLOWED[interaction.type]
    if interaction.type is InteractionType.MODAL and interaction.message is not None:
        allowed |= UPDATES
    if response not in allowed:
        choices = ", ".join(str(int(r)) for r in sorted(allowed))
        raise errors.invalid_form_body(
            [Problem(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")]
        )
    data: Json = body.get("data") or {}
    if response is ResponseType.CHOICES:
        _check_choices(interaction, data)
    if response is ResponseType.UPDATE:
        _require_awake(interaction.channel)
    interaction.response = response
    if response in (ResponseType.MESSAGE, ResponseType.DEFERRED_MESSAGE):
        interaction.original = _new_message(
            world, interaction, data, files, deferred=response is ResponseType.DEFERRED_MESSAGE
        )
    elif response in UPDATES:
        interaction.original = interaction.message
        if response is ResponseType.UPDATE:
            assert interaction.message is not None  # noqa: S101 - only such interactions allow an update
            edit(world, interaction, interaction.message, data, files)
    elif response is ResponseType.CHOICES:
        interaction.choices = data.get("choices") or []
    elif response is ResponseType.MODAL:
        interaction.modal = {"interaction_id": str(interaction.id), **data}
        world.notify("modal", interaction.channel.id, interaction.modal, user_id=interaction.user.id)
    heard = {"interaction_id": str(interaction.id), "response": int(response)}
    world.notify("acknowledged", interaction.channel.id, heard, user_id=interaction.user.id)
    interaction.notify_watchers()
    return _callback_response(world, interaction)


def _check_choices(interaction: Interaction, data: Json) -> None:
    """Refuse choices whose values do not fit the option the person types into."""
    options = list(interaction.data.get("options") or ())
    focused = 0
    while options:
        option = options.pop()
        options += option.get("options") or ()
        if option.get("focused"):
            focused = option["type"]
    kinds: tuple[type, ...] = {3: (str,), 4: (int,), 10: (int, float)}.get(focused, (object,))
    problems = [
        Problem(("data", "choices", index, "value"), "APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID", "Wrong type")
        for index, choice in enumerate(data.get("choices") or ())
        if not isinstance(choice["value"], kinds)
    ]
    if problems:
        raise errors.invalid_form_body(problems)


def _callback_response(world: World, interaction: Interaction) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    original = interaction.original
    if original is None or interaction.response is None:
        return {"interaction": about}
    about |= {
        "response_message_id": str(original.id),
        "response_message_loading": original.deferred,
        "response_message_ephemeral": original.ephemeral,
    }
    if interaction.response not in (ResponseType.MESSAGE, ResponseType.UPDATE):
        return {"interaction": about}
    message = messages.message(world, original)
    return {"interaction": about, "resource": {"type": int(interaction.response), "message": message}}


def _new_message(
    world: World, interaction: Interaction, data: Json, files: Mapping[int, Upload], *, deferred: bool = False
) -> Message:
    """Create a message as an answer. It refers to the message whose button was pressed, or that it follows, also where
    that is private, so that others see an answer to a message that they do not have."""
    message = Message(
        world.new_id(), interaction.channel, world.bot, world.now(), tts=bool(data.get("tts")), interaction=interaction
    )
    message.followup = interaction.original is not None
    message.reference = interaction.original if message.followup else interaction.message
    if message.reference is not None:
        message.type = 19
    else:
        message.type = 20 if interaction.type is InteractionType.COMMAND else 0
    if interaction.channel.id not in world.channels:
        raise errors.UNKNOWN_CHANNEL()
    composing.fill_message(world, message, data, files)
    message.flags |= (data.get("flags") or 0) & MessageFlag.EPHEMERAL
    if installs.must_be_private(interaction):
        message.flags |= MessageFlag.EPHEMERAL
    if deferred:
        message.flags |= MessageFlag.LOADING
    if message.ephemeral:
        message.visible_to = interaction.user.id
    posting.publish(world, message)
    return message


def follow_up(world: World, interaction: Interaction, data: Json, files: Mapping[int, Upload]) -> Message:
    """Send another message. The first one after "thinking" replaces that message and keeps its visibility.

    It is refused if a person has removed "thinking" (discord/discord-api-docs#3087), and is a message of its own if the
    bot has (#2739).
    """
    original = interaction.original
    if original is not None and original.deferred and not interaction.withdrawn:
        edit(world, interaction, original, data, files)
        return original
    if installs.is_external(interaction) and len(interaction.followups) >= GUEST_FOLLOWUPS:
        raise errors.TOO_MANY_FOLLOWUPS()
    message = _new_message(world, interaction, data, files)
    interaction.followups.append(message)
    interaction.notify_watchers()
    return message


def find_own_message(interaction: Interaction, message_id: str) -> Message:
    """Find a message that an interaction's token may change, by id or `@original`."""
    known = [m for m in (interaction.original, *interaction.followups) if m is not None and not m.deleted]
    if message_id == "@original":
        known = [m for m in known if m is interaction.original]
    else:
        known = [m for m in known if str(m.id) == message_id]
    if not known:
        raise errors.UNKNOWN_MESSAGE()
    return known[0]


def edit(world: World, interaction: Interaction, message: Message, data: Json, files: Mapping[int, Upload]) -> None:
    """Edit a message through an interaction's token, however old the message is; this ends "thinking"."""
    if message.deleted:
        raise errors.UNKNOWN_MESSAGE()
    _require_awake(message.channel)
    was_deferred = message.deferred
    composing.fill_message(world, message, data, files)
    message.flags &= ~MessageFlag.LOADING
    interaction.edits += 1
    posting.announce_edit(world, message, edited=not was_deferred)
    interaction.notify_watchers()


def _require_awake(channel: Channel) -> None:
    """Raise 50083 in an archived thread, under the strict reading."""
    if channel.archived and readings.EDIT_IN_ARCHIVED_THREAD.is_strict():
        raise errors.THREAD_ARCHIVED()


def delete(world: World, interaction: Interaction, message: Message) -> None:
    """Delete a message through an interaction."""
    interaction.withdrawn |= message is interaction.original
    posting.delete(world, message)
    interaction.notify_watchers()
