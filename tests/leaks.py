"""Compare the messages that a phone was sent with what its seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import json

from purrlor.core import Record, Seat
from purrlor.kit.registry import kits


def leaks(record: Record[Any, Any, Any], seat: int, messages: Iterable[dict[str, Any]]) -> list[str]:
    """Return what should not be in these messages: other seats' views, other pictures, the seed of a running match."""
    states, found = record.match().states, list[str]()
    for message in messages:
        if message["type"] == "update":
            if message["seat"] != seat or message["view"] != picture(record, states[message["events"]], Seat(seat)):
                found.append(f"after {message['events']} events seat {message['seat']} sees {message['view']}")
        elif message["type"] == "table" and message["status"] != "over" and message["seed"]:
            found.append("the seed")
    return found


def picture(record: Record[Any, Any, Any], state: Any, seat: Seat) -> Any:
    """Return the view of a seat as the wire has it, made from the rules alone."""
    game, painter = record.game, kits()[record.game.name].painter()
    legal = game.legal(state, seat) if seat in game.awaiting(state).seats else ()
    parts: list[Any] = [painter.shared(game, game.view(state, None))]
    if painter.own is not None:
        parts.append(painter.own(game, game.view(state, seat), legal))
    return {
        name: value for part in parts for name, value in json.decode(json.encode(part), type=dict[str, Any]).items()
    }
