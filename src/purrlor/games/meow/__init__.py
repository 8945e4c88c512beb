"""MEOW: tricks with nine cards, and every trick wins a token, wanted or not."""

from .cards import ALL_CARDS, TRUMP, Card, Colour, card_of, card_value, cards_text, deck, parse_card
from .notation import Action, Play, parse_action
from .rules import Meow, State, playable, winning_place
from .tokens import FISH, STANDARD, VASE, InvalidTokens, Pile, Token, parse_token, parse_tokens, tokens_text
from .view import Played, Trick, View

__all__ = [
    "ALL_CARDS",
    "FISH",
    "STANDARD",
    "TRUMP",
    "VASE",
    "Action",
    "Card",
    "Colour",
    "InvalidTokens",
    "Meow",
    "Pile",
    "Play",
    "Played",
    "State",
    "Token",
    "Trick",
    "View",
    "card_of",
    "card_value",
    "cards_text",
    "deck",
    "parse_action",
    "parse_card",
    "parse_token",
    "parse_tokens",
    "playable",
    "tokens_text",
    "winning_place",
]
