"""A law over random matches: no bot answers sooner after something came up than its model's fastest reaction."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from harness import race_simulation as simulation
from purrlor.core import Act, Millis, Seat
from purrlor.games.addi_cats import AddiCats, Hit, State, contests
from purrlor.games.addi_cats.bots.race_player import RacePlayer
from purrlor.games.addi_cats.bots.reflexes import ADULT, CHAMPION, FASTEST, SIX_YEAR_OLD, TEN_YEAR_OLD
from purrlor.games.addi_cats.cards import card_value
from purrlor.games.addi_cats.contests import Contest
from purrlor.games.addi_cats.kernels import fast_rules as fast
from purrlor.games.addi_cats.kernels import fast_table as ft
from purrlor.games.addi_cats.kernels import fast_verdicts as fv
from purrlor.games.addi_cats.state import EVERYBODY_HITS
from purrlor.lab.playout import play_out

PEOPLE = (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT, CHAMPION)
CROWDED = AddiCats(seats=5, numbers_up_to=5, actions=("sumo", "clock", "chase", "gift"))
"""Many equal sums and Sumos, and a Chase in between."""


class Stimuli:
    """Tracks since when each seat could have responded to the open cards."""

    def __init__(self) -> None:
        self.since: dict[object, Millis] = {}

    def see(self, state: State) -> None:
        keys = {("card", state.cards_turned), *self._calls(state)}
        self.since = {key: self.since.get(key, state.now) for key in keys}

    def _calls(self, state: State) -> Iterator[object]:
        if state.phase in EVERYBODY_HITS:
            yield "signal", state.cards_turned, len(state.called)
            return
        for contest in contests(state.table, sumo=state.sumo):
            for seat in self._concerned(state, contest):
                yield seat, contest.fighters, contest.sums, contest.sumo

    def _concerned(self, state: State, contest: Contest) -> set[Seat]:
        """Outsiders see every equality, though only the highest counts for them."""
        outside = contests(state.table, sumo=False)[:1]
        return {
            *contest.seats(state.table),
            *(state.table[place].owner for each in outside for place in each.outsiders),
        }

    def first_for(self, seat: Seat) -> Millis:
        own = [at for key, at in self.since.items() if isinstance(key, tuple) and key[0] in (seat, "signal")]
        return min(own) if own else max(self.since.values())


def reactions(rules: AddiCats, number: int) -> Iterator[int]:
    """Yield the reaction time of each hit of a match."""
    random, stimuli = Random(number), Stimuli()
    match = play_out(rules, [RacePlayer(random.choice(PEOPLE)) for _ in range(rules.seats)], f"law {number}")
    for before, event in zip(match.states, match.log, strict=False):
        stimuli.see(before)
        if isinstance(event, Act) and isinstance(event.action, Hit):
            yield event.at - stimuli.first_for(event.seat)


@pytest.mark.parametrize("number", range(6))
def test_no_bot_reacts_faster_than_its_model(number: int) -> None:
    random = Random(f"table {number}")
    rules = AddiCats(
        seats=random.randint(2, 6), numbers_up_to=random.choice([5, 10]), pace=random.choice([0, 600, 2000]),
        most_cards=400,
    )  # fmt: skip
    assert min(reactions(rules, number)) >= FASTEST


@pytest.mark.parametrize("number", range(6))
def test_no_bot_reacts_faster_than_its_model_among_many_sumos(number: int) -> None:
    assert min(reactions(CROWDED, number)) >= FASTEST


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_no_compiled_bot_plans_to_react_faster_than_its_model(seats: int) -> None:
    rules = AddiCats(seats=seats, numbers_up_to=5)
    for number in range(20):
        assert min(planned(rules, number)) >= FASTEST


def planned(rules: AddiCats, number: int) -> Iterator[int]:
    """Yield the reaction time of each planned hit, at every event of a match."""
    t, fights = ft.table_of(rules), np.zeros((ft.MOST_CONTESTS, 6), np.int64)
    cards = np.array([card_value(card) for card in rules.cards], np.int16)
    np.random.default_rng(number).shuffle(cards)
    minds = np.array([PEOPLE[(number + seat) % 4].numbers for seat in range(rules.seats)])
    who = simulation.Players(minds, np.arange(ft.MOST_PLACES, dtype=np.uint64) + np.uint64(number))
    fast.deal(t, 0, cards)
    since: dict[object, int] = {}
    while t.words[ft.PHASE] != fv.OVER:
        if t.words[ft.TIED]:
            simulation.draw_order(t, np.uint64(number))
            continue
        rows = ft.contests(t, fights)
        since = {key: since.get(key, now) for key, now in compiled_stimuli(t, fights, rows)}
        for seat in range(rules.seats):
            if fast.hitting_seats(t) >> seat & 1:
                moment = simulation.hit_moment(t, who, seat, fights, rows)
                own = [at for key, at in since.items() if isinstance(key, tuple) and key[0] in (seat, "signal")]
                if moment < simulation.NEVER:
                    yield moment - (min(own) if own else max(since.values()))
        simulation.next_event(t, who, fights)


def compiled_stimuli(t: ft.FastTable, fights: simulation.Ints, rows: int) -> Iterator[tuple[object, int]]:
    now = int(t.words[ft.NOW])
    yield ("card", int(t.words[ft.TURNED])), now
    if t.words[ft.PHASE] in (fv.CHASE, fv.TRAP):
        yield ("signal", int(t.words[ft.TURNED]), int(t.words[ft.CALLED])), now
        return
    outside = ft.owners(t, int(fights[:rows, ft.OUTSIDERS].max())) if rows else 0
    for row in range(rows):
        for seat in range(t.house[ft.SEATS]):
            if (ft.concerned(t, fights, row) | outside) >> seat & 1:
                yield (
                    (seat, *(int(word) for word in fights[row, [ft.FIGHTERS, ft.IS_SUMO, ft.HIGHEST, ft.LOWEST]])),
                    now,
                )
