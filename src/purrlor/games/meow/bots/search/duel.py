"""Two seats: every card judged by the exact solver, on deals that fit or on the one deal that there is."""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints

from .solver import ENDLESS, Endgame, answers_that_win, different, solve
from .values import SCALE, Floats


@compiled
def card_worth(  # noqa: PLR0917
    game: Endgame, own: int, other: int, seat: int, lead: int, card: int
) -> int:
    """What it is worth for a seat that knows both hands to play this card; `lead` is 0 if it leads itself."""
    if not lead:
        return -solve(game, other, own ^ card, 1 - seat, card, 0, 0, -ENDLESS, ENDLESS)
    if card & answers_that_win(lead):
        return solve(game, own ^ card, other, seat, 0, 1 - seat, 1, -ENDLESS, ENDLESS)
    return -solve(game, other, own ^ card, 1 - seat, 0, seat, 1, -ENDLESS, ENDLESS)


@compiled
def _solve_cards(  # noqa: PLR0917
    game: Endgame, own: int, other: int, seat: int, lead: int, cards: Ints, found: Floats
) -> None:
    """Equal cards, which follow one another, are solved once."""
    apart = different(own, other | lead)
    for choice in range(len(cards)):
        if choice and not cards[choice] & apart:
            found[choice] = found[choice - 1]
        else:
            found[choice] = card_worth(game, own, other, seat, lead, cards[choice]) / SCALE


@compiled
def solve_deals(  # noqa: PLR0917
    game: Endgame, deals: Ints, cards: Ints, seat: int, lead: int, found: Floats
) -> None:
    """Write what each of the legal cards brings a seat by [deal, card], if both seats knew the deal."""
    for number in range(len(deals)):
        _solve_cards(game, deals[number, seat], deals[number, 1 - seat], seat, lead, cards, found[number])


@compiled
def solve_positions(game: Endgame, deals: Ints, seat: int, lead: int, found: Floats) -> None:
    """Write what each deal is worth for the seat to play."""
    for number in range(len(deals)):
        own, other = deals[number, seat], deals[number, 1 - seat]
        found[number] = solve(game, own, other, seat, lead, 0, 0, -ENDLESS, ENDLESS) / SCALE
