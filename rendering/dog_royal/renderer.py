"""Draw DOG Royal: the court in the evening, and in private pictures the hand below it.

The last move is a chalk line along the track from a faded piece to a ringed one; a captured piece is crossed out beside
it. In the middle lie the deck and the discard pile, with a note of the card that a copy repeats. Beside each home a
plate shows the seat's token and its number of cards. A private picture is turned so that the viewer's arm points down,
with the viewer's cards below it; cards that cannot be played are faded and say why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.colours import GLYPHS
from games.core import HIDDEN, Seat
from games.dog_royal.components.boards import GOAL, GOALS, HOME
from games.dog_royal.events import (
    Captured,
    Discarded,
    Drew,
    DroppedOut,
    Exchanged,
    Finished,
    FreeStarted,
    Jumped,
    Played,
    Swapped,
)
from games.dog_royal.legality import find_obstacle
from games.dog_royal.moves import Drop, Give, Move, Play, place_name
from games.dog_royal.state import State, find_receiver, rank_name
from games.dog_royal.words import names
from games.text import Colour, Say, T, Text
from rendering.dog_royal import cards, pieces, position
from rendering.dog_royal import court as places
from rendering.dog_royal.court import HEADROOM, Plan
from rendering.dog_royal.empty_board import Words, draw_board, list_numbered
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Picture
from rendering.drawing.theme import Look

REASON = {
    "no_copy": T("nothing to copy"),
    "alone": T("nothing ahead"),
    "directly_behind": T("no gap"),
    "no_swap": T("nobody to swap"),
    "nobody_out": T("none on track"),
    "start_taken": T("start taken"),
    "king_only": T("not for kings"),
    "blocked": T("blocked"),
}
"""Why a card cannot be played, in a word or two on the card."""

SHELF = 340
"""Height of the shelf with the viewer's cards."""


