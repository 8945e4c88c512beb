"""The reference rules and the compiled rules, side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from purrlor.core import Act, Event, Fate
from purrlor.games.addi_cats import Action, AddiCats, Hit, Part, Phase, State, Turn, contests
from purrlor.games.addi_cats.cards import card_of, card_value
from purrlor.games.addi_cats.kernels import fast_rules as fast
from purrlor.games.addi_cats.kernels import fast_table as ft
from purrlor.games.addi_cats.kernels import fast_verdicts as fv

PHASES = {
    Phase.LOOK: fv.LOOK, Phase.TURN: fv.TURN, Phase.COUNT: fv.COUNTING, Phase.CHASE: fv.CHASE,
    Phase.TRAP: fv.TRAP, Phase.LAST_CALL: fv.LAST_CALL, Phase.OVER: fv.OVER,
}  # fmt: skip


class BothRules:
    """One match in both implementations."""

    def __init__(self, rules: AddiCats) -> None:
        self.rules, self.state = rules, rules.initial()
        self.compiled = ft.table_of(rules)

    def push(self, event: Event[Action]) -> None:
        before, self.state = self.state, self.rules.apply(self.state, event)
        match event:
            case Act(_, Turn(), at):
                fast.turn(self.compiled, at)
            case Act(seat, Hit(part), at):
                fast.hit(self.compiled, seat, int(part is Part.HEAD), at)
            case Fate() if before.phase is Phase.FIRST:
                pass
            case Fate(values) if before.phase is Phase.DEAL:
                fast.deal(self.compiled, before.fastest or 0, np.array(values, np.int16))
            case Fate(values, at):
                order = [value - 1 for value in values] + [ft.NONE] * (ft.MOST_PLACES - len(values))
                fast.drawn(self.compiled, np.array(order, np.int64), at)
            case _:
                fast.time_out(self.compiled, event.at)

    def check(self) -> None:
        if self.state.phase in PHASES:
            assert seen(self.rules, self.state) == compiled_seen(self.rules, self.compiled)


def bits(numbers: Any) -> int:
    return sum(1 << number for number in set(numbers))


def none(number: int | None) -> int:
    return ft.NONE if number is None else number


def seen(rules: AddiCats, state: State) -> dict[str, Any]:
    """Return the whole state, with its legal actions."""
    awaiting = rules.awaiting(state)
    legal = {seat: rules.legal(state, seat) for seat in awaiting.seats}
    return {
        "stacks": [list(place.stack) for place in state.table],
        "piles": [list(place.pile) for place in state.table],
        "shown": [place.shown_at for place in state.table],
        "phase": PHASES[state.phase],
        "now": state.now,
        "player": state.player,
        "fastest": none(state.fastest),
        "direction": state.direction,
        "deadline": none(state.deadline),
        "moment": none(state.same_moment_until),
        "hits": [(hit.seat, int(hit.part is Part.HEAD), hit.at) for hit in state.hits],
        "tied": bits(state.tied),
        "called": [(each.place, card_value(each.card)) for each in state.called],
        "sumo": state.sumo,
        "excused": bits(state.excused),
        "won": sorted((seat, place) for place, seats in enumerate(state.won) for seat in seats),
        "turned": state.cards_turned,
        "free since": state.mouse_free_since,
        "scores": list(rules.scores(state)),
        "expected until": none(awaiting.deadline),
        "may hit": bits(seat for seat, actions in legal.items() if Hit(Part.HEAD) in actions),
        "may turn": next((seat for seat, actions in legal.items() if Turn() in actions), ft.NONE),
        "fights": [
            (bits(each.fighters), bits(each.equals), bits(each.outsiders), each.sumo, each.sums[0], each.sums[-1])
            for each in contests(state.table, sumo=state.sumo)
        ],
    }


def compiled_seen(rules: AddiCats, t: ft.FastTable) -> dict[str, Any]:
    words, places, seats = t.words, len(rules.owners), rules.seats
    fights = np.zeros((ft.MOST_CONTESTS, 6), np.int64)
    return {
        "stacks": [stack(t, place) for place in range(places)],
        "piles": [pile(t, place) for place in range(places)],
        "shown": list(words[ft.SHOWN : ft.SHOWN + places]),
        "phase": words[ft.PHASE],
        "now": words[ft.NOW],
        "player": words[ft.PLAYER],
        "fastest": words[ft.FASTEST],
        "direction": words[ft.DIRECTION],
        "deadline": words[ft.DEADLINE],
        "moment": words[ft.MOMENT],
        "hits": [(words[ft.HAND + n], words[ft.PART + n], words[ft.HIT_AT + n]) for n in range(words[ft.HITS])],
        "tied": words[ft.TIED],
        "called": [(words[ft.CALLED_PLACE + n], words[ft.CALLED_CARD + n]) for n in range(words[ft.CALLED])],
        "sumo": bool(words[ft.SUMO]),
        "excused": words[ft.EXCUSED],
        "won": sorted(
            (ft.contender(t, number), words[ft.PLACE_WON + number])
            for number in range(len(rules.contenders))
            if words[ft.PLACE_WON + number] >= 0
        ),
        "turned": words[ft.TURNED],
        "free since": words[ft.FREE_SINCE],
        "scores": [fast.score(t, seat) for seat in range(seats)],
        "expected until": fast.deadline(t),
        "may hit": fast.hitting_seats(t),
        "may turn": fast.turning_seat(t),
        "fights": [
            (int(row[0]), int(row[1]), int(row[2]), bool(row[3]), int(row[4]), int(row[5]))
            for row in fights[: ft.contests(t, fights)]
        ],
    }


def stack(t: ft.FastTable, place: int) -> list[Any]:
    top, down = int(t.words[ft.TOP + place]), int(t.words[ft.DOWN + place])
    return [card_of(int(t.cards[place * ft.RING + (top + n) % ft.RING])) for n in range(down)]


def pile(t: ft.FastTable, place: int) -> list[Any]:
    start = (ft.MOST_PLACES + place) * ft.RING
    return [card_of(int(card)) for card in t.cards[start : start + int(t.words[ft.OPEN + place])]]
