"""The picture of MEOW for the web client: the hand, the table, the row of tokens, and every pile with its score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw, Struct, json

from purrlor.core.value import Value
from purrlor.kit.pictures import Painter

from . import TRUMP, Action, Card, Colour, Meow, Pile, Played, Trick, View, winning_place
from .cards import REMOVED
from .tokens import ROUNDS


class CardPicture(Value, frozen=True):
    card: str
    """The card in notation: `G7`."""
    colour: Colour
    rank: int
    legal: bool


class PlayedPicture(Value, frozen=True):
    seat: int
    card: str
    colour: Colour
    rank: int


class TrickPicture(Value, frozen=True):
    plays: tuple[PlayedPicture, ...]
    """The cards played, in order."""
    winner: int
    token: str
    one_beat_eighteen: bool


class PilePicture(Value, frozen=True):
    """A pile and its calculation: bowls, minus fishbones that no fish takes away, minus what vases cost."""

    tokens: tuple[str, ...]
    """The tokens, in the order in which they were taken."""
    bowls: tuple[int, ...]
    bowls_sum: int
    fishbones: tuple[int, ...]
    """The fishbones that count, the worst first."""
    fishbones_sum: int
    discarded: tuple[int, ...]
    """The fishbones that the fish take away."""
    fish: int
    spare_fish: int
    """Fish without a fishbone: worth nothing so far."""
    vases: int
    vases_cost: int
    total: int


class SharedPicture(Struct):
    seats: int
    trick: list[PlayedPicture]
    led: Colour | None
    leader: int | None
    turn: int | None
    winning: int | None
    """The seat that wins the trick on the table so far."""
    trump: Colour
    holder: int | None
    """The seat that holds the First Player Token."""
    row: tuple[str, ...]
    """The tokens of this round that are left: what is at stake now comes first."""
    box: tuple[str, ...]
    """The tokens of the rounds to come, in no order."""
    tricks: tuple[TrickPicture, ...] | Raw
    """The finished tricks of this round."""
    voids: tuple[tuple[Colour, ...], ...]
    """The colours that each seat is known not to hold."""
    cards_left: tuple[int, ...]
    round: int
    rounds: int
    piles: tuple[PilePicture, ...] | Raw
    removed: list[int]
    """The first and the last rank that stay in the box; empty: all cards are in play."""
    over: bool


class Picture(SharedPicture):
    hand: list[CardPicture]
    """Sorted; which of them may be played now is marked."""


def shared_picture(game: Meow, view: View) -> SharedPicture:
    trick = view.trick
    winning = trick[winning_place([card for _, card in trick])].seat if trick else None
    return SharedPicture(
        seats=game.seats,
        trick=[_played(play) for play in trick],
        led=view.led,
        leader=view.leader,
        turn=view.turn,
        winning=winning,
        trump=TRUMP,
        holder=view.holder,
        row=view.row,
        box=view.box,
        tricks=_tricks(view.tricks),
        voids=view.voids,
        cards_left=view.cards_left,
        round=max(1, view.round),
        rounds=ROUNDS,
        piles=_piles(view.piles),
        removed=_removed(game.seats) if game.expert else [],
        over=view.over,
    )


def own_picture(_game: Meow, view: View, legal: Sequence[Action]) -> dict[str, Any]:
    if not legal:
        return {"hand": _waiting(view.hand)}
    playable = {action.card for action in legal}
    return {"hand": [_card(card, card in playable) for card in view.hand]}


def _removed(seats: int) -> list[int]:
    ranks = REMOVED[seats]
    return [ranks[0], ranks[-1]] if ranks else []


@lru_cache(4096)
def _waiting(hand: tuple[Card, ...]) -> list[CardPicture]:
    return [_card(card, False) for card in hand]


@lru_cache(256)
def _card(card: Card, legal: bool) -> CardPicture:
    return CardPicture(str(card), card.colour, card.rank, legal)


@lru_cache(512)
def _played(play: Played) -> PlayedPicture:
    return PlayedPicture(play.seat, str(play.card), play.card.colour, play.card.rank)


@lru_cache(1024)
def _tricks(tricks: tuple[Trick, ...]) -> Raw:
    """Encode the tricks. They are cached because they do not change during a trick; neither do the piles."""
    return Raw(json.encode([_trick(trick) for trick in tricks]))


@lru_cache(1024)
def _piles(piles: tuple[Pile, ...]) -> Raw:
    return Raw(json.encode([_pile(pile) for pile in piles]))


@lru_cache(1024)
def _trick(trick: Trick) -> TrickPicture:
    return TrickPicture(
        tuple(_played(play) for play in trick.plays), trick.winner, trick.token, trick.one_beat_eighteen
    )


@lru_cache(4096)
def _pile(pile: Pile) -> PilePicture:
    counting = pile.fishbones[pile.fish :]
    return PilePicture(
        tokens=pile.tokens,
        bowls=pile.bowls,
        bowls_sum=sum(pile.bowls),
        fishbones=counting,
        fishbones_sum=sum(counting),
        discarded=pile.discarded,
        fish=pile.fish,
        spare_fish=pile.fish - len(pile.discarded),
        vases=pile.broken_vases,
        vases_cost=pile.vases_cost,
        total=pile.total,
    )


PAINTER = Painter(shared_picture, own_picture, Picture)
