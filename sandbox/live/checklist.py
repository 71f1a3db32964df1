"""What only a person with the bot itself can try; the kit asks for it at the end, one thing at a time."""

from __future__ import annotations

from typing import Final

CHECKLIST: Final = (
    "Start the bot as docs/operating.md says, with Docker Compose on Linux. It logs in and registers its commands.",
    "Play three turns with a second account, on the desktop and on a phone: old boards have no buttons, and no board"
    " stands under a line that says that a message was deleted.",
    "Open a private hand, then join the lobby of a match: pictures appear, and the lobby shows who has joined.",
    "Change a choice, press *Play live*, and vote in a channel: the words of the board change in place.",
    "Take *Attach Files* from the bot in the middle of a match and press *Confirm*: a private answer says why, and no"
    " *thinking* stays. Give it back: the board comes.",
    "Open a match in a thread. Archive, lock and delete such threads: the match pauses, and goes on where it can.",
    "After the end of a match in a thread, when the thread was archived by itself, press *Rematch* and *Film*.",
    "Restart the bot between *Play* and *Confirm*, and between two boards: buttons work, no board comes twice.",
    "Cut the bot's network for two minutes and take a turn afterwards: it is played once.",
    "Press a button twice as fast as you can, and on two devices at once: it counts once.",
    "Leave a private panel open for 20 minutes, then press *Confirm*: the answer says what to do.",
    "Look at a board, its alt text and a private hand with a second account: it sees no hand.",
    "Install the app only for yourself and use `/play` in a server without the bot: the answer is private.",
    "Switch *User Install* off for the app and restart the bot: its commands are registered.",
    "Look at the emoji in menus, and at Riff Raff's film on a phone: it moves.",
    "Let `/looking` mention a role that is not mentionable: the log of the bot shows no error.",
    "Name an account `@everyone **x** [a](https://example.com)` and look at boards, cards and `/turns`.",
    "Remove the bot from a server and invite it again: matches rest and go on.",
    "Start a second process with the same token and another file: both say so, and no move is played twice.",
    "Watch the metrics for a day: invalid requests, identifies left, acknowledgements over one second.",
)
