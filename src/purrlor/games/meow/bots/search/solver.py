"""Exact search where all hands are known: alpha-beta for two seats, maxⁿ for the last tricks of more.

At two seats the value of a round is taken from a table: what it is worth for the first seat to win exactly these tokens
of the row. This covers any purpose (points or share of the win), fish and vases as well, and the game is zero-sum. What
makes it fast:

- between tricks a position is two hands, the leader and the tokens won: a transposition table keeps it, and never
  confuses two positions;
- the value lies between the best and the worst that can still be reached;
- cards of one hand with no card of the other between them are equal. The 1 stands apart while the other holds the 18 of
  its colour, and so does the 18 while the other holds the 1;
- a seat that wants the token first tries to win it cheaply; otherwise it first tries to lose a high card.

At more seats each one maximises its own value (maxⁿ). Every line of play is followed, so this is for few cards.
"""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints
from purrlor.games.meow.kernels.bits import EIGHTEENS, GREEN, ONES, colour_of, highest
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import TURN, WORDS, RulesTable, legal, play_and_note

from .values import MILLIONTHS, RoundValues, share_out

MEMORY = 1 << 16
"""The size of the transposition table; a newer position replaces an older one."""
ENDLESS = 1 << 60
OWN, OTHER, SEAT, LEAD, WON, DONE, LOW, HIGH, CARDS, TRIED, PLAYED, BEST, CHOSEN, EAGER, FRAME = range(15)
"""The words of a frame: a position as the seat to play sees it, the search window, and the progress."""


class Endgame(NamedTuple):
    """The constants of a round that is solved, and its transposition table."""

    values: Ints
    """The value for the first seat by set of tokens that it wins."""
    most: Ints
    """The best of them that can still be reached, by [tricks played, tokens won so far]."""
    least: Ints
    memory: Ints
    """The transposition table.

    Each place holds both hands with the leader and the tokens won, a lower and an upper bound, and the best lead.
    """
    nodes: Ints
    """The number of visited positions."""


def endgame(values: Ints) -> Endgame:
    tricks = len(values).bit_length() - 1
    most, least = (np.zeros((tricks + 1, len(values)), np.int64) for _ in range(2))
    fill_bounds(values, most, least)
    return Endgame(values, most, least, np.zeros((MEMORY, 5), np.int64), np.zeros(1, np.int64))


@compiled
def fill_bounds(values: Ints, most: Ints, least: Ints) -> None:
    tricks = len(most) - 1
    most[tricks], least[tricks] = values, values
    for done in range(tricks - 1, -1, -1):
        for won in range(1 << done):
            most[done, won] = max(most[done + 1, won], most[done + 1, won | 1 << done])
            least[done, won] = min(least[done + 1, won], least[done + 1, won | 1 << done])


@compiled
def answers_that_win(lead: int) -> int:
    """Return all cards that win a trick of two against this lead."""
    colour = colour_of(lead)
    above = colour & ~(lead | lead - 1)
    if lead & ONES:
        above &= ~EIGHTEENS
    elif lead & EIGHTEENS:
        above |= colour & ONES
    return above | (0 if colour == GREEN else GREEN)


@compiled
def different(own: int, other: int) -> int:
    """Return the lowest card of each group of equal cards of a hand."""
    apart = own & ONES & (other >> 17) | own & EIGHTEENS & (other << 17)
    found, before = 0, 0
    rest = own
    while rest:
        card = rest & -rest
        rest ^= card
        between = (card - 1) & ~(before | (before - 1) if before else 0)
        join = before and not (card | before) & apart and not other & between
        if not join or colour_of(before) != colour_of(card):
            found |= card
        before = card
    return found


@compiled
def _place(own: int, other: int, tag: int) -> int:
    mixed = own * 0x1E3779B97F4A7C15 ^ other * 0x3F58476D1CE4E5B9 ^ tag * 0x14D049BB133111EB
    mixed ^= mixed >> 29
    return (mixed * 0x1F58476D1CE4E5B9 >> 40) & (MEMORY - 1)


@compiled
def _bounds(game: Endgame, frame: Ints) -> tuple[int, int]:
    """Return the worst and the best value that the seat to play can still reach."""
    least, most = int(game.least[frame[DONE], frame[WON]]), int(game.most[frame[DONE], frame[WON]])
    return (least, most) if frame[SEAT] == 0 else (-most, -least)


@compiled
def _settled(game: Endgame, frame: Ints) -> bool:
    """Return whether `BEST` is now the value or a sufficient bound; otherwise prepare the search of the position."""
    least, most = _bounds(game, frame)
    if least == most or most <= frame[LOW]:
        frame[BEST] = most
        return True
    if least >= frame[HIGH]:
        frame[BEST] = least
        return True
    frame[TRIED] = 0
    if not frame[LEAD] and _remembered(game, frame):
        return True
    _prepare(game, frame)
    return False


