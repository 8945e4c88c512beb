"""Addi Cat's tables and events written in notation."""

from typing import Any

from msgspec.structs import replace

from purrlor.core import Event, Fate, Fates, Match, Millis, Note, Record, Seat, fate_key, secret_from_text
from purrlor.core.record import parse_event
from purrlor.core.story import notes
from purrlor.games.addi_cats import Action, AddiCats, Card, Phase, Place, State, View, parse_card
from purrlor.games.addi_cats.cards import card_value
from purrlor.words import words

AddiMatch = Match[State, Action, View]
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
TRIO = AddiCats(seats=3, first=Seat(0))
QUARTET = AddiCats(seats=4, first=Seat(0))
DUEL = AddiCats(seats=2, first=Seat(0))
"""Two players with two stacks each: their places alternate."""
CALM = AddiCats(seats=3, first=Seat(0), timed=False)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def place(owner: int, text: str) -> Place:
    """Parse a stack, top card first, and after a bar a pile, top card last: `4 9+1 | 2+2 3+8`."""
    stack, _, pile = text.partition("|")
    return Place(Seat(owner), cards(stack), cards(pile))


def laid(rules: AddiCats, *places: str, **fields: Any) -> State:
    """The table as it lies, while the first player may turn a card."""
    table = tuple(place(owner, text) for owner, text in zip(rules.owners, places, strict=True))
    start: dict[str, Any] = {
        "phase": Phase.TURN,
        "player": len(table) - 1,
        "deadline": Millis(10_000) if rules.timed else None,
    }
    return State(table, **(start | fields))


def after(rules: AddiCats, state: State, *lines: str) -> State:
    """Return the state after these events, each with its time: `250 seat1 hit head`, `300 timeout`."""
    for line in lines:
        at, _, event = line.partition(" ")
        state = rules.apply(state, parse_event(rules, event, Millis(int(at))))
    return state


def shown(state: State) -> list[str]:
    """Return the table in the notation of `place`."""
    return [f"{' '.join(map(str, each.stack))} | {' '.join(map(str, each.pile))}".strip() for each in state.table]


def said(rules: AddiCats, state: State, *lines: str, viewer: int | None = None) -> list[str]:
    """Return the story of the last of these events."""
    seat = None if viewer is None else Seat(viewer)
    before = after(rules, state, *lines[:-1])
    at, _, text = lines[-1].partition(" ")
    event = parse_event(rules, text, Millis(int(at)))
    heard: tuple[Note, ...] = notes(rules, before, event, rules.apply(before, event), seat)
    return [words().say("addi-cats", note, NAMES, seat) for note in heard]


def dealt(rules: AddiCats, seed: str = "deal") -> AddiMatch:
    match = Match(rules, Fates(fate_key(secret_from_text(seed))))
    match.settle()
    return match


def looking(state: State, until: int = 2000) -> State:
    """The same table while everybody looks."""
    return replace(state, phase=Phase.LOOK, deadline=Millis(until))


SMALL = AddiCats(seats=3, first=Seat(0), numbers_up_to=5, actions=(), pace=1000)


def recorded(cards: str, *lines: str, rules: AddiCats = SMALL) -> Record[State, Action, View]:
    """A match in which these cards come up first, seat by seat."""
    first, rest = [parse_card(word) for word in cards.split()], list(rules.cards)
    for card in first:
        rest.remove(card)
    events: list[Event[Action]] = [Fate(tuple(card_value(card) for card in (*first, *rest)))]
    for line in lines:
        at, _, text = line.partition(" ")
        events.append(parse_event(rules, text, Millis(int(at))))
    return Record(rules, ("Ann", "Bob", "Cleo")[: rules.seats], tuple(events))
