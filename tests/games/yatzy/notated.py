"""Yatzy matches written in notation."""

from purrlor.core import Match, Millis, Seat
from purrlor.core.record import parse_event
from purrlor.games.yatzy import Action, Box, Sheet, State, View, Yatzy

YatzyMatch = Match[State, Action, View]


def played(rules: Yatzy, *lines: str) -> YatzyMatch:
    """The match after these events, such as `seat1 keep 3 3` or `fate 1 4 6`."""
    match = Match(rules)
    for line in lines:
        match.push(parse_event(rules, line, Millis(0)))
    return match


def legal_texts(match: YatzyMatch, seat: int = 0) -> list[str]:
    return [str(action) for action in match.legal(Seat(seat))]


def sheet_with_open(*boxes: Box) -> Sheet:
    """A sheet with zeros in all boxes but these."""
    return Sheet(tuple(None if box in boxes else 0 for box in Box))


def rolled(rules: Yatzy, sheet: Sheet, *dice: int, rolls_left: int = 0) -> list[str]:
    """Return the legal actions of the only player with these dice."""
    state = State((sheet,), turn=Seat(0), dice=tuple(sorted(dice)), rolls_left=rolls_left)
    return [str(action) for action in rules.legal(state, Seat(0))]