def draw(
    view: State,
    *,
    say: Say,
    seat: Seat | None = None,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look = Look(),  # noqa: B008 - frozen
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> Picture:
    """Draw the position, 1200 x 1200; large pictures are 1254 high, private ones 1596. See `rendering`."""
    canvas, plan, words = _set_table(view, say, seat=seat, moves=moves, look=look, strip=strip)
    position.BoardDrawing(canvas, view, plan, seat=seat, moves=moves, ghost=ghost).draw(words)
    if seat is not None:
        _Shelf(canvas, view, seat, say).draw(moves, ghost)
    frame.draw_last_line(canvas, lambda: _say_last_ply(view, say))
    # harder compression takes longer than the rest of the picture, and saves a public one of four arms only 10 kB
    is_dense = canvas.large or plan.arms > 4
    return canvas.finish(dense=is_dense, hard=seat is not None and plan.arms > 4)


_WALK: Final = (0.2, 0.5, 0.8)
"""How far a piece has gone in each of the pictures before the one in which it has arrived."""


def draw_between(view: State, /, *, say: Say, look: Look = Look()) -> tuple[Picture, ...]:  # noqa: B008 - frozen
    """Draw the last move on its way, as `rendering` explains."""
    before, walks = position.take_back(view)
    if not walks:
        return ()
    canvas, plan, words = _set_table(before, say, look=look)
    position.BoardDrawing(canvas, before, plan).draw(words)
    frame.draw_last_line(canvas, tuple)
    still = canvas.finish()
    return tuple(_draw_walk(still, before, plan, walks, share, look) for share in _WALK)


def _draw_walk(
    still: Picture, before: State, plan: Plan, walks: Sequence[position.Walk], share: float, look: Look
) -> Picture:
    """Draw pieces that walk, after `share` (0..1) of their ways, on the board without them."""
    canvas = Canvas(still.image, "dog_royal", look, boxes=still.boxes)
    board = position.BoardDrawing(canvas, before, plan)
    for walk in walks:
        board.draw_walking(walk, share)
    return canvas.finish(dense=True)


def _set_table(
    view: State,
    say: Say,
    *,
    seat: Seat | None = None,
    moves: Sequence[Move] = (),
    look: Look,
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> tuple[Canvas, Plan, Words]:
    """Prepare a picture with the empty board and the strip on top, and the words on the board."""
    private = seat is not None
    large = look.large or private
    height = places.PRIVATE_HEIGHT if private else places.LARGE_HEIGHT if large else places.HEIGHT
    top, bottom = (114, SHELF + 96) if private else (114, 96) if large else (90, 66)
    arms = view.board.arms
    turned = 0 if seat is None else (arms // 2 - view.colours[seat]) % arms
    plan = Plan(arms, turned, (top + height - bottom) // 2 + HEADROOM)
    plain = replace(look, large=False)  # large pictures have the same board
    base, boxes = draw_board(plain, plan, height, view.colours, view.royal)
    covered = position.list_covered(view, seat, moves)
    hidden = {place_name(place) for place in list_numbered(plan, view.colours, view.royal) if place in covered}
    boxes = tuple(box for box in boxes if box.label not in hidden)
    canvas = Canvas(base, "dog_royal", look, private=private, boxes=boxes)
    progress = say(T("Round {number}", number=view.round))
    you = "" if seat is None else say(frame.say_you((view.colours[seat],)))
    title, turn, over = say(T("DOG Royal")), say(_say_turn(view)), view.phase == "over"
    frame.draw_strip(canvas, title, strip, turn=turn, progress=progress, you=you, over=over)
    copy = T("= repeats {card}", card=names.card_name(view.last)) if view.last else T("= repeats nothing")
    words = Words(copy=say(copy), hat=say(T("draws a card")), lock=say(T("protected")))
    return canvas, plan, words


class _Shelf:
    """The viewer's cards, below the board."""

    WIDE, TALL, GAP = 200, 250, 28
    LEAN = 3
    """By how many degrees each card of the fan leans more than its neighbour."""

    def __init__(self, canvas: Canvas, view: State, seat: Seat, say: Say) -> None:
        self.canvas = canvas
        self.view = view
        self.seat = seat
        self.say = say
        self.top = canvas.height - SHELF - 96

    def draw(self, moves: Sequence[Move], ghost: Move | None) -> None:
        """Draw all cards: the chosen one raised, those that `moves` cannot use faded."""
        canvas, view, theme, wide, tall = self.canvas, self.view, self.canvas.theme, self.WIDE, self.TALL
        if theme.contrast:
            canvas.fill(0, self.top, canvas.width, SHELF, theme.panel)
            canvas.fill(0, self.top, canvas.width, 6, theme.line)
        given = view.given[self.seat] if view.phase == "exchange" else ""
        held = [*view.hands[self.seat], *((given,) if given else ())]
        if view.phase == "over":
            self._gather_winners()
        elif not held:
            empty = self.say(T("Your hand is empty."))
            canvas.text(canvas.width // 2, self.top + 176, empty, size=66, align="middle", fill=theme.on_panel)
        usable = {move.card for move in moves if isinstance(move, (Play, Give, Drop))} or {*held}
        raised = None
        if isinstance(ghost, (Play, Give, Drop)) and ghost.card in held:
            raised = held.index(ghost.card)
        elif given:
            raised = len(held) - 1
        fresh = held.index(view.drawn) if view.drawer == self.seat and view.drawn in held else None
        x = (canvas.width - len(held) * (wide + self.GAP) + self.GAP) // 2
        for index, name in enumerate(held):
            aside = index - (len(held) - 1) / 2  # how far from the middle of the fan
            y = self.top + (26 if index == raised else round(38 + 4.5 * aside * aside))
            playable, lean = name in usable or name == HIDDEN, 0 if index == raised else round(-self.LEAN * aside)
            title = self.say(names.card_name(name)) if name in names.SPECIAL_CARD else ""
            face = cards.Face(name, title, royal=view.royal, faded=not playable)
            canvas.paste(cards.draw_held_card(face, wide, tall, theme, lean), x + wide // 2, y + tall // 2)
            canvas.box("piece", x, y, wide, tall, f"hand {name}")
            if index == fresh:
                canvas.halo(x - 6, y - 6, wide + 12, tall + 12, radius=22)
            if index == raised:
                self._mark_chosen(x, y, ghost, given)
            if not playable and view.phase == "turn" and (reason := find_obstacle(view, self.seat, name)):
                self._write_sign(x + wide // 2, y + tall - 52, wide - 8, self.say(REASON[reason]))
            x += wide + self.GAP

    def _gather_winners(self) -> None:
        """Gather four pieces of the winners on the table."""
        canvas, view = self.canvas, self.view
        winners = [seat for event in view.events if isinstance(event, Finished) for seat in event.winners]
        for slot in range(GOALS) if winners else ():
            colour, rank = view.colours[winners[slot % len(winners)]], rank_name(view, slot)
            shown = pieces.draw_piece(colour, rank, 176, patterned=canvas.theme.patterns)
            canvas.paste(shown, canvas.width // 2 + 230 * slot - 345, self.top + 220)

    def _mark_chosen(self, x: int, y: int, ghost: Move | None, given: str) -> None:
        """Mark the chosen card at x, y: to be played, passed on (to whom), or discarded."""
        canvas, theme, wide, tall = self.canvas, self.canvas.theme, self.WIDE, self.TALL
        lit = theme.chalk if theme.contrast else theme.own("lamp")
        canvas.halo(x - 8, y - 8, wide + 16, tall + 16, radius=24, fill=lit)
        if isinstance(ghost, Drop):
            canvas.cross(x + wide // 2, y + tall // 2, 180)
        elif isinstance(ghost, Give) or given:
            canvas.arrow([(x + wide - 100, y + tall - 16), (x + wide - 56, y + tall - 16)], width=14)
            canvas.token(self.view.colours[find_receiver(self.view, self.seat)], x + wide - 22, y + tall - 16, 66)

    def _write_sign(self, x: int, y: int, width: int, words: str) -> None:
        """Write a reason on a plate, in one or two lines around y."""
        theme, size = self.canvas.theme, 40
        lines = split_in_two(words, width - 14, size)
        tall = 12 + 44 * len(lines)
        self.canvas.panel(x - width // 2, y - tall // 2, width, tall, theme.rim, edge=theme.line, radius=10)
        for index, line in enumerate(lines):
            self.canvas.text(
                x,
                y + 44 * index - 22 * (len(lines) - 1),
                line,
                size=size,
                least=32,
                width=width - 14,
                align="middle",
                fill=theme.chalk,
            )


def split_in_two(words: str, width: int, size: int) -> tuple[str, ...]:
    """Split words into two lines of similar length where one would be wider than `width`."""
    gaps = [index for index, mark in enumerate(words) if mark == " "]
    if not gaps or measure(words, size) <= width:
        return (words,)
    cut = min(gaps, key=lambda gap: max(measure(words[:gap], size), measure(words[gap + 1 :], size)))
    return words[:cut], words[cut + 1 :]


def _say_turn(view: State) -> Text:
    """Say who must decide."""
    for event in view.events:
        if isinstance(event, Finished):
            return frame.say_won([view.colours[k] for k in event.winners]) if event.winners else frame.say_draw()
    if view.turn < 0:
        return T("Exchange of cards")
    player = Colour(view.colours[view.turn])
    match view.phase:
        case "start":
            return T("{player} brings out a piece", player=player)
        case "jump":
            return T("{player}: jump or stay?", player=player)
        case "draw":
            return T("{player}: draw or not?", player=player)
        case "discard" | "discard_again":
            return T("{player} must discard", player=player)
    return frame.say_to_move([view.colours[view.turn]])


def _name_walk(event: Played) -> Text:
    """Name the piece and its path."""
    piece, source = names.RANK[event.rank], place_name(event.source)
    if event.source == event.target:
        return T("nothing moves")
    if event.source == HOME:
        return T("{piece} starts on {place}", piece=piece, place=place_name(event.target))
    if event.source > GOAL:
        return T("{piece} further into the goal", piece=piece)
    if event.target > GOAL:
        return T("{piece} from {source} into the goal", piece=piece, source=source)
    return T("{piece} from {source} to {target}", piece=piece, source=source, target=place_name(event.target))


def _say_last_ply(view: State, say: Say) -> tuple[str, ...]:
    """List one-line wordings of the last ply, in full and shorter."""
    full, brief, least = [], [], []

    def add(words: Text, *, short: str | None = None, shortest: str | None = None) -> None:
        full.append(say(words))
        brief.append(full[-1] if short is None else short)
        least.append(brief[-1] if shortest is None else shortest)

    for event in view.events:
        match event:
            case Played(source=source, target=target, rank=rank):
                colour, card = view.colours[event.seat], names.name_played_card(event.card, event.effective)
                whole = T("{player}, {card}: {move}", player=Colour(colour), card=card, move=_name_walk(event))
                start = "" if source == HOME else f"{place_name(source)} "
                add(whole, short=f"{GLYPHS[colour]} {say(names.RANK[rank])} {start}→ {place_name(target)}")
            case Captured(colour=colour, rank=rank):
                piece = names.piece_name(colour, rank)
                short = f"× {GLYPHS[colour]}"
                add(T("captures {piece}", piece=piece), short=f"{short} {say(names.RANK[rank])}", shortest=short)
            case Swapped(colour=colour, rank=rank, target=target):
                to, piece = place_name(target), names.piece_name(colour, rank)
                words = T("{piece} goes to {place}", piece=piece, place=to)
                add(words, short=f"{GLYPHS[colour]} → {to}", shortest=f"{GLYPHS[colour]}{to}")
            case FreeStarted(colour=colour, rank=rank, place=place):
                to, piece = place_name(place), names.piece_name(colour, rank)
                words = T("{piece} starts on {place}", piece=piece, place=to)
                add(words, short=f"{GLYPHS[colour]} → {to}", shortest=f"{GLYPHS[colour]}{to}")
            case Jumped(colour=colour, source=source, target=target):
                way = f"{place_name(source)} → {place_name(target)}"
                words = T("{player}: the citizen jumps {way}", player=Colour(colour), way=way)
                add(words, short=f"{GLYPHS[colour]} {say(names.RANK['C'])} {way}", shortest=f"{GLYPHS[colour]} {way}")
            case Drew():
                add(T("draws a card"), short="+1")
            case Exchanged():
                add(T("The passed cards have changed hands."), short=say(T("Cards exchanged")))
            case Discarded(card=name):
                player = Colour(view.colours[event.seat])
                add(T("{player} discards {card}", player=player, card=names.card_name(name)))
    if view.phase == "exchange" and not full:
        choosing = [colour for colour, given in zip(view.colours, view.given, strict=True) if not given]
        glyphs = "".join(GLYPHS[colour] for colour in choosing)
        still = say(T("Still to choose: {players}", players=glyphs))
        add(T("Still to choose: {players}", players=frame.name_seat(choosing)), short=still)
    out = [view.colours[event.seat] for event in view.events if isinstance(event, DroppedOut)]
    if not out:
        return (" · ".join(full), " · ".join(brief), " ".join(least)) if full else ()
    gone = (say(frame.say_out(out)), say(frame.say_out(out, brief=True)))
    with_out = (" · ".join((*words, last)) for words in (full, brief) for last in gone)
    return (*with_out, " · ".join(brief), " ".join(least)) if full else gone
