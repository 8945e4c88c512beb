"""Four tiny games, one of each kind, that obey every law: turns, hidden hands, acting at the same time, real time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from purrlor.core import Act, Awaiting, Draw, Event, Fate, InvalidNotation, Millis, Note, Roll, Seat, Timeout, check


class Move(Struct, frozen=True):
    """A verb, sometimes with a number."""

    verb: str
    number: int | None = None

    def __str__(self) -> str:
        return self.verb if self.number is None else f"{self.verb} {self.number}"


class Told(Note, frozen=True):
    what: str
    seat: Seat | None = None
    number: int | None = None


@dataclass(frozen=True)
class Toy:
    """The words that all toys share."""

    version: ClassVar[int] = 1
    verbs: ClassVar[tuple[str, ...]] = ()

    seats: int = 2

    def parse_action(self, text: str) -> Move:
        verb, *numbers = text.split(" ")
        if verb not in self.verbs or len(numbers) > 1 or not all(number.isdecimal() for number in numbers):
            raise InvalidNotation(f"{text!r} is no move")
        return Move(verb, int(numbers[0]) if numbers else None)

    def parse_fate(self, text: str) -> tuple[int, ...]:
        if not all(number.isdecimal() for number in text.split()):
            raise InvalidNotation(f"{text!r} is no fate")
        return tuple(int(number) for number in text.split())

    def fate_text(self, values: tuple[int, ...]) -> str:
        return " ".join(map(str, values))


class Die(Struct, frozen=True):
    """The state of Climb."""

    taken: tuple[int, ...] = ()
    die: int | None = None
    rolls_left: int = 3


class DieView(Struct, frozen=True):
    viewer: Seat | None
    taken: tuple[int, ...]
    die: int | None
    rolls_left: int
    extra: object = None
    """The place where the planted faults put leaked information."""


@dataclass(frozen=True)
class Climb(Toy):
    """Turns: each seat has three rolls of one die and takes the last one it rolled."""

    name: ClassVar[str] = "climb"
    verbs: ClassVar[tuple[str, ...]] = ("again", "stop")

    def initial(self) -> Die:
        return Die()

    def awaiting(self, state: Die) -> Awaiting:
        if len(state.taken) == self.seats:
            return Awaiting()
        return Awaiting(chance=Roll(1)) if state.die is None else Awaiting(seats=(Seat(len(state.taken)),))

    def legal(self, state: Die, seat: Seat) -> Sequence[Move]:
        if seat not in self.awaiting(state).seats:
            return ()
        return (Move("again"), Move("stop")) if state.rolls_left else (Move("stop"),)

    def apply(self, state: Die, event: Event[Move]) -> Die:
        check(self, state, event)
        return self.next(state, event)

    def next(self, state: Die, event: Event[Move]) -> Die:
        if isinstance(event, Fate):
            return replace(state, die=event.values[0], rolls_left=state.rolls_left - 1)
        if isinstance(event, Act) and event.action.verb == "stop":
            return Die((*state.taken, state.die or 0))
        return replace(state, die=None)

    def view(self, state: Die, seat: Seat | None) -> DieView:
        return DieView(seat, state.taken, state.die, state.rolls_left)

    def scores(self, state: Die) -> tuple[int, ...]:
        return (*state.taken, *(0,) * (self.seats - len(state.taken)))

    def tell(self, before: DieView, event: Event[Move] | None, after: DieView) -> Sequence[Note]:
        if isinstance(event, Act):
            return (Told(str(event.action), event.seat, before.die),)
        return (Told("rolls", number=after.die),)


class Cards(Struct, frozen=True):
    """The state of Bury: two cards in each hand, then one buried, then one played."""

    hands: tuple[tuple[int, ...], ...] = ()
    buried: tuple[int, ...] = ()
    played: tuple[int, ...] = ()


class CardsView(Struct, frozen=True):
    viewer: Seat | None
    hand: tuple[int, ...]
    buried: int | None
    """The viewer's own."""
    cards: tuple[int, ...]
    """The number of cards that each seat holds."""
    played: tuple[int, ...]
    extra: object = None