@compiled
def _remembered(game: Endgame, frame: Ints) -> bool:
    kept = game.memory[_place(frame[OWN], frame[OTHER], frame[SEAT] << 9 | frame[WON])]
    if kept[0] != frame[OWN] | frame[SEAT] << 54 or kept[1] != frame[OTHER] | frame[WON] << 54:
        return False
    frame[TRIED] = kept[4]
    if kept[2] >= frame[HIGH] or kept[2] == kept[3]:
        frame[BEST] = kept[2]
        return True
    frame[BEST] = kept[3]
    return bool(kept[3] <= frame[LOW])


@compiled
def _remember(game: Endgame, frame: Ints) -> None:
    kept = game.memory[_place(frame[OWN], frame[OTHER], frame[SEAT] << 9 | frame[WON])]
    first, second = frame[OWN] | frame[SEAT] << 54, frame[OTHER] | frame[WON] << 54
    if kept[0] != first or kept[1] != second:
        kept[0], kept[1], kept[2], kept[3] = first, second, -ENDLESS, ENDLESS
    if frame[BEST] > frame[LOW]:
        kept[2] = frame[BEST]
    if frame[BEST] < frame[HIGH]:
        kept[3] = frame[BEST]
    kept[4] = frame[CHOSEN]


@compiled
def _prepare(game: Endgame, frame: Ints) -> None:
    """Find the cards to try, and whether the seats want the next token."""
    game.nodes[0] += 1
    lead, done, won = frame[LEAD], frame[DONE], frame[WON]
    cards = different(frame[OWN], frame[OTHER] | lead)
    if lead and frame[OWN] & colour_of(lead):
        cards &= colour_of(lead)
    by_first, by_second = won | 1 << done, won
    eager = game.most[done + 1, by_first] + game.least[done + 1, by_first]
    eager -= game.most[done + 1, by_second] + game.least[done + 1, by_second]
    frame[EAGER] = eager
    frame[CARDS], frame[BEST], frame[CHOSEN] = cards, -ENDLESS, 0


@compiled
def _next_card(frame: Ints) -> int:
    """Return the most promising card that was not tried yet."""
    cards, lead, eager = frame[CARDS], frame[LEAD], frame[EAGER] > 0
    if not lead:
        card = frame[TRIED] & cards or (highest(cards) if eager else cards & -cards)
    elif eager:
        card = cards & answers_that_win(lead) or cards
        card &= -card
    else:
        card = highest(cards & ~answers_that_win(lead) or cards)
    frame[CARDS] ^= card
    frame[PLAYED] = card
    return card


@compiled
def _descend(frame: Ints, child: Ints) -> None:
    """Write the position after the next card."""
    card, lead, seat = _next_card(frame), frame[LEAD], frame[SEAT]
    own, other = frame[OWN] ^ card, frame[OTHER]
    stays = lead and card & answers_that_win(lead)
    child[OWN], child[OTHER] = (own, other) if stays else (other, own)
    child[SEAT] = seat if stays else 1 - seat
    child[LEAD] = 0 if lead else card
    child[DONE], child[WON] = frame[DONE], frame[WON]
    if lead:
        child[WON] |= (1 - child[SEAT]) << frame[DONE]
        child[DONE] += 1
    floor = max(frame[LOW], frame[BEST])
    child[LOW], child[HIGH] = (floor, frame[HIGH]) if stays else (-frame[HIGH], -floor)


@compiled
def _ascend(frame: Ints, child: Ints) -> None:
    """Take over the value of the last card."""
    found = child[BEST] if child[SEAT] == frame[SEAT] else -child[BEST]
    if found > frame[BEST]:
        frame[BEST], frame[CHOSEN] = found, frame[PLAYED]
        if found >= frame[HIGH]:
            frame[CARDS] = 0


@compiled
def solve(  # noqa: PLR0917
    game: Endgame, own: int, other: int, seat: int, lead: int, won: int, done: int, low: int, high: int
) -> int:
    """Return the value of the rest for the seat to play, exact if it lies between `low` and `high`.

    Otherwise it is a bound: at most `low` or at least `high`. `lead` is the other's card on the table, or 0. Values
    count negative for the second seat. (A stack of frames, because Numba cannot cache recursive code.)
    """
    frames = np.zeros((20, FRAME), np.int64)
    root = frames[0]
    root[OWN], root[OTHER], root[SEAT], root[LEAD], root[WON], root[DONE] = own, other, seat, lead, won, done
    root[LOW], root[HIGH] = low, high
    depth = 0
    settled = _settled(game, root)
    while True:
        if not settled and frames[depth, CARDS]:
            _descend(frames[depth], frames[depth + 1])
            depth += 1
            settled = _settled(game, frames[depth])
            continue
        if not settled and not frames[depth, LEAD]:
            _remember(game, frames[depth])
        if depth == 0:
            return int(root[BEST])
        depth -= 1
        _ascend(frames[depth], frames[depth + 1])
        settled = False


