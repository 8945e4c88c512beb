"""Answer people's questions about the state of a match, in their language."""

from __future__ import annotations

import re

from purrlor.core import Seat
from purrlor.kit import kit
from purrlor.kit.answers import HintSituation
from purrlor.kit.speech import speaking
from purrlor.words import Words, language_for, words

from . import wire
from .effects import Guest
from .match import TableMatch
from .refusals import refused
from .setup import SeatSetup

NUMBER = re.compile(r" \d+$")


def answered(play: TableMatch, seats: list[SeatSetup], guest: Guest, asked: wire.AskState) -> wire.Answer:
    """Answer a question with what the guest may know, from one of their own seats or as a spectator."""
    if asked.seat is not None and asked.seat not in guest.seats:
        raise refused("not_your_seat")
    seat = None if asked.seat is None else Seat(asked.seat)
    language = language_for(asked.language) or guest.language
    awaited = play.match.awaiting.seats
    legal = play.match.legal(seat) if seat is not None and seat in awaited else ()
    names = [seat_name(each, words(language)) for each in seats]
    with speaking(language):
        situation = HintSituation(play.view(seat), legal, names, awaited, seat)
        lines = kit(play.game.name).answers().answer(asked.question, situation)
    return wire.Answer(asked.id, asked.seat, asked.question, lines)


def seat_name(seat: SeatSetup, say: Words) -> str:
    """Return a seat's name, with bots' names translated and their number kept. The web client does the same."""
    key = f"bot.name.{seat.level.partition('@')[0]}"
    if seat.kind != "bot" or key not in say:
        return seat.name
    number = NUMBER.search(seat.name)
    return say(key) + (number[0] if number else "")
