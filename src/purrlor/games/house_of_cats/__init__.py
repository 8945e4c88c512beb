"""House of Cats: four dice for everybody, a sheet for each, rooms of equal numbers, four levels."""

from .house import House, Room
from .notation import Action, parse_action
from .rules import HouseOfCats, State
from .scoring import Points, points
from .sheet import Sheet, Space, pack
from .sheet_file import InvalidSheet, parse_sheet, printed_sheet, sheet_text, unpack
from .symbols import Ability, Symbol
from .turn import HouseSetup, Turn
from .view import View

__all__ = [
    "Ability",
    "Action",
    "House",
    "HouseOfCats",
    "HouseSetup",
    "InvalidSheet",
    "Points",
    "Room",
    "Sheet",
    "Space",
    "State",
    "Symbol",
    "Turn",
    "View",
    "pack",
    "parse_action",
    "parse_sheet",
    "points",
    "printed_sheet",
    "sheet_text",
    "unpack",
]