@compiled
def card_value_of(  # noqa: PLR0917
    game: Endgame, own: int, other: int, seat: int, lead: int, card: int
) -> int:
    """Return the value of a card for a seat that knows both hands; `lead` is 0 if it leads itself."""
    if not lead:
        return -solve(game, other, own ^ card, 1 - seat, card, 0, 0, -ENDLESS, ENDLESS)
    if card & answers_that_win(lead):
        return solve(game, own ^ card, other, seat, 0, 1 - seat, 1, -ENDLESS, ENDLESS)
    return -solve(game, other, own ^ card, 1 - seat, 0, seat, 1, -ENDLESS, ENDLESS)


@compiled
def _solve_cards(  # noqa: PLR0917
    game: Endgame, own: int, other: int, seat: int, lead: int, cards: Ints, found: Floats
) -> None:
    """Write the value of each card; equal cards, which follow one another, are solved once."""
    apart = different(own, other | lead)
    for choice in range(len(cards)):
        if choice and not cards[choice] & apart:
            found[choice] = found[choice - 1]
        else:
            found[choice] = card_value_of(game, own, other, seat, lead, cards[choice]) / MILLIONTHS


@compiled
def solve_deals(  # noqa: PLR0917
    game: Endgame, deals: Ints, cards: Ints, seat: int, lead: int, found: Floats
) -> None:
    """Write the values of the legal cards by [deal, card] if both seats know the deal."""
    for number in range(len(deals)):
        _solve_cards(game, deals[number, seat], deals[number, 1 - seat], seat, lead, cards, found[number])


@compiled
def solve_positions(game: Endgame, deals: Ints, seat: int, lead: int, found: Floats) -> None:
    """Write the value of each deal for the seat to play."""
    for number in range(len(deals)):
        own, other = deals[number, seat], deals[number, 1 - seat]
        found[number] = solve(game, own, other, seat, lead, 0, 0, -ENDLESS, ENDLESS) / MILLIONTHS


TRICKS = 3
"""The most tricks before the end for which maxⁿ is fast enough."""


@compiled
def last_tricks(table: RulesTable, start: Ints, round_values: RoundValues, cards: Ints, found: Floats) -> None:
    """Write the value of each card for the seat to play if every seat maximises its own. Of equals, the lowest card."""
    seats = table.seats
    states = np.zeros((6 * TRICKS + 2, WORDS), np.int64)
    won, done = np.zeros((len(states), seats), np.int64), np.zeros(len(states), np.int64)
    left, best = np.zeros(len(states), np.int64), np.zeros((len(states), seats))
    for choice in range(len(cards)):
        states[0] = start
        won[0] = 0
        done[0] = play_and_note(table, states[0], cards[choice], won[0], 0)
        _follow_all(table, round_values, states, won, done, left, best)
        found[choice] = best[0, start[TURN]]


@compiled
def _follow_all(  # noqa: PLR0917
    table: RulesTable, round_values: RoundValues, states: Ints, won: Ints, done: Ints, left: Ints, best: Floats
) -> None:
    """Search from the first of `states` to all ends; its row of `best` is what every seat gets."""
    depth = 0
    _arrive(round_values, states, won, left, best, depth)
    while left[0] or depth:
        if left[depth]:
            card = left[depth] & -left[depth]
            left[depth] ^= card
            states[depth + 1], won[depth + 1] = states[depth], won[depth]
            depth += 1
            done[depth] = play_and_note(table, states[depth], card, won[depth], done[depth - 1])
            _arrive(round_values, states, won, left, best, depth)
        else:
            depth -= 1
            seat = states[depth, TURN]
            if best[depth + 1, seat] > best[depth, seat]:
                best[depth] = best[depth + 1]


@compiled
def _arrive(  # noqa: PLR0917
    round_values: RoundValues, states: Ints, won: Ints, left: Ints, best: Floats, depth: int
) -> None:
    """Write the values at the end of the round; before it, list the legal cards to try."""
    if states[depth, TURN] < 0:
        left[depth] = 0
        share_out(round_values, won[depth], best[depth])
    else:
        left[depth] = legal(states[depth])
        best[depth] = -np.inf
