"""The core: rules of a game, random outcomes, matches and records.

It uses only the standard library and msgspec, and contains no game.
"""

from .chance import Chance, Draw, Roll
from .events import Act, Event, Fate, IllegalEvent, InvalidNotation, Millis, Seat, Timeout
from .fate import Fates, commitment, fate_key, new_secret, pledge, secret_from_text
from .match import Match
from .options import InvalidOption
from .record import BrokenRecord, Origin, Record
from .rules import Awaiting, BreaksTies, Game, Rules, check, winners
from .story import Note, PlainGame

__all__ = [
    "Act",
    "Awaiting",
    "BreaksTies",
    "BrokenRecord",
    "Chance",
    "Draw",
    "Event",
    "Fate",
    "Fates",
    "Game",
    "IllegalEvent",
    "InvalidNotation",
    "InvalidOption",
    "Match",
    "Millis",
    "Note",
    "Origin",
    "PlainGame",
    "Record",
    "Roll",
    "Rules",
    "Seat",
    "Timeout",
    "check",
    "commitment",
    "fate_key",
    "new_secret",
    "pledge",
    "secret_from_text",
    "winners",
]
