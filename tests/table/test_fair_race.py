"""Races between equal reflexes over lines of all kinds, in simulated time: who leads how often, also by cheating.

`python -m bench fair_race` measures the same over real sockets (docs/explain/fair-race.md).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from purrlor.table.race.round_trips import Delay

pytestmark = pytest.mark.slow

CHASES = 2000
CHASES_PER_MATCH = 20


def honest(reaction: float) -> int | None:
    return round(reaction)


@dataclass(frozen=True)
class Player:
    """A player behind a line of this round trip, where each way may differ by `jitter` (all in milliseconds)."""

    trip: float
    jitter: float = 2
    report: Callable[[float], int | None] = honest
    measured: bool = True
    late: float = 0
    """The delay of its pongs, where only these measure the connection."""
    unsteady: float = 0
    """The most by which it holds back an answer to a ping, drawn for each."""
    patient: float = 0
    """The delay of everything else that it sends, except hits."""
    vouched: bool = False
    """Whether a proxy reports what its kernel measured."""

    def travel(self, chance: random.Random) -> float:
        return sum(max(0.0, self.trip / 2 + chance.uniform(-self.jitter, self.jitter)) for _ in range(2))


def shave(millis: int) -> Callable[[float], int | None]:
    return lambda reaction: round(reaction) - millis


def choosy(reaction: float) -> int:
    """Report far too short a time after a quick reaction, and far too long a time after a slow one."""
    return -1000 if reaction < 330 else 5000


def shares(players: Sequence[Player]) -> list[float]:
    """Return how often each player leads a chase; connections are new for every match."""
    chance, led = random.Random("race"), [0] * len(players)
    lines: list[Delay] = []
    for chase in range(CHASES):
        if chase % CHASES_PER_MATCH == 0:
            lines = [enter(player, chance) for player in players]
            measure(lines, players, chance, times=4)
        measure(lines, players, chance, times=2)
        counted = [press(line, player, chance) for line, player in zip(lines, players, strict=True)]
        led[counted.index(min(counted))] += 1
    return [count / CHASES for count in led]


def enter(player: Player, chance: random.Random) -> Delay:
    """A new line. Ready and reveal are answers that the page gives by itself."""
    line = Delay()
    for _ in range(2):
        line.answered(player.travel(chance) + player.patient)
    for _ in range(7 if player.vouched else 0):
        line.vouch(player.travel(chance))
    return line


def measure(lines: Sequence[Delay], players: Sequence[Player], chance: random.Random, times: int) -> None:
    for line, player in zip(lines, players, strict=True):
        for _ in range(times if player.measured else 0):
            line.measured(player.travel(chance) + player.late + chance.uniform(0, player.unsteady))


def press(line: Delay, player: Player, chance: random.Random) -> tuple[int, float]:
    """The reaction time that counts, with a coin for ties. Before it, the player turned a card at once."""
    line.count(None, round(player.travel(chance) + player.patient))
    reaction = max(120.0, chance.gauss(300, 40) + chance.expovariate(1 / 60))
    elapsed = round(player.travel(chance) + reaction)
    return line.count(player.report(reaction), elapsed), chance.random()


def against_three(player: Player) -> float:
    return shares([player, *[Player(60)] * 3])[0]


def test_equal_reflexes_lead_equally_often_whatever_the_line() -> None:
    assert shares([Player(trip) for trip in (20, 60, 120, 250)]) == pytest.approx([0.25] * 4, abs=0.03)


@pytest.mark.parametrize(("trip", "jitter"), [(60, 75), (120, 75), (250, 30)])
def test_an_honest_unsteady_line_leads_about_as_often(trip: int, jitter: int) -> None:
    assert 0.20 <= against_three(Player(trip, jitter)) <= 0.30


@pytest.mark.parametrize("millis", [45, 100, 200, 1000])
def test_a_report_that_is_always_too_short_gains_nothing(millis: int) -> None:
    assert against_three(Player(60, report=shave(millis))) <= 0.27


def test_no_report_at_all_is_not_a_handicap() -> None:
    assert against_three(Player(60, report=lambda _: None)) == pytest.approx(0.25, abs=0.03)


def test_choosing_when_to_lie_gains_nothing_on_a_steady_line() -> None:
    assert against_three(Player(60, report=choosy)) <= 0.27


def test_choosing_when_to_lie_gains_little_on_an_unsteady_line() -> None:
    """What remains possible: docs/explain/fair-race.md says so."""
    assert against_three(Player(60, 75, report=choosy)) <= 0.33


def test_a_person_who_never_answers_a_ping_gets_nothing_off() -> None:
    assert against_three(Player(60, report=shave(100), measured=False)) < 0.10


def test_pings_answered_late_are_given_away_by_a_quick_act() -> None:
    assert against_three(Player(60, report=shave(200), late=200)) <= 0.30


def test_pings_answered_now_late_now_soon_are_given_away_by_quick_acts() -> None:
    assert against_three(Player(60, report=shave(75), unsteady=150)) <= 0.30


def test_behind_a_proxy_a_client_that_holds_back_all_but_its_hits_is_believed() -> None:
    """What remains possible there: it looks like a faster hand on a longer line (docs/explain/fair-race.md)."""
    assert against_three(Player(60, report=shave(200), late=200, patient=200)) > 0.80


@pytest.mark.parametrize(("late", "unsteady"), [(200, 0), (0, 150), (0, 400)])
def test_no_client_deceives_a_proxy_that_measures_its_line(late: float, unsteady: float) -> None:
    cheat = Player(60, report=shave(200), late=late, unsteady=unsteady, patient=200, vouched=True)
    assert against_three(cheat) <= 0.30


@pytest.mark.parametrize(("trip", "jitter"), [(60, 75), (250, 30)])
def test_an_honest_unsteady_line_leads_about_as_often_where_a_proxy_measures_it(trip: int, jitter: int) -> None:
    assert 0.20 <= against_three(Player(trip, jitter, vouched=True)) <= 0.30
