"""What Pig brings: its rules. Bots, looks and words are Purrlor's defaults."""

from purrlor.kit import GameKit

from .rules import Pig


class PigKit(GameKit):
    rules = Pig


KIT = PigKit()
