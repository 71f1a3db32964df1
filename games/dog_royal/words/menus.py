"""The labels of moves and corrections with their signs, the questions they answer, and warnings before a move."""

from __future__ import annotations

from typing import Final

from games.core import HIDDEN, Seat
from games.dog_royal.choices import jump_target, legal_moves, occupant
from games.dog_royal.components.boards import GOAL, HOME
from games.dog_royal.components.cards import BACKWARD
from games.dog_royal.editing import read_edit
from games.dog_royal.moves import Decline, Drop, Give, Jump, Move, Play, Start, Stay, Take, place_name
from games.dog_royal.state import CITIZEN, RANKS, State, ends_exchange, find_acting_colour, find_receiver, rank_name
from games.dog_royal.words import names
from games.dog_royal.words.names import RANK, place_label
from games.editing import name_turn, read_turn
from games.text import Colour, Player, T, Text

MENU_SIZE: Final = 25
"""The most options one menu can show."""


def menu(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Name a move by a path of labels: card and result; with the piece between them if the card has too many
    results. Labels are short, so that a phone shows several side by side; `name` has whole words."""
    match move:
        case Play():
            card = names.name_played_card(move.card, view.last)
            result = describe_result(view, seat, move, is_label=True)
            siblings = sum(isinstance(other, Play) and other.card == move.card for other in legal_moves(view, seat))
            what = T("· {what}", what=result)
            return (card, T("· {what}", what=_piece_label(view, move)), what) if siblings > MENU_SIZE else (card, what)
        case Give():
            return (names.card_name(move.card), T("→ {player}", player=Player(find_receiver(view, seat))))
        case Drop():
            return (T("Discard: {card}", card=names.card_name(move.card)),)
        case Start():
            if _has_started(view, seat):
                space = str(view.board.specials[view.colours[seat]])
                return (RANK[move.rank], T("to the special space {place}", place=space))
            return (RANK[move.rank], T("to the start space"))
        case Jump():
            return (T("Jump to {place}", place=str(move.target)),)
        case Stay():
            return (T("Stay on {place}", place=str(view.arrived)),)
        case Take():
            return (T("Draw a card"),)
        case Decline():
            return (T("Decline the card"),)


def name(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Name a move by labels: card and result of a play, in words."""
    if not isinstance(move, Play):
        return menu(view, seat, move)
    return names.name_played_card(move.card, view.last), T("· {what}", what=describe_result(view, seat, move))


def _has_started(view: State, seat: Seat) -> bool:
    """Tell whether a piece of the seat stands on its start space."""
    colour = view.colours[seat]
    return view.board.starts[colour] in view.pieces[colour]


def _piece_label(view: State, play: Play) -> Text:
    if play.source == HOME:
        return T("{piece} at home", piece=RANK[play.rank])
    return T("{piece} {place}", piece=RANK[play.rank], place=names.place_label(play.source))


def prompt(view: State, seat: Seat) -> Text:
    """Ask for the decision of `seat`."""
    match view.phase:
        case "exchange" if view.given[seat]:
            given, other = names.card_name(view.given[seat]), Player(find_receiver(view, seat))
            return T(
                "You pass {card} to {player}. You can change it until everybody has chosen.", card=given, player=other
            )
        case "exchange" if HIDDEN in view.hands[seat]:  # the public view, in which one sentence addresses all seats
            return T("Choose the card you pass.")
        case "exchange":
            other = Player(find_receiver(view, seat))
            if view.teams:
                return T("Choose a card for your partner {player}.", player=other)
            if view.seats == 2:
                return T("Choose a card for {player}.", player=other)
            return T("Choose a card for {player} on your left.", player=other)
        case "start" if _has_started(view, seat):
            space = str(view.board.specials[view.colours[seat]])
            return T("Choose a second piece: it goes to the special space {place}.", place=space)
        case "start":
            return T("Choose the piece that goes to your start space.")
        case "draw" if (target := jump_target(view, view.arrived)) is not None:
            return T(
                "Do you want the card of the special space? If you take it, your citizen may then jump to {place}.",
                place=str(target),
            )
        case "draw":
            return T("Your piece is on a special space. Do you want the card?")
        case "jump":
            target = jump_target(view, view.arrived)
            if view.drawn and view.drawer == seat:
                card = names.card_name(view.drawn)
                return T("You drew: {card}. Does your citizen jump to {place}?", card=card, place=str(target))
            return T("Does your citizen jump to {place}?", place=str(target))
        case "discard":
            return T("You have no legal play. Discard a card and draw another.")
        case "discard_again":
            card = names.card_name(view.drawn)
            return T(
                "You drew: {card}. You still have no legal play. Discard another card to end your turn.", card=card
            )
        case "turn" if view.drawn and view.drawer == seat:
            return T("You drew: {card}. Now you can play, so you must.", card=names.card_name(view.drawn))
        case "turn" if find_acting_colour(view, seat) != view.colours[seat]:
            return T(
                "All your pieces are in. Play a card for your partner {player}.",
                player=Player(find_receiver(view, seat)),
            )
        case "turn":
            return _ask_for_card(view, seat)
        case _:
            return T("The game is over.")


def _ask_for_card(view: State, seat: Seat) -> Text:
    """Ask for a card; explain the copy and the hats if they matter for this hand."""
    plays = [play for play in legal_moves(view, seat) if isinstance(play, Play)]
    copies, draws = any(play.card == "=" for play in plays), any(Effects(view, seat, play).draws for play in plays)
    card = names.card_name(view.last)
    if copies and draws:
        return T(
            "Play a card. Your = repeats the last card: {card}. A move that ends on a hat draws a card.", card=card
        )
    if copies:
        return T("Play a card. Your = repeats the last card: {card}.", card=card)
    return T("Play a card. A move that ends on a hat draws a card.") if draws else T("Play a card.")


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Point out what the player may have overlooked before confirming this move."""
    if isinstance(move, Give) and ends_exchange(view, seat):
        return (T("Everybody else has chosen: this is final."),)
    if isinstance(move, Drop):
        return (T("You draw a card at once. This cannot be undone."),) if view.phase == "discard" else ()
    if isinstance(move, Decline) and jump_target(view, view.arrived) is not None:
        return (T("Without the card, your citizen cannot jump."),)
    if not isinstance(move, Play):
        return ()
    effects = Effects(view, seat, move)
    texts: list[Text] = []
    if effects.captures:
        colour, piece = effects.captures[0], names.piece_name(*effects.captures)
        if colour == view.colours[seat]:
            texts.append(T("This sends your own piece home: {piece}.", piece=piece))
        elif view.teams and colour == view.colours[find_receiver(view, seat)]:
            texts.append(T("This sends your partner's piece home: {piece}.", piece=piece))
    if overshoots(view, seat, move):
        rivals = [other for other in legal_moves(view, seat) if isinstance(other, Play) and other.source == move.source]
        if any(other.card == move.card and other.target > view.board.length for other in rivals):
            texts.append(T("This piece could enter the goal. If it runs past, it needs another lap."))
        else:
            texts.append(T("This piece runs past the goal and needs another lap."))
    if effects.draws and view.options.draw_optional:
        texts.append(T("A special space: you may draw a card."))
    elif effects.draws:
        texts.append(T("A special space: you draw a card at once."))
    if effects.jumps and view.options.draw_optional:
        texts.append(T("If you draw the card, your citizen may then jump."))
    elif effects.jumps:
        texts.append(T("Then your citizen may jump."))
    return tuple(texts)


class Effects:
    """The effects of a play beyond moving its piece."""

    def __init__(self, view: State, seat: int, play: Play) -> None:
        self.effective = view.last if play.card == "=" else play.card
        self.colour = find_acting_colour(view, seat)
        self.hit: tuple[int, str] | None = None
        """Colour and rank of the piece that is captured or swapped."""
        if play.target < GOAL and play.target != play.source and (there := occupant(view, play.target)):
            self.hit = there[0], rank_name(view, there[1])
        self.captures = self.hit if self.effective != "swap" else None
        self.draws = (
            view.royal
            and self.effective != "swap"
            and play.source != play.target
            and play.target in view.board.specials
        )
        self.jumps = self.draws and play.rank == RANKS[CITIZEN] and _may_jump(view, play)


def _may_jump(view: State, play: Play) -> bool:
    """Tell whether another special space is free once the citizen has arrived."""
    others = [space for space in view.board.specials if space != play.target]
    return any(space == play.source or occupant(view, space) is None for space in others)


def move_name(view: State, seat: int, play: Play, *, is_label: bool) -> Text:
    """Name the piece and its way: "Knight 21→26". `is_label`: as short as a button needs it."""
    effects = Effects(view, seat, play)
    own = effects.colour == view.colours[seat]
    piece = RANK[play.rank] if own else names.piece_name(effects.colour, play.rank)
    source, target = place_name(play.source), place_name(play.target)
    if play.source == play.target:
        return T("nothing moves")
    if play.source == HOME and is_label:
        return T("{piece} → {place}", piece=piece, place=target)
    if play.source == HOME:
        return T("{piece} starts on {place}", piece=piece, place=target)
    if effects.effective == "swap" and effects.hit:
        other = names.piece_name(*effects.hit)
        return T("{piece} {source} ⇄ {other} {target}", piece=piece, source=source, other=other, target=target)
    return T("{piece} {source}→{target}", piece=piece, source=source, target=target)


def describe_result(view: State, seat: int, play: Play, *, is_label: bool = False) -> Text:
    """Describe the result in one line: the move, a capture, a card drawn. `is_label`: as short as a button needs it."""
    effects = Effects(view, seat, play)
    told = move_name(view, seat, play, is_label=is_label)
    if effects.captures:
        told = T("{move}, captures {piece}", move=told, piece=names.piece_name(*effects.captures))
    if not effects.draws:
        return told
    return T("{move} + card", move=told) if is_label else T("{move}, draws a card", move=told)


def overshoots(view: State, seat: int, play: Play) -> bool:
    """Tell whether the piece runs past its own goal, or onto the start space before it, and needs another lap."""
    effects = Effects(view, seat, play)
    if play.source == HOME or play.source > GOAL or play.target > GOAL or effects.effective == "swap":
        return False
    length = view.board.length
    entry = (view.board.starts[effects.colour] - play.source) % length
    forward = (play.target - play.source) % length
    backward = effects.effective == str(BACKWARD) and forward == length - BACKWARD
    return 0 < entry <= forward and not backward


_GROUP: Final = 16
"""Spaces of the track that are listed together."""


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    colour, rank, source, target = read_edit(code)
    piece = T("{rank}, {place}", rank=RANK[rank], place=place_label(source))
    where = T("to {place}", place=place_label(target))
    if target == HOME or target > GOAL:
        return T("{colour}", colour=Colour(colour)), piece, T("home or goal:"), where
    first = target - target % _GROUP
    group = T("{first} to {last}:", first=first, last=first + _GROUP - 1)
    return T("{colour}", colour=Colour(colour)), piece, group, where


BACK = "back"
"""The sign of a card that is drawn."""


def name_piece_sign(colour: int, rank: str, /) -> str:
    """Name the sign of a piece: `piece/0K` is the king of the first colour."""
    return f"piece/{colour}{rank}"


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the card of a move, then the piece that it moves."""
    match move:
        case Play():
            return move.card, name_piece_sign(find_acting_colour(view, seat), move.rank)
        case Give() | Drop():
            return (move.card,)
        case Start():
            return (name_piece_sign(view.colours[seat], move.rank),)
        case Jump() | Stay():
            return (name_piece_sign(find_acting_colour(view, seat), RANKS[CITIZEN]),)
        case Take():
            return (BACK,)
        case _:
            return ()
