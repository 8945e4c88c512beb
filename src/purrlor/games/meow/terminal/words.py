"""The words of MEOW in the terminal: names of cards and tokens, and what players may type for a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from purrlor.core import Seat, winners
from purrlor.games.meow import Action, Card, Colour, Play, Token, View, cards_text, playable, winning_place
from purrlor.games.meow.cards import ALL_CARDS, HIGHEST, LOWEST
from purrlor.games.meow.tokens import FISH, ROUNDS, TOKENS_PER_ROUND, VASE, is_bowl, worth
from purrlor.kit.speech import listed, say, speech
from purrlor.words import MINUS


@dataclass(frozen=True)
class Wish:
    """A player's wish for one card, or for any card of a colour or rank. It is always refused."""

    colour: Colour | None = None
    rank: int | None = None

    def __str__(self) -> str:
        return f"play {self.colour or ''}{self.rank or ''}"

    def fits(self, card: Card) -> bool:
        return self.colour in (None, card.colour) and self.rank in (None, card.rank)


WISHES = (
    *(Wish(card.colour, card.rank) for card in ALL_CARDS),
    *(Wish(colour) for colour in Colour),
    *(Wish(rank=rank) for rank in range(LOWEST, HIGHEST + 1)),
)


# Cards, tokens, points


def colour_name(colour: Colour) -> str:
    return say(f"meow.colour.{colour}")


def card_name(card: Card) -> str:
    return say("terminal.meow.card", colour=colour_name(card.colour), rank=card.rank)


def token_name(token: Token) -> str:
    """Return a token's name in words, because not every screen reader speaks signs."""
    if token == FISH:
        return say("terminal.meow.token.fish")
    if token == VASE:
        return say("terminal.meow.token.vase")
    if is_bowl(token):
        return say("terminal.meow.token.bowl", worth=worth(token))
    return say("terminal.meow.token.fishbone", worth=-worth(token))


def token_sign(token: Token) -> str:
    """Return a token's shortest name: `+5`, `fish`."""
    key = f"meow.token.{token}"
    return say(key) if key in speech() else token.replace("-", MINUS)


def spoken(points: int) -> str:
    return str(points) if points >= 0 else say("terminal.meow.minus", points=-points)


# The state of the match


def ahead(view: View) -> Seat | None:
    """Return the seat that is winning the trick so far; None: no card has been played."""
    return view.trick[winning_place([card for _, card in view.trick])].seat if view.trick else None


def standing(view: View, names: Sequence[str]) -> list[str]:
    """Describe the round, the trick, its leader, and the player who began the round; or the draw or deal to come."""
    if view.holder is None:
        return [say("terminal.meow.draws")]
    if view.turn is None:
        return [say("terminal.meow.deals", seat=names[view.holder])]
    assert view.leader is not None
    leader = names[view.leader]
    leads = say("terminal.meow.led", seat=leader, colour=colour_name(view.led)) if view.led else None
    return [
        say("terminal.meow.round", round=view.round, rounds=ROUNDS),
        say("terminal.meow.trick", trick=len(view.tricks) + 1, tricks=TOKENS_PER_ROUND),
        leads or say("terminal.meow.leads", seat=leader),
        say("terminal.meow.began", seat=names[view.holder]),
    ]


def ending(view: View, names: Sequence[str]) -> str:
    best = [names[seat] for seat in winners(view.scores)]
    key = "meow.note.wins" if len(best) == 1 else "meow.note.share_victory"
    return say(key, seat=best[0], seats=listed(best), total=spoken(max(view.scores)))


def duty(view: View) -> str:
    """Say what has to be played."""
    if view.led is None:
        return say("terminal.meow.duty.lead")
    colour = colour_name(view.led)
    must = any(card.colour is view.led for card in view.hand)
    return say("terminal.meow.duty.follow" if must else "terminal.meow.duty.free", colour=colour)


# Actions


def named(action: Action) -> str:
    return say("terminal.meow.named", card=card_name(action.card))


def label(view: View, action: Action) -> str:
    """Describe the card, and whether it would win the trick so far."""
    card = card_name(action.card)
    if not view.trick:
        return card
    cards = [*(card for _, card in view.trick), action.card]
    if winning_place(cards) < len(view.trick):
        return say("terminal.meow.label.behind", card=card)
    if len(cards) < len(view.piles):
        return say("terminal.meow.label.ahead", card=card)
    return say("terminal.meow.label.takes", card=card, token=token_name(view.row[0]))


def also(action: Action | Wish) -> Sequence[str]:
    """Return other ways to type an action: the rank or colour alone, and the colour's name.

    The rank is never followed by a separate word: words may be abbreviated, and `1 green` must not match `18 green`.
    """
    if isinstance(action, Wish):
        texts = _wished(action)
    else:
        colour, rank = action.card.colour, action.card.rank
        texts = (str(rank), str(colour), colour_name(colour), *_names(colour, rank))
    return (*texts, *(f"play {text}" for text in texts))


def _wished(wish: Wish) -> tuple[str, ...]:
    if wish.colour is None:
        return (str(wish.rank),)
    return (colour_name(wish.colour),) if wish.rank is None else _names(wish.colour, wish.rank)


def _names(colour: Colour, rank: int) -> tuple[str, ...]:
    name = colour_name(colour)
    return say("terminal.meow.card", colour=name, rank=rank), f"{rank}{name}", f"{rank}{colour}"


def allowed(view: View, legal: Sequence[Action]) -> str:
    cards = [action.card for action in legal]
    key = "terminal.meow.allowed" if len(cards) > 1 else "terminal.meow.allowed.only"
    return say(key, cards=cards_text(cards), duty=duty(view), short=str(cards[0]).lower())


def tip(_view: View, legal: Sequence[Action]) -> str:
    """Name the shortest ways to type a card."""
    card = legal[0].card
    if len(legal) == 1:
        return say("terminal.meow.tip.only", card=card_name(card))
    alone = sum(action.card.rank == card.rank for action in legal) == 1
    key = "terminal.meow.tip.rank" if alone else "terminal.meow.tip"
    return say(key, rank=card.rank, short=str(card).lower(), card=card_name(card))


def why_not(view: View, action: Action | Wish) -> str | None:
    wish = Wish(action.card.colour, action.card.rank) if isinstance(action, Play) else action
    if not any(map(wish.fits, view.deck)):
        return say("terminal.meow.why_not.not_in_play", wish=_wish_name(wish))
    if not any(map(wish.fits, view.hand)):
        return say("terminal.meow.why_not.not_held", wish=_wish_name(wish))
    if view.led is not None and not any(map(wish.fits, playable(view.hand, view.led))):
        return say("terminal.meow.why_not.follow", colour=colour_name(view.led))
    return None


def _wish_name(wish: Wish) -> str:
    if wish.colour is None:
        return str(wish.rank)
    return colour_name(wish.colour) if wish.rank is None else card_name(Card(wish.colour, wish.rank))
