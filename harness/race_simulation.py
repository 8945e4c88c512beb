"""Simulate thousands of matches per second: the bots of Addi Cat's (`race_player.py`), compiled, on the compiled rules.

They react by the same model and the same numbers, but draw from another source of chance, so a match here is not the
match of the same seed there; a test compares how the matches turn out.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import cos, log, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.race_player import TEMPTATION
from purrlor.games.addi_cats.bots.reflexes import FASTEST, Reflexes
from purrlor.games.addi_cats.cards import card_value
from purrlor.games.addi_cats.kernels import fast_rules as fast
from purrlor.games.addi_cats.kernels import fast_table as ft
from purrlor.games.addi_cats.kernels import fast_verdicts as fv

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Cards = NDArray[np.int16]

NEVER = 1 << 60
SIGNAL, CONTEST, GREED, TURNING, AIM, DEAL, FIRST, TIE, MATCH, SALT = range(1, 11)
"""The purposes of random draws."""
MU, SIGMA, TAU, MU_COMPARE, SIGMA_COMPARE, TAU_COMPARE, STEP, OVERLOOKS, OVERLOOKS_STEP, SLEEPS, GREEDY, AIMS = range(
    12
)
"""The numbers of `Reflexes`, one row per seat."""
PORTION = 250
"""Matches that a thread plays at once."""
EVENTS, TURNED, LASTED, SCORES, VICTORIES, GREEDS = 0, 1, 2, 3, 9, 15
COLUMNS = 21
"""The columns of a match: events, cards turned, milliseconds; then per seat scores, fights won, and greedy
hits."""


class Players(NamedTuple):
    minds: Floats
    """The numbers of each seat's reflexes."""
    salts: NDArray[np.uint64]
    """The salt from which all draws of a seat in this match are derived."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of many matches, one row each."""

    rows: Ints
    seats: int

    @property
    def scores(self) -> Ints:
        return self.rows[:, SCORES : SCORES + self.seats]

    @property
    def shares(self) -> Floats:
        """Return each seat's share of the win."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True), np.float64)

    @property
    def cards_turned(self) -> Ints:
        return self.rows[:, TURNED]

    @property
    def events(self) -> Ints:
        return self.rows[:, EVENTS]

    @property
    def minutes(self) -> Floats:
        return self.rows[:, LASTED] / 60_000

    @property
    def victories(self) -> Ints:
        return self.rows[:, VICTORIES : VICTORIES + self.seats]

    @property
    def greeds(self) -> Ints:
        return self.rows[:, GREEDS : GREEDS + self.seats]


def play_many(
    rules: AddiCats, players: Sequence[Reflexes], matches: int, seed: str, *, workers: int | None = None
) -> Outcomes:
    """Play a number of matches; the players rotate over the seats, the outcomes stand in the order of the players.

    The same seed gives the same outcomes, whatever the number of workers.
    """
    if len(players) != rules.seats:
        raise ValueError(f"{rules.seats} seats are for as many players, not {len(players)}")
    rows = np.zeros((matches, COLUMNS), np.int64)
    minds = np.array([player.numbers for player in players])
    portions = [np.arange(start, min(start + PORTION, matches)) for start in range(0, matches, PORTION)]
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        played = pool.map(partial(_portion, rules, minds, seed), portions)
        for portion, found in zip(portions, played, strict=True):
            rows[portion] = found
    return Outcomes(rows, rules.seats)


def _portion(rules: AddiCats, minds: Floats, seed: str, numbers: Ints) -> Ints:
    """Play the matches with these numbers on a table of their own."""
    table, seats = ft.table_of(rules), rules.seats
    cards = np.array([card_value(card) for card in rules.cards], np.int16)
    first = ft.NONE if rules.first is None else rules.owners.index(rules.first)
    key = _seed_key(seed)
    rows = np.zeros((len(numbers), COLUMNS), np.int64)
    for shift in range(seats):
        mine = numbers % seats == shift
        found = np.zeros((int(mine.sum()), COLUMNS), np.int64)
        found[:, EVENTS] = numbers[mine]
        _play(table, cards, np.roll(minds, shift, axis=0), np.array([key, first]), found)
        for column in (SCORES, VICTORIES, GREEDS):
            found[:, column : column + seats] = np.roll(found[:, column : column + seats], -shift, axis=1)
        rows[mine] = found
    return rows


def deal_of(rules: AddiCats, seed: str, number: int) -> Cards:
    """Return the values of the cards of a match of `play_many`, in the order of the deal."""
    cards = np.array([card_value(card) for card in rules.cards], np.int64)
    # compiled functions return whole numbers as Python's own
    key = np.uint64(_match_key(_seed_key(seed), number))
    _shuffle(cards, np.uint64(_mixed(key, DEAL)))
    return cards.astype(np.int16)


def _seed_key(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7], "big")


# Randomness: every draw follows from its purpose


@compiled
def _mixed(key: np.uint64, what: int) -> np.uint64:
    """Apply one step of SplitMix64."""
    bits = (key ^ np.uint64(what)) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(bits ^ (bits >> np.uint64(31)))


@compiled
def _match_key(seed: int, number: int) -> np.uint64:
    """Return the key that all chance of a match follows from."""
    return np.uint64(_mixed(_mixed(np.uint64(seed), MATCH), number))


@compiled
def _share(key: np.uint64) -> float:
    """Return a number strictly between 0 and 1."""
    return float(np.float64(key >> np.uint64(12)) + 0.5) / 4503599627370496.0


@compiled
def _ex_gaussian(key: np.uint64, who: Players, seat: int, first: int) -> float:
    """Draw a reaction time; `first`: the place of its mu, sigma and tau."""
    mu, sigma, tau = who.minds[seat, first], who.minds[seat, first + 1], who.minds[seat, first + 2]
    normal = sqrt(-2 * log(_share(_mixed(key, 1)))) * cos(2 * pi * _share(_mixed(key, 2)))
    return float(max(FASTEST, mu + sigma * normal - tau * log(_share(_mixed(key, 3)))))


# Reactions of one player


@compiled
def _newest(t: ft.FastTable) -> int:
    newest = 0
    for place in range(t.house[ft.PLACES]):
        newest = max(newest, t.words[ft.SHOWN + place])
    return newest


@compiled
def _signal(t: ft.FastTable, who: Players, seat: int) -> int:
    """Return when a player answers a Chase or Trap."""
    since = max(_newest(t), t.words[ft.FREE_SINCE])
    key = _mixed(_mixed(_mixed(who.salts[seat], SIGNAL), t.words[ft.TURNED] << 8 | t.words[ft.CALLED]), since)
    if _share(key) < who.minds[seat, SLEEPS]:
        return NEVER
    return int(since + _ex_gaussian(key, who, seat, MU) + 0.5)


@compiled
def _noticed(t: ft.FastTable, who: Players, seat: int, fights: Ints, row: int) -> int:
    """Return when a player notices a fight: at its start, or at a later look when a card is turned elsewhere."""
    fighters, risen, steps = fights[row, ft.FIGHTERS], 0, 0
    for place in range(t.house[ft.PLACES]):
        if fighters >> place & 1:
            risen = max(risen, t.words[ft.SHOWN + place])
    for place in range(t.house[ft.PLACES]):
        if fighters >> place & 1 and t.words[ft.SHOWN + place] == risen:
            steps += _steps(ft.top_card(t, place))
    overlooked = min(0.95, who.minds[seat, OVERLOOKS] + who.minds[seat, OVERLOOKS_STEP] * steps)
    what = fighters << 16 | fights[row, ft.HIGHEST] << 8 | fights[row, ft.LOWEST]
    salt = _mixed(_mixed(_mixed(who.salts[seat], CONTEST), what), t.words[ft.FREE_SINCE])
    look = max(risen, _concerned_since(t, seat, fights, row))
    while look < NEVER:
        key = _mixed(salt, look)
        if _share(key) >= overlooked:
            seen = max(look, t.words[ft.FREE_SINCE])
            return int(seen + _ex_gaussian(key, who, seat, MU_COMPARE) + who.minds[seat, STEP] * steps + 0.5)
        look = _next_look(t, look)
    return NEVER


@compiled
def _concerned_since(t: ft.FastTable, seat: int, fights: Ints, row: int) -> int:
    """Return since when a player takes part: in a Sumo since its card, as an outsider since their own last card."""
    if fights[row, ft.IS_SUMO]:
        return _newest(t)
    since = NEVER
    for place in range(t.house[ft.PLACES]):
        if ft.owner(t, place) == seat:
            if fights[row, ft.FIGHTERS] >> place & 1:
                return 0
            if fights[row, ft.OUTSIDERS] >> place & 1:
                since = min(since, t.words[ft.SHOWN + place])
    return since


@compiled
def _next_look(t: ft.FastTable, look: int) -> int:
    found = NEVER
    for place in range(t.house[ft.PLACES]):
        if t.words[ft.OPEN + place] and look < t.words[ft.SHOWN + place] < found:
            found = t.words[ft.SHOWN + place]
    return found


@compiled
def _steps(card: int) -> int:
    """Return the steps that a player counts to add up a card; doubles and sums are known by heart."""
    first, second = card // 100, card % 100
    return 0 if card >= 2000 or first == second else min(first, second)


@compiled
def _greed(t: ft.FastTable, who: Players, seat: int) -> int:
    """Return when a player hits by mistake for sums that are not equal, most often for sums that are off by one."""
    look = _newest(t)
    key = _mixed(_mixed(_mixed(who.salts[seat], GREED), t.words[ft.TURNED]), look)
    chance, greedy = _share(key), who.minds[seat, GREEDY]
    if chance >= greedy * TEMPTATION or (chance >= greedy and not _off_by_one(t, seat)):
        return NEVER
    moment = int(look + _ex_gaussian(key, who, seat, MU_COMPARE) + 0.5)
    return moment if moment > t.words[ft.NOW] else NEVER


@compiled
def _off_by_one(t: ft.FastTable, seat: int) -> bool:
    own = others = 0
    for place in range(t.house[ft.PLACES]):
        total = ft.top_sum(t, place)
        if total and ft.owner(t, place) == seat:
            own |= 1 << total
        elif total:
            others |= 1 << total
    return (own & (others << 1 | others >> 1)) != 0


@compiled
def hit_moment(t: ft.FastTable, who: Players, seat: int, fights: Ints, rows: int) -> int:
    """Return when a player hits, as things are."""
    if t.words[ft.PHASE] in (fv.CHASE, fv.TRAP):
        return _signal(t, who, seat)
    best, own = NEVER, False
    for row in range(rows):
        if ft.concerned(t, fights, row) >> seat & 1:
            own = True
            best = min(best, _noticed(t, who, seat, fights, row))
    return best if own else _greed(t, who, seat)


@compiled
def _turning(t: ft.FastTable, who: Players, seat: int) -> int:
    key = _mixed(_mixed(who.salts[seat], TURNING), t.words[ft.TURNED])
    return int(t.words[ft.NOW] + _ex_gaussian(key, who, seat, MU) + 0.5)


@compiled
def _aims(t: ft.FastTable, who: Players, seat: int) -> int:
    return 1 if _share(_mixed(_mixed(who.salts[seat], AIM), t.words[ft.TURNED])) < who.minds[seat, AIMS] else 0


# Whole matches


@compiled
def next_event(t: ft.FastTable, who: Players, fights: Ints) -> None:
    """Let the expected seat with the shortest delay act; past the deadline, let time run out."""
    hitting, turner = fast.hitting_seats(t), fast.turning_seat(t)
    rows = ft.contests(t, fights) if hitting else 0
    first, seat, hits = NEVER, ft.NONE, False
    for each in range(t.house[ft.SEATS]):
        moment = hit_moment(t, who, each, fights, rows) if hitting >> each & 1 else NEVER
        hit = moment < NEVER
        if each == turner and not hit:
            moment = _turning(t, who, each)
        moment = max(moment, t.words[ft.NOW])
        if moment < first:
            first, seat, hits = moment, each, hit
    until = fast.deadline(t)
    if seat < 0 or 0 <= until < first:
        fast.time_out(t, until)
    elif hits:
        fast.hit(t, seat, _aims(t, who, seat), first)
    else:
        fast.turn(t, first)


@compiled
def draw_order(t: ft.FastTable, key: np.uint64) -> None:
    """Draw the order of those who hit in the same moment."""
    order, size = np.full(ft.MOST_PLACES, ft.NONE, np.int64), 0
    for seat in range(t.house[ft.SEATS]):
        if t.words[ft.TIED] >> seat & 1:
            order[size] = seat
            size += 1
    _shuffle(order[:size], key)
    fast.drawn(t, order, t.words[ft.NOW])


@compiled
def _shuffle(values: NDArray[np.int64], key: np.uint64) -> None:
    for place in range(len(values) - 1, 0, -1):
        key = _mixed(key, place)
        other = int(_share(key) * (place + 1))
        values[place], values[other] = values[other], values[place]


@compiled
def _play(t: ft.FastTable, cards: Cards, minds: Floats, keys: Ints, found: Ints) -> None:
    """Play the matches whose numbers stand in the first column of `found`. `keys`: the seed, and who begins."""
    who = Players(minds, np.zeros(ft.MOST_PLACES, np.uint64))
    order = np.zeros(len(cards), np.int64)
    fights = np.zeros((ft.MOST_CONTESTS, 6), np.int64)
    for row in range(len(found)):
        key = _match_key(keys[0], found[row, EVENTS])
        for seat in range(t.house[ft.SEATS]):
            who.salts[seat] = _mixed(key, SALT + seat)
        order[:] = cards
        _shuffle(order, _mixed(key, DEAL))
        begins = keys[1] if keys[1] >= 0 else int(_share(_mixed(key, FIRST)) * t.house[ft.SEATS])
        fast.deal(t, begins, order.astype(np.int16))
        events = 2
        while t.words[ft.PHASE] != fv.OVER:
            events += 1
            if t.words[ft.TIED]:
                draw_order(t, _mixed(_mixed(key, TIE), events))
            else:
                next_event(t, who, fights)
        _keep(t, events, found[row])


@compiled
def _keep(t: ft.FastTable, events: int, row: Ints) -> None:
    row[EVENTS], row[TURNED], row[LASTED] = events, t.words[ft.TURNED], t.words[ft.NOW]
    for seat in range(t.house[ft.SEATS]):
        row[SCORES + seat] = fast.score(t, seat)
        row[VICTORIES + seat] = t.words[ft.VICTORIES + seat]
        row[GREEDS + seat] = t.words[ft.GREEDS + seat]