@dataclass(frozen=True)
class Bury(Toy):
    """Hidden hands: each seat gets three cards of twelve, buries one face down and then plays one; the highest wins."""

    name: ClassVar[str] = "bury"
    verbs: ClassVar[tuple[str, ...]] = ("bury", "play")
    pool: ClassVar[tuple[int, ...]] = tuple(range(1, 13))

    def initial(self) -> Cards:
        return Cards()

    def awaiting(self, state: Cards) -> Awaiting:
        if not state.hands:
            return Awaiting(chance=Draw(self.pool, 3 * self.seats, secret=True))
        if len(state.buried) < self.seats:
            return Awaiting(seats=(Seat(len(state.buried)),), hidden=True)
        return Awaiting(seats=(Seat(len(state.played)),)) if len(state.played) < self.seats else Awaiting()

    def legal(self, state: Cards, seat: Seat) -> Sequence[Move]:
        if seat not in self.awaiting(state).seats:
            return ()
        verb = "bury" if len(state.buried) < self.seats else "play"
        return tuple(Move(verb, card) for card in state.hands[seat])

    def apply(self, state: Cards, event: Event[Move]) -> Cards:
        check(self, state, event)
        if isinstance(event, Fate):
            return Cards(tuple(tuple(sorted(event.values[i : i + 3])) for i in range(0, 3 * self.seats, 3)))
        assert isinstance(event, Act)
        return self.move(state, event.seat, event.action)

    def move(self, state: Cards, seat: Seat, action: Move) -> Cards:
        card = action.number or 0
        hand = tuple(other for other in state.hands[seat] if other != card)
        state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        if action.verb == "bury":
            return replace(state, buried=(*state.buried, card))
        return replace(state, played=(*state.played, card))

    def view(self, state: Cards, seat: Seat | None) -> CardsView:
        cards = tuple(len(hand) for hand in state.hands)
        if seat is None or not state.hands:
            return CardsView(seat, (), None, cards, state.played)
        buried = state.buried[seat] if seat < len(state.buried) else None
        return CardsView(seat, state.hands[seat], buried, cards, state.played)

    def scores(self, state: Cards) -> tuple[int, ...]:
        best = max(state.played, default=0) if len(state.played) == self.seats else 0
        return tuple(int(best > 0 and state.played[seat] == best) for seat in range(self.seats))

    def tell(self, before: CardsView, event: Event[Move] | None, after: CardsView) -> Sequence[Note]:
        if isinstance(event, Act):
            return (Told(event.action.verb, event.seat, event.action.number),)
        if isinstance(event, Fate):
            return tuple(Told("dealt", number=card) for card in event.values)
        return tuple(_fewer(before, after)) if before.cards else (Told("dealt"),)


def _fewer(before: CardsView, after: CardsView) -> Iterator[Note]:
    for seat, (held, holds) in enumerate(zip(before.cards, after.cards, strict=True)):
        if holds < held:
            yield Told("bury", Seat(seat))


def disguise_bury(state: Cards, viewer: Seat | None, random: Random) -> Cards:
    """Move everything that the viewer has not seen to other places."""
    own = (*state.hands[viewer], *state.buried[viewer : viewer + 1]) if viewer is not None and state.hands else ()
    unseen = [card for card in Bury.pool if card not in own and card not in state.played]
    random.shuffle(unseen)
    hands = tuple(
        hand if seat == viewer else tuple(sorted(unseen.pop() for _ in hand)) for seat, hand in enumerate(state.hands)
    )
    buried = tuple(card if seat == viewer else unseen.pop() for seat, card in enumerate(state.buried))
    return Cards(hands, buried, state.played)


class Dice(Struct, frozen=True):
    """The state of HighDie: a secret die of each seat, and how many were shown."""

    dice: tuple[int, ...] = ()
    shown: int = 0


class DiceView(Struct, frozen=True):
    viewer: Seat | None
    die: int | None
    shown: tuple[int, ...]


@dataclass(frozen=True)
class HighDie(Toy):
    """Secret dice, one roll for each seat; they are shown in turn, and the highest wins."""

    name: ClassVar[str] = "high-die"
    verbs: ClassVar[tuple[str, ...]] = ("show",)

    def initial(self) -> Dice:
        return Dice()

    def awaiting(self, state: Dice) -> Awaiting:
        if len(state.dice) < self.seats:
            return Awaiting(chance=self.roll)
        return Awaiting(seats=(Seat(state.shown),)) if state.shown < self.seats else Awaiting()

    @property
    def roll(self) -> Roll:
        return Roll(1, secret=True)

    def legal(self, state: Dice, seat: Seat) -> Sequence[Move]:
        return (Move("show"),) if seat in self.awaiting(state).seats else ()

    def apply(self, state: Dice, event: Event[Move]) -> Dice:
        check(self, state, event)
        if isinstance(event, Fate):
            return replace(state, dice=(*state.dice, *event.values))
        return replace(state, shown=state.shown + 1)

    def view(self, state: Dice, seat: Seat | None) -> DiceView:
        die = None if seat is None or seat >= len(state.dice) else state.dice[seat]
        return DiceView(seat, die, state.dice[: state.shown])

    def scores(self, state: Dice) -> tuple[int, ...]:
        return tuple(state.dice[seat] if seat < state.shown else 0 for seat in range(self.seats))

    def tell(self, before: DiceView, event: Event[Move] | None, after: DiceView) -> Sequence[Note]:  # noqa: ARG002
        return (Told("show", event.seat, after.shown[-1]),) if isinstance(event, Act) else (Told("rolled"),)


def disguise_dice(state: Dice, viewer: Seat | None, random: Random) -> Dice:
    """Roll the dice again that the viewer has not seen."""
    seen = {*range(state.shown), viewer}
    return replace(
        state, dice=tuple(die if seat in seen else random.randint(1, 6) for seat, die in enumerate(state.dice))
    )


class Bidding(Struct, frozen=True):
    """The state of Bids: what each seat has added this round, who is done, and the sums shown after the last round."""

    added: tuple[tuple[int, ...], ...]
    done: tuple[bool, ...]
    points: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...] = ()
    rounds_left: int = 2


