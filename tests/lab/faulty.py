"""Environments with one fault each, which the checks must find; importable, so that other processes can make them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace as changed

from purrlor.core import Seat
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.kit import kit
from purrlor.kit.lab import Encoding
from purrlor.lab.session import EncodedSession


def encoding_of(rules: Any) -> Encoding[Any, Any]:
    found = kit(rules.name).encoding(rules)
    assert found is not None
    return found


class EmptyMasks(EncodedSession):
    """An environment that offers nothing in the second roll of a turn."""

    def mask(self, seat: Seat) -> list[int]:
        found = super().mask(seat)
        return [0] * len(found) if self.match.view(seat).rolls_left == 1 else found


class SharedMatch(EncodedSession):
    """A clone plays on in the match of its original."""

    def clone(self) -> EncodedSession:
        other = super().clone()
        other.match = self.match
        return other


class ForgetfulClone(EncodedSession):
    """A clone begins the match again."""

    def clone(self) -> EncodedSession:
        return type(self)(self.rules, self.encoding, "another")


class OwnLuck(EncodedSession):
    """A clone is dealt other cards in the rounds to come."""

    def clone(self) -> EncodedSession:
        other = super().clone()
        other.match.fates = EncodedSession(self.rules, self.encoding, "another").match.fates
        return other


class HashOrder(EncodedSession):
    """An environment whose observations depend on the order of a set of words, which differs between processes."""

    def observation(self, seat: Seat) -> list[int]:
        words = list({f"word {number}" for number in range(20)})
        return [*super().observation(seat)[:-1], int(words[0].split()[1])]


class OffersTooMuch(EncodedSession):
    """The mask has an action that the rules refuse."""

    def mask(self, seat: Seat) -> list[int]:
        return [1, *super().mask(seat)[1:]]


class PeekingMeow(Meow):
    """Rules that reveal to everybody whether the next seat holds a high green card."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        found = super().view(state, seat)
        hands = state.hands
        if seat is None or not hands or not hands[0]:
            return found
        held = len(hands[(seat + 1) % self.seats]) and max(map(str, hands[(seat + 1) % self.seats])) >= "G15"
        return changed(found, round=1 if held else 2)


def yatzy(kind: type[EncodedSession], seed: str) -> EncodedSession:
    rules = Yatzy(seats=2)
    return kind(rules, encoding_of(rules), seed)


def meow(kind: type[EncodedSession], seed: str) -> EncodedSession:
    rules = Meow(seats=2)
    return kind(rules, encoding_of(rules), seed)


def too_narrow(rules: Yatzy) -> Encoding[Any, Any]:
    """Return an encoding that declares no box to hold more than 5 points."""
    found = encoding_of(rules)
    return replace(found, fields=tuple(replace(field, high=min(field.high, 5)) for field in found.fields))


def too_short(rules: Yatzy) -> Encoding[Any, Any]:
    """Return an encoding that leaves the last field out of its layout."""
    found = encoding_of(rules)
    return replace(found, fields=found.fields[:-1])


def disguise(rules: Meow, state: Any, seat: Seat | None, random: Random) -> Any:
    found = kit("meow").disguise(rules)
    assert found is not None
    return found(state, seat, random)


FAULTY_YATZY = {each: partial(yatzy, each) for each in (EmptyMasks, SharedMatch, HashOrder, OffersTooMuch)}
FAULTY_MEOW = {each: partial(meow, each) for each in (ForgetfulClone, OwnLuck)}
