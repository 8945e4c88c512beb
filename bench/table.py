"""A table without sockets and store: the CPU time of a move, from the message to the updates for everybody.

`python -m bench table`. It counts the time of this process alone, so it hardly depends on what else the machine does;
docs/explain/benchmarks.md says how to compare two versions by their instructions.
"""

from __future__ import annotations

import random
from time import process_time_ns

import msgspec

from harness.figures import sampled, section
from purrlor.table import wire
from purrlor.table.creation import new_table_for
from purrlor.table.effects import Effects
from purrlor.table.table import Table

from .server import DECODER, Seen

GAMES = {"yatzy": 2, "meow": 4}
MATCHES, RUNS = 8, 5
NOW = 1_000
"""The time of all messages: nothing here waits."""


def begun(game: str, seats: int) -> tuple[Table, dict[int, Seen]]:
    """Begin a match; return its table and the latest update of each seat. Seat number n is played by connection n."""
    wanted = wire.NewTable(game, [wire.SeatWanted("open") for _ in range(seats)], "Host", hints=False)
    table = new_table_for(wanted, "host", NOW)
    for number, seat in enumerate(table.setup.seats):
        seat.kind, seat.person, seat.name = "person", f"person {number}", f"P{number}"
    seen: dict[int, Seen] = {}
    for number in range(seats):
        table.enter(number, f"person {number}", f"P{number}", NOW)
    for number in range(seats):
        read(table.receive(number, wire.Ready(), NOW), seen)
    return table, seen


def read(effects: Effects, seen: dict[int, Seen]) -> None:
    for connection, message in effects.sends:
        if message.startswith(b'{"type":"update"'):
            seen[connection] = DECODER.decode(message)


def move_micros(game: str, seats: int, seed: int) -> float:
    """Return the microseconds of CPU time for a move of random matches."""
    choose, moves, spent = random.Random(seed), 0, 0
    for _ in range(MATCHES):
        table, seen = begun(game, seats)
        while table.status == "running":
            seat = next(seat for seat, update in seen.items() if update.legal)
            actions = [action for action in seen[seat].legal if action != "back"]
            act = wire.Act(seat=seat, version=seen[seat].version, action=choose.choice(actions))
            seen[seat] = msgspec.structs.replace(seen[seat], legal=[])
            began = process_time_ns()
            effects = table.receive(seat, act, NOW)
            table.next_wake()
            spent += process_time_ns() - began
            moves += 1
            read(effects, seen)
    return spent / moves / 1000


def main() -> None:
    figures = [
        sampled(f"{game} for {seats}", [move_micros(game, seats, seed) for seed in range(RUNS)], "µs")
        for game, seats in GAMES.items()
    ]
    section("Table: a move without sockets and store, CPU time", *figures)