class BiddingView(Struct, frozen=True):
    viewer: Seat | None
    own: tuple[int, ...]
    done: tuple[bool, ...]
    points: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    rounds_left: int
    extra: object = None


@dataclass(frozen=True)
class Bids(Toy):
    """At the same time: each seat adds up to two ones or twos and says done; then the highest sums score."""

    name: ClassVar[str] = "bids"
    verbs: ClassVar[tuple[str, ...]] = ("add", "done")

    seats: int = 3

    def initial(self) -> Bidding:
        return Bidding(((),) * self.seats, (False,) * self.seats, (0,) * self.seats)

    def awaiting(self, state: Bidding) -> Awaiting:
        if not state.rounds_left:
            return Awaiting()
        return Awaiting(seats=tuple(Seat(seat) for seat, done in enumerate(state.done) if not done), hidden=True)

    def legal(self, state: Bidding, seat: Seat) -> Sequence[Move]:
        if seat not in self.awaiting(state).seats:
            return ()
        more = (Move("add", 1), Move("add", 2)) if len(state.added[seat]) < 2 else ()
        return (*more, Move("done"))

    def apply(self, state: Bidding, event: Event[Move]) -> Bidding:
        check(self, state, event)
        assert isinstance(event, Act)
        seat, number = event.seat, event.action.number
        if number is not None:
            own = (*state.added[seat], number)
            return replace(state, added=(*state.added[:seat], own, *state.added[seat + 1 :]))
        state = replace(state, done=(*state.done[:seat], True, *state.done[seat + 1 :]))
        return self.reveal(state) if all(state.done) else state

    def reveal(self, state: Bidding) -> Bidding:
        sums = [sum(added) for added in state.added]
        points = tuple(old + (own == max(sums)) for old, own in zip(state.points, sums, strict=True))
        return replace(self.initial(), points=points, shown=state.added, rounds_left=state.rounds_left - 1)

    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        own = () if seat is None else state.added[seat]
        return BiddingView(seat, own, state.done, state.points, state.shown, state.rounds_left)

    def scores(self, state: Bidding) -> tuple[int, ...]:
        return state.points

    def tell(self, before: BiddingView, event: Event[Move] | None, after: BiddingView) -> Sequence[Note]:
        told = [Told("round", number=after.rounds_left)] if after.rounds_left < before.rounds_left else []
        return (Told(str(event.action), event.seat), *told) if isinstance(event, Act) else told


class Table(Struct, frozen=True):
    """The state of Snap: the card on the table, until when it counts, and who hit it in vain."""

    points: tuple[int, ...]
    card: int | None = None
    deadline: Millis | None = None
    missed: tuple[Seat, ...] = ()
    cards_left: int = 4


class TableView(Struct, frozen=True):
    viewer: Seat | None
    points: tuple[int, ...]
    card: int | None
    deadline: Millis | None
    missed: tuple[Seat, ...]
    cards_left: int


@dataclass(frozen=True)
class Snap(Toy):
    """Real time: hit an even card first and win a point; hit an odd one and lose one. Each card lies a second."""

    name: ClassVar[str] = "snap"
    verbs: ClassVar[tuple[str, ...]] = ("hit",)

    def initial(self) -> Table:
        return Table((0,) * self.seats)

    def awaiting(self, state: Table) -> Awaiting:
        if state.card is not None:
            seats = tuple(Seat(seat) for seat in range(self.seats) if seat not in state.missed)
            return Awaiting(seats, deadline=state.deadline)
        return Awaiting(chance=Draw((1, 2, 3, 4), 1)) if state.cards_left else Awaiting()

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        return (Move("hit"),) if seat in self.awaiting(state).seats else ()

    def apply(self, state: Table, event: Event[Move]) -> Table:
        check(self, state, event)
        return self.next(state, event)

    def next(self, state: Table, event: Event[Move]) -> Table:
        match event:
            case Fate(values, at):
                deadline = Millis(at + 1000)
                return replace(state, card=values[0], deadline=deadline, cards_left=state.cards_left - 1)
            case Act(seat):
                return self.hit(state, seat)
            case Timeout():
                return Table(state.points, cards_left=state.cards_left)

    def hit(self, state: Table, seat: Seat) -> Table:
        right = state.card is not None and state.card % 2 == 0
        points = tuple(old + (1 if right else -1) * (seat == other) for other, old in enumerate(state.points))
        if right:
            return Table(points, cards_left=state.cards_left)
        return replace(state, points=points, missed=tuple(sorted((*state.missed, seat))))

    def view(self, state: Table, seat: Seat | None) -> TableView:
        return TableView(seat, state.points, state.card, state.deadline, state.missed, state.cards_left)

    def scores(self, state: Table) -> tuple[int, ...]:
        return state.points

    def tell(self, before: TableView, event: Event[Move] | None, after: TableView) -> Sequence[Note]:
        if isinstance(event, Act):
            return (Told("hit", event.seat, before.card),)
        return (Told("turned" if isinstance(event, Fate) else "over", number=after.card),)
