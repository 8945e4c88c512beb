"""MEOW matches written in notation."""

from functools import partial
from random import Random

from purrlor.core import Fate, Match, Millis, Seat
from purrlor.core.record import parse_event
from purrlor.games.meow import Action, Card, Meow, Pile, State, Token, View, notation, parse_card, parse_token
from purrlor.games.meow.kernels.deals import disguise

MeowMatch = Match[State, Action, View]

ROW = "+1 +2 +3 +4 +5 fish vase -1 -2"
OTHER_ROWS = ("+5 +6 +7 +8 fish vase -3 -4 -5", "+9 +10 fish fish vase vase -6 -8 -10")
PINK_AND_BLUE = "P1 P2 P3 P4 P5 P6 P7 P8 P9 / B1 B2 B3 B4 B5 B6 B7 B8 B9"
"""A deal for two in which the first wins every trick that it leads, and all voids show at once."""


TABLES = [Meow(seats=seats, expert=expert) for seats in range(2, 7) for expert in (False, True)]


def table_name(rules: Meow) -> str:
    return f"{rules.seats} {'experts' if rules.expert else 'players'}"


def played(rules: Meow, *lines: str) -> MeowMatch:
    """The match after these events, such as `seat1 play G7` or `fate 2`."""
    match = Match(rules)
    for line in lines:
        match.push(parse_event(rules, line, Millis(0)))
    return match


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def tokens(text: str) -> tuple[Token, ...]:
    return tuple(parse_token(word) for word in text.split())


def dealt(*hands: str, row: str = "+5 fish", turn: int = 0) -> State:
    """The end of a last round: these hands, these tokens left to win."""
    return State((), (Pile(),) * len(hands), Seat(0), tuple(map(cards, hands)), Seat(turn), tokens(row))


def after(state: State, *plays: str) -> State:
    """The state after these cards, each by the seat whose turn it is."""
    rules = Meow(seats=len(state.hands))
    for card in plays:
        assert state.turn is not None
        state = rules.apply(state, parse_event(rules, f"seat{state.turn + 1} play {card}", Millis(0)))
    return state


def legal_texts(state: State) -> list[str]:
    assert state.turn is not None
    return [str(action) for action in Meow(seats=len(state.hands)).legal(state, state.turn)]


def first_round(rules: Meow) -> MeowMatch:
    """A match of two after its first round, in which seat 1 has won every trick."""
    match = played(rules, f"fate {ROW}", f"fate {PINK_AND_BLUE}")
    while match.awaiting.seats:
        seat = match.awaiting.seats[0]
        match.act(seat, match.legal(seat)[0])
    return match


def give(match: MeowMatch, *fates: str) -> MeowMatch:
    """The same match after these fates."""
    for fate in fates:
        match.push(Fate(notation.parse_fate(fate)))
    return match


def randomly(rules: Meow, random: Random, events: int = 10_000) -> MeowMatch:
    """A random match, up to a number of events or to its end."""
    match = Match(rules)
    while not match.over and len(match.log) < events:
        chance = match.awaiting.chance
        if chance is not None:
            match.push(Fate(chance.sample(random.randrange)))
        else:
            seat = match.awaiting.seats[0]
            match.act(seat, random.choice(match.legal(seat)))
    return match


def disguise_for(rules: Meow) -> "partial[State]":
    return partial(disguise, rules)
