"""Describe MEOW in short lines, always in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.games.meow import Action, Card, Colour, Pile, Played, View, playable
from purrlor.kit.answers import Answers, lead_line
from purrlor.kit.speech import listed, say

from .words import ahead, card_name, colour_name, duty, ending, spoken, standing, token_name


def brief(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Describe the state of the match, the tokens, the trick, the hand, the playable cards and the points."""
    last = points_line(view, names)
    if view.over:
        return [ending(view, names), last]
    return [*table_lines(view, names), *hand_lines(view), *duty_lines(view, legal), last]


def plain(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Describe everything: what `brief` says, and the last trick, the piles, the void colours and the box."""
    return [
        *brief(view, legal, names),
        *last_trick(view, names),
        *pile_lines(view, names),
        *_voids(view, names),
        *_box(view),
    ]


def table_lines(view: View, names: Sequence[str]) -> list[str]:
    """Describe the state of the match, the tokens and the trick."""
    return [f"{', '.join(standing(view, names))}.", *_tokens(view), *_trick(view, names)]


def points_line(view: View, names: Sequence[str]) -> str:
    scores = zip(names, view.scores, strict=True)
    points = [say("terminal.meow.plain.item", seat=name, points=spoken(score)) for name, score in scores]
    return say("terminal.meow.plain.points", points=listed(points))


def pile_lines(view: View, names: Sequence[str]) -> list[str]:
    return [_pile(pile, name) for pile, name in zip(view.piles, names, strict=True)]


def _tokens(view: View) -> Iterator[str]:
    if not view.row:
        return
    stake, *later = map(token_name, view.row)
    if later:
        yield say("terminal.meow.plain.stake", token=stake, later=", ".join(later))
    else:
        yield say("terminal.meow.plain.stake.last", token=stake)


def _trick(view: View, names: Sequence[str]) -> Iterator[str]:
    winner = ahead(view)
    if winner is not None:
        yield say("terminal.meow.plain.trick", plays=_plays(view.trick, names), seat=names[winner])


def _plays(plays: Sequence[Played], names: Sequence[str]) -> str:
    items = [say("terminal.meow.plain.play", seat=names[seat], card=card_name(card)) for seat, card in plays]
    return ", ".join(items)


def hand_lines(view: View) -> Iterator[str]:
    if view.hand:
        yield say("terminal.meow.plain.hand", cards=_by_colour(view.hand))


def duty_lines(view: View, legal: Sequence[Action]) -> Iterator[str]:
    """Say what has to be played."""
    if not legal:
        return
    cards = playable(view.hand, view.led)
    if len(cards) < len(view.hand):
        yield say("terminal.meow.plain.playable", duty=duty(view), ranks=" ".join(str(card.rank) for card in cards))
    else:
        yield say("terminal.meow.plain.any", duty=duty(view))


def _by_colour(cards: Sequence[Card]) -> str:
    """List cards by colour, as in `pink 3 9, blue 4`."""
    ranks = {colour: [str(card.rank) for card in cards if card.colour is colour] for colour in Colour}
    return ", ".join(f"{colour_name(colour)} {' '.join(found)}" for colour, found in ranks.items() if found)


def last_trick(view: View, names: Sequence[str]) -> Iterator[str]:
    if view.tricks:
        last = view.tricks[-1]
        plays, token = _plays(last.plays, names), token_name(last.token)
        yield say("terminal.meow.plain.last", plays=plays, seat=names[last.winner], token=token)


def _pile(pile: Pile, name: str) -> str:
    """Describe the tokens of a pile, the effects of its fish and vases, and its total."""
    parts = list(_parts(pile)) or [say("terminal.meow.plain.pile.empty")]
    return say("terminal.meow.plain.pile", seat=name, parts=", ".join(parts), points=spoken(pile.total))


def _parts(pile: Pile) -> Iterator[str]:
    kept, hungry = pile.fishbones[pile.fish :], pile.fish - len(pile.discarded)
    if pile.bowls:
        yield say("terminal.meow.plain.pile.bowls", worths=" ".join(map(str, pile.bowls)))
    if kept:
        yield say("terminal.meow.plain.pile.fishbones", worths=" ".join(map(spoken, kept)))
    if pile.discarded:
        yield say("terminal.meow.plain.pile.eaten", worths=" ".join(map(spoken, pile.discarded)))
    if hungry:
        yield say("terminal.meow.plain.pile.hungry", count=hungry)
    if pile.vases_cost:
        yield say("terminal.meow.plain.pile.vases", count=pile.broken_vases, cost=pile.vases_cost)
    elif pile.broken_vases:
        yield say("terminal.meow.plain.pile.vases.free", count=pile.broken_vases)


def _voids(view: View, names: Sequence[str]) -> Iterator[str]:
    for name, colours in zip(names, view.voids, strict=True):
        if colours and not view.over:
            missing = [say("terminal.meow.plain.no", colour=colour_name(colour)) for colour in colours]
            yield say("terminal.meow.plain.void", seat=name, missing=listed(missing))


def _box(view: View) -> Iterator[str]:
    if view.box:
        yield say("terminal.meow.plain.box", tokens=", ".join(map(token_name, view.box)))


class MeowAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        return [*hand_lines(view), pile_lines(view, names)[view.viewer or 0]]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        if view.over:
            return [ending(view, names)]
        return [*table_lines(view, names), *([] if view.trick else last_trick(view, names))]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        del names
        return [*duty_lines(view, legal)]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        return [lead_line(names, view.scores)]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [points_line(view, names), *pile_lines(view, names)]


ANSWERS = MeowAnswers("meow")
