"""Bodies that break one rule each, and bodies that break none."""

from __future__ import annotations

from typing import Any

V2 = 1 << 15
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "/applications/{application_id}/commands"


def button(n: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": f"b{n}", "custom_id": f"b{n}", **more}


def row(*children: Any, **more: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(children), **more}


def select(*labels: Any, **more: Any) -> dict[str, Any]:
    options = [{"label": label, "value": f"{n}"} for n, label in enumerate(labels or "ab")]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(content: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(*urls: Any, **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more} for url in urls or ("https://a.example/b.png",)]}


def v1(*components: Any, **more: Any) -> dict[str, Any]:
    return {"content": "words", "components": list(components), **more}


def v2(*components: Any, **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **more}


def modal(*parts: Any, **more: Any) -> dict[str, Any]:
    parts = parts or (label(),)
    return {"type": 9, "data": {"custom_id": "m", "title": "Title", "components": list(parts), **more}}


def field(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "f", "style": 1, **more}


def label(inner: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Label", "component": inner or field(), **more}


def choices(*pairs: Any) -> dict[str, Any]:
    return {"type": 8, "data": {"choices": [{"name": name, "value": value} for name, value in pairs]}}


def command(*options: Any, **more: Any) -> dict[str, Any]:
    return {"name": "go", "description": "Go", "type": 1, "options": list(options), **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Option", "type": kind, **more}


def embed(**more: Any) -> dict[str, Any]:
    return {"embeds": [{"title": "t", **more}]}


OLD_V2 = {"flags": V2, "components": [text()]}
OLD_WORDS = {"content": "old words"}

FORM = 50035

MESSAGE_ROWS = [
    # rule, method, path, body, old message, code, where the error is
    ("content_over_2000", {"content": "x" * 2001}, "content"),
    ("more_than_10_embeds", {"embeds": [{"title": "t"}] * 11}, "embeds"),
    ("embed_part_too_long", embed(title="x" * 257), "embeds.0.title"),
    ("embed_part_too_long", embed(fields=[{"name": "n", "value": "x" * 1025}]), "embeds.0.fields.0.value"),
    ("embeds_over_6000", {"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    ("more_than_5_rows", v1(*(row(button(n)) for n in range(6))), "components"),
    ("component_at_wrong_place", v1(text()), "components.0.type"),
    ("component_at_wrong_place", v2(button()), "components.0.type"),
    ("v2_with_legacy_fields", v2(text(), content="words"), "content"),
    ("v2_with_legacy_fields", v2(text(), **embed()), "embeds"),
    ("more_than_40_components", v2(*(text(str(n)) for n in range(41))), "components"),
    ("v2_text_over_4000", v2(text("x" * 2000), text("x" * 2001)), "components"),
    ("attachment_without_its_file", v2(gallery("attachment://no.png")), "components.0.items.0.media.url"),
    ("attachment_without_its_file", embed(image={"url": "attachment://no.png"}), "embeds.0.image.url"),
    ("media_url_of_wrong_kind", v2(gallery("ftp://a.example/b.png")), "components.0.items.0.media.url"),
    ("media_url_of_wrong_kind", v2({"type": 13, "file": {"url": "https://a.example"}}), "components.0.file.url"),
    ("more_than_10_attachments", v1(attachments=[{"id": str(10**18 + n)} for n in range(11)]), "attachments"),
    ("described_file_not_sent", v1(attachments=[{"id": 0}]), "attachments.0.id"),
    ("duplicate_attachment_ids", v1(attachments=[{"id": str(10**18)}] * 2), "attachments.1.id"),
    (
        "alt_text_length",
        v1(attachments=[{"id": str(10**18), "description": "x" * 1025}]),
        "attachments.0.description",
    ),
    ("alt_text_length", v2(gallery(description="x" * 1025)), "components.0.items.0.description"),
    (
        "mentions_both_parsed_and_listed",
        v1(allowed_mentions={"parse": ["users"], "users": ["1"]}),
        "allowed_mentions",
    ),
    (
        "more_than_100_mentions",
        v1(allowed_mentions={"parse": [], "users": [str(n) for n in range(101)]}),
        "allowed_mentions.users",
    ),
    ("nonce_over_25", v1(nonce="x" * 26), "nonce"),
    (
        "child_not_allowed",
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
    ),
    ("child_not_allowed", v2({"type": 9, "components": [text()], "accessory": text()}), "components.0.accessory.type"),
    ("wrong_number_of_children", v1(row()), "components.0.components"),
    ("wrong_number_of_children", v1(row(*(button(n) for n in range(6)))), "components.0.components"),
    ("section_without_accessory", v2({"type": 9, "components": [text()]}), "components.0.accessory"),
    ("select_beside_something", v1(row(select(), button())), "components.0.components.0"),
    ("custom_id_missing", v1(row({"type": 2, "style": 1, "label": "b"})), "components.0.components.0.custom_id"),
    ("link_without_url", v1(row({"type": 2, "style": 5, "label": "b"})), "components.0.components.0.url"),
    ("button_without_label_or_emoji", v1(row(button(label=None))), "components.0.components.0.label"),
    ("duplicate_custom_id", v1(row(button(), button())), "components.0.components.1.custom_id"),
    ("duplicate_component_id", v1(row(button(1, id=7), button(2, id=7))), "components.0.components.1.id"),
    ("custom_id_over_100", v1(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id"),
    ("label_over_80", v1(row(button(label="x" * 81))), "components.0.components.0.label"),
    ("placeholder_too_long", v1(row(select(placeholder="x" * 151))), "components.0.components.0.placeholder"),
    ("wrong_number_of_options", v1(row(select(*map(str, range(26))))), "components.0.components.0.options"),
    ("option_text_too_long", v1(row(select("x" * 101))), "components.0.components.0.options.0.label"),
    (
        "duplicate_option_values",
        v1(row(select(options=[{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]))),
        "components.0.components.0.options.1.value",
    ),
    (
        "fewer_options_than_values",
        v1(row(select("a", min_values=2, max_values=2))),
        "components.0.components.0.options",
    ),
    ("min_values_over_max_values", v1(row(select(min_values=2))), "components.0.components.0.min_values"),
    (
        "more_defaults_than_values",
        v1(row(select(options=[{"label": x, "value": x, "default": True} for x in "ab"]))),
        "components.0.components.0.options",
    ),
    ("gallery_over_10", v2(gallery(*(f"https://a.example/{n}" for n in range(11)))), "components.0.items"),
    ("empty_text_display", v2(text(" ")), "components.0.content"),
]

ONE = "components.0.components.0"


def link(url: Any) -> dict[str, Any]:
    return v1(row({"type": 2, "style": 5, "label": "b", "url": url}))


def premium(**more: Any) -> dict[str, Any]:
    return v1(row({"type": 2, "style": 6, **more}))


def poll(question: str = "Who?", *answers: Any) -> dict[str, Any]:
    return {"poll": {"question": {"text": question}, "answers": [{"poll_media": media} for media in answers]}}


THUMBNAIL = {"type": 11, "media": {"url": "https://a.example/b.png"}}
USERS = [{"id": "1", "type": "user"}, {"id": "2", "type": "user"}]

STRICT_ROWS = [
    ("invalid_emoji", v1(row(button(emoji={"name": "no emoji"}))), f"{ONE}.emoji.name"),
    ("invalid_emoji", v1(row(button(emoji={"name": "a"}))), f"{ONE}.emoji.name"),
    ("invalid_emoji", v1(row(button(emoji={"name": "\U0001f3b2\U0001f3b2"}))), f"{ONE}.emoji.name"),
    (
        "invalid_emoji",
        v1(row(select(options=[{"label": "a", "value": "a", "emoji": {"name": ":die:"}}]))),
        f"{ONE}.options.0.emoji.name",
    ),
    ("link_of_wrong_scheme", link("ftp://a.example"), f"{ONE}.url"),
    ("link_of_wrong_scheme", link("javascript:alert(1)"), f"{ONE}.url"),
    ("link_of_wrong_scheme", link("no address"), f"{ONE}.url"),
    ("link_of_wrong_scheme", link("https://"), f"{ONE}.url"),
    ("url_on_a_normal_button", v1(row(button(url="https://a.example"))), f"{ONE}.url"),
    ("sku_on_another_button", v1(row(button(sku_id="1"))), f"{ONE}.sku_id"),
    ("premium_without_sku", premium(), f"{ONE}.sku_id"),
    ("premium_with_more_than_sku", premium(sku_id="1", label="Buy"), f"{ONE}.label"),
    ("premium_with_more_than_sku", premium(sku_id="1", custom_id="b"), f"{ONE}.custom_id"),
    ("premium_with_more_than_sku", premium(sku_id="1", emoji={"name": "\U0001f3b2"}), f"{ONE}.emoji"),
    (
        "default_values_outside_bounds",
        v1(row({"type": 5, "custom_id": "u", "default_values": USERS})),
        f"{ONE}.default_values",
    ),
    (
        "default_values_outside_bounds",
        v1(row({"type": 5, "custom_id": "u", "min_values": 3, "max_values": 3, "default_values": USERS})),
        f"{ONE}.default_values",
    ),
    ("form_part_in_message", v1(row(field(label="Old"))), f"{ONE}.type"),
    ("embed_url_of_wrong_kind", embed(url="no address"), "embeds.0.url"),
    ("embed_url_of_wrong_kind", embed(url="attachment://a.png"), "embeds.0.url"),
    ("embed_url_of_wrong_kind", embed(url="ftp://a.example/b"), "embeds.0.url"),
    ("embed_url_of_wrong_kind", embed(author={"name": "a", "url": "attachment://a.png"}), "embeds.0.author.url"),
    ("embed_url_of_wrong_kind", embed(url="http://[broken"), "embeds.0.url"),
    ("embed_url_of_wrong_kind", embed(image={"url": "ftp://a.example/b.png"}), "embeds.0.image.url"),
    ("embed_url_of_wrong_kind", embed(footer={"text": "f", "icon_url": "x"}), "embeds.0.footer.icon_url"),
    ("embed_picture_without_url", embed(image={"width": 1}), "embeds.0.image.url"),
    ("invalid_embed_timestamp", embed(timestamp="yesterday"), "embeds.0.timestamp"),
    ("empty_embed", {"embeds": [{}]}, "embeds.0.description"),
    ("empty_embed", {"embeds": [{"color": 5, "title": ""}]}, "embeds.0.description"),
    ("poll_text_too_long", poll("x" * 301, {"text": "me"}), "poll.question.text"),
    ("poll_text_too_long", poll("Who?", {"text": "x" * 56}), "poll.answers.0.poll_media.text"),
    ("poll_text_too_long", poll(" ", {"text": "me"}), "poll.question.text"),
    ("poll_text_too_long", poll("Who?", {"text": " "}), "poll.answers.0.poll_media.text"),
    ("button_without_label_or_emoji", v1(row(button(label="  "))), f"{ONE}.label"),
    ("option_text_too_long", v1(row(select(" "))), f"{ONE}.options.0.label"),
    ("alt_text_length", v2(gallery(description="")), "components.0.items.0.description"),
    ("alt_text_length", v2(gallery(description=" ")), "components.0.items.0.description"),
    (
        "alt_text_length",
        v2({"type": 9, "components": [text()], "accessory": {**THUMBNAIL, "description": ""}}),
        "components.0.accessory.description",
    ),
    ("embed_part_too_long", embed(fields=[{"name": " ", "value": "v"}]), "embeds.0.fields.0.name"),
    ("embed_part_too_long", embed(fields=[{"name": "n", "value": "\n"}]), "embeds.0.fields.0.value"),
    ("empty_embed", {"embeds": [{"title": " ", "description": "\n"}]}, "embeds.0.description"),
]
"""Messages that earlier versions of the sandbox accepted and Discord refuses."""

STRICT_FORM_ROWS = [
    (
        "upload_bounds_out_of_order",
        modal(label({"type": 19, "custom_id": "u", "min_values": 3, "max_values": 2})),
        "data.components.0.component.min_values",
    ),
    (
        "two_defaults_of_a_radio_group",
        modal(
            label(
                {
                    "type": 21,
                    **{k: v for k, v in select(options=[]).items() if k == "custom_id"},
                    "options": [
                        {"label": "a", "value": "a", "default": True},
                        {"label": "b", "value": "b", "default": True},
                    ],
                }
            )
        ),
        "data.components.0.component.options",
    ),
    (
        "checkbox_bounds_outside_options",
        modal(label({"type": 22, "custom_id": "c", "max_values": 2, "options": [{"label": "a", "value": "a"}]})),
        "data.components.0.component.max_values",
    ),
    (
        "checkbox_bounds_outside_options",
        modal(label({"type": 22, "custom_id": "c", "min_values": 2, "options": [{"label": "a", "value": "a"}]})),
        "data.components.0.component.min_values",
    ),
    ("disabled_in_a_form", modal(label(select(disabled=True))), "data.components.0.component.disabled"),
    ("no_values_but_required", modal(label(select(min_values=0))), "data.components.0.component.min_values"),
    ("title_length", modal(title=" "), "data.title"),
    ("label_missing_or_too_long", modal(label(label=" ")), "data.components.0.label"),
    ("label_description_length", modal(label(description="")), "data.components.0.description"),
    ("choice_text_too_long", choices((" ", "v")), "data.choices.0.name"),
]
STRICT_COMMAND_ROWS = [
    ("menu_command_with_description", {"name": "Show", "type": 3, "description": "Shows"}, "0.description"),
    ("menu_command_with_options", {"name": "Show", "type": 2, "options": [option()]}, "0.options"),
    ("bounds_of_wrong_type", command(option(kind=4, min_value=1.5)), "0.options.0.min_value"),
    ("menu_name_length", {"name": "x" * 33, "type": 2}, "0.name"),
    (
        "choice_of_wrong_type",
        command(option(kind=4, choices=[{"name": "c", "value": "1"}])),
        "0.options.0.choices.0.value",
    ),
    ("choice_of_wrong_type", command(option(choices=[{"name": "c", "value": 1}])), "0.options.0.choices.0.value"),
    ("description_missing", command(description=" "), "0.description"),
    ("description_over_100", command(description_localizations={"de": " "}), "0.description_localizations.de"),
    ("menu_name_length", {"name": "  ", "type": 2, "name_localizations": {"de": "Zeig"}}, "0.name"),
    ("fixed_choice_too_long", command(option(choices=[{"name": " ", "value": "v"}])), "0.options.0.choices.0.name"),
    *(
        ("key_of_another_option", command({**option(kind=kind), key: value}), f"0.options.0.{key}")
        for kind, key, value in (
            (5, "choices", [{"name": "c", "value": "1"}]),
            (11, "choices", [{"name": "c", "value": "1"}]),
            (6, "autocomplete", True),
            (7, "autocomplete", True),
            (3, "min_value", 0),
            (8, "max_value", 1),
            (4, "min_length", 0),
            (9, "max_length", 1),
            (3, "channel_types", [0]),
            (1, "required", True),
        )
    ),
]

UNTYPED = [
    # path, body: refused for their shape, without any rule
    (MESSAGES, v1(row(button(id=1 << 31)))),
    (MESSAGES, v1(row(button(disabled="no")))),
    (MESSAGES, v1(row(button(style=9)))),
    (MESSAGES, v1(row({"type": 8, "custom_id": "c", "default_values": USERS}))),
    *((MESSAGES, v1(row({**select("a"), "type": kind}))) for kind in (5, 6, 7, 8)),
    (MESSAGES, v1(row(select("a", default_values=USERS)))),
    (MESSAGES, v1(row({"type": 6, "custom_id": "r", "channel_types": [0]}))),
    (CALLBACK, modal(label({**select("a"), "type": 5}))),
    (MESSAGES, v1(attachments=[{"id": str(10**18), "filename": ""}])),
    (MESSAGES, {"content": "x", "allowed_mentions": {"parse": ["cats"]}}),
    (MESSAGES, embed(color=1 << 24)),
    (MESSAGES, embed(fields=[{"name": "n"}])),
    (MESSAGES, {"content": "x", "sticker_ids": ["1", "2", "3", "4"]}),
    (MESSAGES, {"content": "x", "message_reference": {}}),
    (MESSAGES, poll("Who?")),
    (CALLBACK, {"type": True}),
    (CALLBACK, {"type": 8}),
    (CALLBACK, {"type": 8, "data": {}}),
    (CALLBACK, choices(("a", True))),
    (CALLBACK, modal(label({"type": 19, "custom_id": "u", "max_values": 11}))),
    (COMMANDS, command(option(kind=99))),
    (COMMANDS, command(contexts=[9])),
    (COMMANDS, command(name_localizations={"de": None})),
    (COMMANDS, command(default_member_permissions="many")),
    ("/channels/{channel_id}/threads", {}),
    ("/channels/{channel_id}/threads", {"name": " "}),
    ("/guilds/{guild_id}/channels", {"name": "\t"}),
    ("/channels/{channel_id}/threads", {"name": "t", "auto_archive_duration": 61}),
    ("/channels/{channel_id}/messages/bulk-delete", {"messages": ["x", "y"]}),
    ("/users/@me/channels", {"recipient_id": []}),
    ("/guilds/{guild_id}/channels", {"name": 5}),
]

EDIT_ROWS = [
    ("v2_flag_removed", {"flags": 0, "components": [row(button())]}, OLD_V2, "flags"),
    ("v2_added_over_content", v2(text()), OLD_WORDS, "content"),
    ("poll_in_an_edit", poll("Who?", {"text": "me"}), OLD_WORDS, "poll"),
]

CALLBACK_ROWS = [
    ("title_length", modal(title="x" * 46), "data.title"),
    ("modal_custom_id_length", modal(custom_id="x" * 101), "data.custom_id"),
    ("more_than_5_parts", modal(*(label(field(custom_id=f"{n}")) for n in range(6))), "data.components"),
    ("part_not_for_modals", modal({"type": 17, "components": [text()]}), "data.components.0.type"),
    ("part_not_for_modals", modal(row(select())), "data.components.0.components.0.type"),
    ("label_missing_or_too_long", modal(label(label="x" * 46)), "data.components.0.label"),
    ("label_missing_or_too_long", modal(row(field())), "data.components.0.components.0.label"),
    ("label_description_length", modal(label(description="x" * 101)), "data.components.0.description"),
    (
        "text_input_value_outside_bounds",
        modal(label(field(value="long", max_length=3))),
        "data.components.0.component.value",
    ),
    ("more_than_25_choices", choices(*((f"c{n}", f"{n}") for n in range(26))), "data.choices"),
    ("choice_text_too_long", choices(("x" * 101, "v")), "data.choices.0.name"),
    ("choice_text_too_long", choices(("", "v")), "data.choices.0.name"),
]

LONG = "x" * 100
COMMAND_ROWS = [
    ("name_missing", {"description": "Go", "type": 1}, "0.name"),
    ("bad_name", command(name="Go"), "0.name"),
    ("bad_name", command(name="g o"), "0.name"),
    ("bad_name", command(name="x" * 33), "0.name"),
    ("bad_name", command(option("A")), "0.options.0.name"),
    ("bad_name", command(name_localizations={"de": "Los"}), "0.name_localizations.de"),
    ("description_missing", command(description=""), "0.description"),
    ("description_missing", command(option(description="")), "0.options.0.description"),
    ("description_over_100", command(description="x" * 101), "0.description"),
    ("description_over_100", command(description_localizations={"de": "x" * 101}), "0.description_localizations.de"),
    ("unknown_locale", command(name_localizations={"xx": "go"}), "0.name_localizations.xx"),
    ("duplicate_option", command(option(), option()), "0.options.1.name"),
    ("required_after_optional", command(option("a"), option("b", required=True)), "0.options.1"),
    ("more_than_25_options", command(*(option(f"o{n}") for n in range(26))), "0.options"),
    (
        "more_than_25_fixed_choices",
        command(option(choices=[{"name": f"c{n}", "value": f"{n}"} for n in range(26)])),
        "0.options.0.choices",
    ),
    (
        "fixed_choice_too_long",
        command(option(choices=[{"name": "x" * 101, "value": "v"}])),
        "0.options.0.choices.0.name",
    ),
    (
        "duplicate_choice",
        command(option(choices=[{"name": "c", "value": "1"}, {"name": "c", "value": "2"}])),
        "0.options.0.choices.1.name",
    ),
    (
        "autocomplete_with_choices",
        command(option(autocomplete=True, choices=[{"name": "c", "value": "1"}])),
        "0.options.0.autocomplete",
    ),
    ("wrong_nesting", command(option("sub", 1), option("value", 3)), "0.options"),
    ("wrong_nesting", command(option("sub", 1, options=[option("group", 2)])), "0.options.0.options"),
    ("bounds_out_of_order", command(option(kind=4, min_value=3, max_value=2)), "0.options.0.min_value"),
    (
        "command_over_8000",
        command(
            *(
                option(f"o{n}", choices=[{"name": f"{m:02}{LONG[2:]}", "value": LONG} for m in range(14)])
                for n in range(3)
            )
        ),
        "0",
    ),
]

ROWS = [
    *((rule, "POST", MESSAGES, body, None, where) for rule, body, where in (*MESSAGE_ROWS, *STRICT_ROWS)),
    *((rule, "POST", CALLBACK, body, None, where) for rule, body, where in STRICT_FORM_ROWS),
    *((rule, "PUT", COMMANDS, [body], None, where) for rule, body, where in STRICT_COMMAND_ROWS),
    *((rule, "PATCH", MESSAGE, body, old, where) for rule, body, old, where in EDIT_ROWS),
    *((rule, "POST", CALLBACK, body, None, where) for rule, body, where in CALLBACK_ROWS),
    *((rule, "PUT", COMMANDS, [body], None, where) for rule, body, where in COMMAND_ROWS),
    ("duplicate_command", "PUT", COMMANDS, [command(), command()], None, "1.name"),
]

OTHER_ERRORS = [
    ("empty_message", "POST", MESSAGES, {"content": " "}, None, 50006),
    ("empty_message", "PATCH", MESSAGE, {"content": ""}, OLD_WORDS, 50006),
    ("v2_text_over_10170_bytes", "POST", MESSAGES, v2(text("\U00020000" * 2540)), None, 0),
    ("unknown_sticker", "POST", MESSAGES, {"sticker_ids": ["1"]}, None, 50081),
    ("invalid_poll_emoji", "POST", MESSAGES, poll("Who?", {"text": "I", "emoji": {"name": "x"}}), None, 520004),
    ("more_than_15_menu_commands", "PUT", COMMANDS, [{"name": f"C {n}", "type": 2} for n in range(16)], None, 30032),
    ("more_than_100_commands", "PUT", COMMANDS, [command(name=f"c{n}") for n in range(101)], None, 30032),
]


GOOD = [
    ("POST", MESSAGES, v1(row(button(1), button(2)), row(select("a", "b", max_values=2)), **embed())),
    ("POST", MESSAGES, v2({"type": 17, "components": [text(), gallery(), {"type": 14}, row(button())]})),
    ("POST", MESSAGES, v2({"type": 9, "components": [text()], "accessory": button()})),
    ("POST", MESSAGES, {"content": "x" * 2000, "nonce": "x" * 25}),
    ("POST", MESSAGES, v2(text("x" * 4000))),
    ("POST", MESSAGES, v1(row({"type": 2, "style": 5, "label": "b", "url": "https://a.example"}))),
    ("POST", CALLBACK, modal(label(), text(), label(select("a", "b")), row(field(custom_id="g", label="Old")))),
    ("POST", CALLBACK, choices(*((f"c{n}", f"{n}") for n in range(25)))),
    ("POST", CALLBACK, {"type": 5}),
    ("POST", CALLBACK, {"type": 6}),
    ("PUT", COMMANDS, [command(name=f"c{n}") for n in range(100)]),
    ("PUT", COMMANDS, [command(option("a", required=True), option("b", choices=[{"name": "c", "value": "1"}]))]),
    ("PUT", COMMANDS, [command(option("group", 2, options=[option("sub", 1, options=[option()])]))]),
    ("PUT", COMMANDS, [command(name="größe", name_localizations={"de": "los", "fr": "allez-y"})]),
    ("PUT", COMMANDS, [{"name": "Show Board", "type": 3}]),
    ("PATCH", f"{COMMANDS}/{{command_id}}", {"description": "Other"}),
    ("POST", MESSAGES, v1(row(button(emoji={"name": "\U0001f3b2", "id": None, "animated": False})))),
    (
        "POST",
        MESSAGES,
        v1(row(*(button(n, emoji={"name": e}) for n, e in enumerate(("\u2764\ufe0f", "1\ufe0f\u20e3"))))),
    ),
    ("POST", MESSAGES, v1(row(button(emoji={"name": "\U0001f1e8\U0001f1ed"})))),
    ("POST", MESSAGES, premium(sku_id="1")),
    ("POST", MESSAGES, link("discord://-/channels/1")),
    ("POST", MESSAGES, v1(row({"type": 5, "custom_id": "u", "max_values": 2, "default_values": USERS}))),
    ("POST", MESSAGES, v1(row({"type": 5, "custom_id": "u", "options": None, "channel_types": []}))),
    ("POST", MESSAGES, v1(row(button(label=" ", emoji={"name": "\U0001f3b2"})))),
    ("PUT", COMMANDS, [command(option(kind=6, autocomplete=False, choices=[], min_value=None))]),
    ("POST", MESSAGES, {"content": "x", "surprise": 1}),
    ("POST", MESSAGES, v1(row(button(surprise=1)))),
    ("POST", MESSAGES, embed(timestamp="2026-11-23T08:00:00.000Z", image={"url": "https://a.example/b.png"})),
    ("POST", MESSAGES, poll("Who?", {"text": "I", "emoji": {"name": "\U0001f3b2"}})),
    ("POST", CALLBACK, modal(label(select(min_values=0, required=False)))),
    ("POST", CALLBACK, {"type": 4, "data": {"content": "x", "surprise": 1}}),
    ("PUT", COMMANDS, [command(default_member_permissions="32")]),
    ("PUT", COMMANDS, [*({"name": f"U {n}", "type": 2} for n in range(15)), {"name": "M", "type": 3}]),
    ("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", {"type": 1, "allow": "1024", "deny": 0}),
]
