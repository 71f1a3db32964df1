"""Discord's errors: status, code and body of each one the sandbox can return.

Codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """An error in a body: its place (keys and indices from the root), Discord's error code, the sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str


class ApiError(Exception):
    """A refused REST request; `body` is exactly what the client gets. `page`: a page of a proxy that stands before
    Discord, in HTML, instead of a body.
    """

    def __init__(self, status: int, code: int, message: str, *, page: str = "", **extra: Any) -> None:
        super().__init__(f"{status} {code} {message} {extra or ''}".strip())
        self.status = status
        self.code = code
        self.page = page
        self.body: dict[str, Any] = {"message": message, "code": code, **extra}


@dataclass(frozen=True)
class ErrorKind:
    """A named error; calling it makes the exception to raise."""

    status: int
    code: int
    message: str

    def __call__(self, **extra: Any) -> ApiError:
        return ApiError(self.status, self.code, self.message, **extra)


@dataclass(frozen=True)
class ProxyError(ErrorKind):
    """An error that a proxy in between answers, with a page in HTML."""

    def __call__(self, **extra: Any) -> ApiError:
        html = f"<!DOCTYPE html><html><head><title>{self.message}</title></head><body>{self.message}</body></html>"
        return ApiError(self.status, self.code, self.message, page=html, **extra)


UNAUTHORIZED = ErrorKind(401, 0, "401: Unauthorized")
NOT_FOUND = ErrorKind(404, 0, "404: Not Found")
METHOD_NOT_ALLOWED = ErrorKind(405, 0, "405: Method Not Allowed")
SERVER_ERROR = ErrorKind(500, 0, "500: Internal Server Error")

RATE_LIMITED = ErrorKind(429, 0, "You are being rate limited.")
RESOURCE_LIMITED = ErrorKind(429, 0, "The resource is being rate limited.")

SERVER_ERROR_PAGE = ProxyError(500, 0, "500 Internal Server Error")
BANNED_PAGE = ProxyError(429, 0, "Error 1015: you are being rate limited")
BAD_GATEWAY_PAGE = ProxyError(502, 0, "502 Bad Gateway")
UNAVAILABLE_PAGE = ProxyError(503, 0, "503 Service Unavailable")
GATEWAY_TIMEOUT_PAGE = ProxyError(504, 0, "504 Gateway Time-out")
FORBIDDEN_PAGE = ProxyError(403, 0, "Error 1020: access denied")
"""Pages of Cloudflare, which stands before Discord.

Source: https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

UNKNOWN_APPLICATION = ErrorKind(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = ErrorKind(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = ErrorKind(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = ErrorKind(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = ErrorKind(404, 10008, "Unknown Message")
UNKNOWN_OVERWRITE = ErrorKind(404, 10009, "Unknown Overwrite")
UNKNOWN_ROLE = ErrorKind(404, 10011, "Unknown Role")
UNKNOWN_USER = ErrorKind(404, 10013, "Unknown User")
UNKNOWN_EMOJI = ErrorKind(400, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = ErrorKind(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = ErrorKind(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = ErrorKind(404, 10063, "Unknown application command")

TOO_MANY_EMOJIS = ErrorKind(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_COMMANDS = ErrorKind(400, 30032, "Maximum number of application commands reached (100)")
OLD_MESSAGE_EDITS = ErrorKind(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"
)
TOO_MANY_PINS = ErrorKind(400, 30003, "Maximum number of pins reached (250)")

REQUEST_TOO_LARGE = ErrorKind(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = ErrorKind(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_THREADS = ErrorKind(400, 160006, "Maximum number of active threads reached")
TOO_MANY_ANNOUNCEMENT_THREADS = ErrorKind(400, 160007, "Maximum number of active announcement threads reached")
MESSAGE_BLOCKED = ErrorKind(400, 200000, "Message was blocked by automatic moderation")
TITLE_BLOCKED = ErrorKind(400, 200001, "Title was blocked by automatic moderation")
THREAD_EXISTS = ErrorKind(400, 160004, "A thread has already been created for this message")

MISSING_ACCESS = ErrorKind(403, 50001, "Missing Access")
NOT_THE_AUTHOR = ErrorKind(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = ErrorKind(400, 50006, "Cannot send an empty message")
NOT_A_TEXT_CHANNEL = ErrorKind(400, 50008, "Cannot send messages in a non-text channel")
CANNOT_MESSAGE_USER = ErrorKind(403, 50007, "Cannot send messages to this user")
CANNOT_OPEN_DIRECT = ErrorKind(400, 50007, "Cannot send messages to this user")
"""Status 400: https://github.com/lexicalunit/spellbot/issues/659 (a bot)."""
NO_MUTUAL_GUILD = ErrorKind(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
OPENING_DIRECT_TOO_FAST = ErrorKind(403, 40003, "You are opening direct messages too fast.")
"""Status 403: https://github.com/davidhozic/discord-advertisement-framework/issues/82."""
INVALID_RECIPIENT = ErrorKind(400, 50033, "Invalid Recipient(s)")
INVALID_STICKER = ErrorKind(400, 50081, "Invalid sticker sent")
INVALID_POLL_EMOJI = ErrorKind(400, 520004, "Cannot use an emoji included with the poll")
FOREIGN_APPLICATION = ErrorKind(403, 20012, "You are not authorized to perform this action on this application")
TOO_MANY_MENU_COMMANDS = ErrorKind(400, 30032, "Maximum number of application commands reached (15)")
WRONG_CHANNEL_TYPE = ErrorKind(400, 50024, "Cannot execute action on this channel type")
MISSING_PERMISSIONS = ErrorKind(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN = ErrorKind(401, 50027, "Invalid Webhook Token")
INVALID_JSON = ErrorKind(400, 50109, "The request body contains invalid JSON.")
THREAD_ARCHIVED = ErrorKind(400, 50083, "Thread is archived")
THREAD_LOCKED = ErrorKind(403, 160005, "Thread is locked")
TOO_OLD_TO_DELETE = ErrorKind(400, 50034, "You can only bulk delete messages that are under 14 days old.")
TOO_MANY_FOLLOWUPS = ErrorKind(400, 40094, "This interaction has reached its maximum number of follow up messages.")


def invalid_form_body(problems: Iterable[Problem]) -> ApiError:
    """Build error 50035 with Discord's tree of errors, one `_errors` list for each problem's place."""
    tree: dict[str, Any] = {}
    for problem in problems:
        node = tree
        for key in problem.path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return ApiError(400, 50035, "Invalid Form Body", errors=tree)
