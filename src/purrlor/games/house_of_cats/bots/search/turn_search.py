"""Search over whole turns: which results, where, with which abilities.

A turn grows result by result. For every number of results still to write, the best houses so far stay on the desk;
what must be done at once is answered at once, by what looks best. Every way to change the results first has a search
of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from purrlor.compiled import compiled, inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.compiled.borrowing import borrowed
from purrlor.games.house_of_cats.bots.value.features import ALONE, FEATURES, Floats, describe
from purrlor.games.house_of_cats.bots.value.network import Net, blank_net, gather, judge
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import SQUARES, TwinTable

STEPS = 24
"""More small actions than a turn ever has in practice; a longer one is not followed."""
NEAR = 9
_STAGES = fast.DICE + 1
_SEEN = 1 << 14


class Desk(NamedTuple):
    """What the search knows, and room to work in, so that nothing is made anew for every house."""

    weights: Floats
    """What each feature is worth, by the two phases of the match."""
    hurry: Ints
    """One word: the empty spaces that the fullest other sheet will have after this turn; it may end the match."""
    houses: Ints
    """For each number of results still to write, the best houses so far."""
    paths: Ints
    """How each of them came about: the codes, with their number first."""
    worths: Floats
    sizes: Ints
    starts: Ints
    """Houses before the first result is written: the one given, and those with changed results."""
    start_paths: Ints
    found: Ints
    row: Ints
    path: Ints
    way: Ints
    """The path to the house that is being continued."""
    seen: Ints
    features: Floats
    boards: Ints
    net: Net
    """What judges finished turns, if it is on."""


def desk(weights: Floats, width: int, net: Net | None = None) -> Desk:
    """Buffers for this number of houses per stage."""
    return Desk(
        weights=_by_phase(weights),
        hurry=np.array([ALONE]),
        houses=np.zeros((_STAGES, width, fast.WORDS), np.int64),
        paths=np.zeros((_STAGES, width, STEPS + 1), np.int64),
        worths=np.zeros((_STAGES, width)),
        sizes=np.zeros(_STAGES, np.int64),
        starts=np.zeros((256, fast.WORDS), np.int64),
        start_paths=np.zeros((256, STEPS + 1), np.int64),
        found=np.zeros((3, 2 * fast.MOST_CHOICES), np.int64),
        row=np.zeros((4, fast.WORDS), np.int64),
        path=np.zeros(STEPS + 1, np.int64),
        way=np.zeros(STEPS + 1, np.int64),
        seen=np.zeros(_SEEN, np.int64),
        features=np.zeros(FEATURES),
        boards=np.zeros(8, np.int64),
        net=net or blank_net(),
    )


def _by_phase(weights: Floats) -> Floats:
    rows = list(zip(*weights.tolist(), strict=True))
    shares = [[phase_shares(left, near) for near in range(NEAR + 1)] for left in range(SQUARES + 1)]
    return np.array(
        [[[one + left * two + near * three for one, two, three in rows] for left, near in line] for line in shares],
        np.float64,
    )


def phase_shares(left: Any, near: Any) -> tuple[Any, Any]:
    """Both phases as numbers from 0 to about 1."""
    return left / 36, 1 - near / NEAR


@inlined
def worth(table: TwinTable, paper: Desk, state: Ints) -> float:
    """The points that a house will probably bring; exact when it is full."""
    if not state[fast.EMPTY]:
        return float(fast.points(table, state))
    describe(table, state, paper.hurry[0], paper.boards, paper.features)
    left, near = phase(table, state, paper.hurry[0])
    return fast.written_points(table, state) + _product(paper.features, paper.weights[left, near])


@compiled
def judged_worth(table: TwinTable, paper: Desk, state: Ints) -> float:
    """The worth of a house between two turns: by the network where there is one."""
    value = worth(table, paper, state)
    if not state[fast.EMPTY] or not paper.net.on[0]:
        return value
    left, _ = phase(table, state, paper.hurry[0])
    size = gather(table, paper.net, state, paper.features, (paper.hurry[0], left))
    judge(paper.net, size)
    return float(value + paper.net.judged[0])


@inlined
def _product(features: Floats, weights: Floats) -> float:
    """The sum of all products, in four strands that do not wait for each other."""
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    for place in range(0, FEATURES - 3, 4):
        one += features[place] * weights[place]
        two += features[place + 1] * weights[place + 1]
        three += features[place + 2] * weights[place + 2]
        four += features[place + 3] * weights[place + 3]
    for place in range(FEATURES - FEATURES % 4, FEATURES):
        one += features[place] * weights[place]
    return one + two + three + four


@inlined
def phase(table: TwinTable, state: Ints, others: int) -> tuple[int, int]:
    """How many spaces of the match are left, and how many up to nine are still empty: its end is near then."""
    empty = count(state[fast.EMPTY])
    if table.level == 4:
        return count(state[fast.OUTSIDE]), min(empty, NEAR)
    rest = max(1, min(empty, others))
    return rest, min(rest, NEAR)


@compiled
def best_turns(table: TwinTable, paper: Desk, state: Ints, widths: Ints) -> int:
    """Search the turn in progress; how many finished turns lie on the desk, at stage 0, the best not necessarily first.

    `widths`: houses that stay at each stage when the results are as they fell, and when abilities changed them; and how
    many changes may be combined.
    """
    table, paper, state = borrowed(table), borrowed(paper), borrowed(state)
    paper.sizes[:] = 0
    paper.seen[:] = 0
    starts = _starts(table, state, widths[2], paper)
    for number in range(starts):
        width = widths[0] if number == 0 else widths[1]
        paper.sizes[1:] = 0
        _enter(table, paper, paper.starts[number], paper.start_paths[number], widths[0])
        for stage in range(_STAGES - 1, 0, -1):
            _grow(table, paper, stage, width if stage > 1 else widths[0])
    _use_extras(table, paper, widths[0])
    if paper.net.on[0]:
        for number in range(paper.sizes[0]):
            paper.worths[0, number] = judged_worth(table, paper, paper.houses[0, number])
    return int(paper.sizes[0])


@compiled
def _starts(table: TwinTable, state: Ints, most: int, paper: Desk) -> int:
    """The house as it is, and with results changed by up to `most` circles."""
    paper.starts[0] = state
    paper.start_paths[0, 0] = 0
    size, first = 1, 0
    if state[fast.TASKS] or state[fast.STARTING] or not state[fast.LEFT]:
        return 1
    for _ in range(most):
        last = size
        for number in range(first, last):
            size = _change(table, number, size, paper)
        first = last
    return size


@compiled
def _change(table: TwinTable, number: int, size: int, paper: Desk) -> int:
    """Every change of one house's results that is new."""
    choices = fast.legal(table, paper.starts[number], paper.found[0])
    for place in range(choices):
        code = paper.found[0, place]
        if is_change(code & 0xFF) and size < len(paper.starts) and paper.start_paths[number, 0] < STEPS:
            paper.starts[size] = paper.starts[number]
            fast.play(table, paper.starts[size], code)
            if not _is_known(paper.starts, size):
                paper.start_paths[size] = paper.start_paths[number]
                _note(paper.start_paths[size], code)
                size += 1
    return size


@compiled
def _is_known(starts: Ints, size: int) -> bool:
    """Whether the last house equals one of those before it."""
    known = False
    for number in range(size):
        known |= (starts[number] == starts[size]).all()
    return known


@compiled
def is_change(kind: int) -> bool:
    """B, C, E, F, H and J change what can be written, and write nothing."""
    ability = kind - fast.USE
    return ability in (fast.B, fast.C, fast.E, fast.F, fast.H, fast.J)


@inlined
def _note(path: Ints, code: int) -> None:
    path[0] += 1
    path[path[0]] = code


@inlined
def _is_new(state: Ints, seen: Ints) -> bool:
    """Whether a house comes up for the first time; remembers it. A newer house may push an older one out of memory."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for place in range(fast.WORDS):
        mixed = (mixed ^ np.uint64(state[place])) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    key = np.int64(mixed | np.uint64(1))
    at = np.int64(mixed >> np.uint64(40)) % len(seen)
    if seen[at] == key:
        return False
    seen[at] = key
    return True


@compiled
def _enter(table: TwinTable, paper: Desk, state: Ints, path: Ints, width: int) -> None:
    """Put a house on the desk, after doing what must be done at once."""
    row = paper.row[0]
    row[:] = state
    paper.path[:] = path
    if row[fast.TASKS]:
        _do_tasks(table, paper)
    if row[fast.TASKS] or paper.path[0] >= STEPS or not _is_new(row, paper.seen):
        return
    stage = row[fast.LEFT]
    value = worth(table, paper, row)
    place = _place_for(paper, stage, value, width)
    if place >= 0:
        paper.houses[stage, place] = row
        paper.paths[stage, place] = paper.path
        paper.worths[stage, place] = value


@inlined
def _place_for(paper: Desk, stage: int, value: float, width: int) -> int:
    """A free place, or that of the worst house if it is worse; -1: there is none."""
    size = paper.sizes[stage]
    if size < width:
        paper.sizes[stage] += 1
        return int(size)
    worst = 0
    for place in range(1, size):
        if paper.worths[stage, place] < paper.worths[stage, worst]:
            worst = place
    return worst if value > paper.worths[stage, worst] else -1


@compiled
def _do_tasks(table: TwinTable, paper: Desk) -> None:
    """Answer every task with what looks best right after it."""
    row, trial = paper.row[0], paper.row[1]
    while row[fast.TASKS] and paper.path[0] < STEPS:
        choices, best, highest = fast.legal(table, row, paper.found[1]), 0, -1e9
        for place in range(choices):
            trial[:] = row
            fast.play(table, trial, paper.found[1, place])
            to_write = trial[fast.TASKS] & 0xF == fast.WRITE_SYMBOL
            value = _best_writing(table, paper, trial) if to_write else worth(table, paper, trial)
            if value > highest:
                best, highest = place, value
        fast.play(table, row, paper.found[1, best])
        _note(paper.path, paper.found[1, best])


@compiled
def _write_marked(table: TwinTable, state: Ints) -> None:
    """Write symbols into the spaces marked for them, as they are: what D and L come to without a change."""
    while state[fast.TASKS] & 0xF == fast.WRITE_SYMBOL and state[fast.TASKS] >> 4 & fast.INTO_MARKED:
        symbols, marked = state[fast.TASKS] >> 4 & 0x3F, state[fast.MARKED]
        symbol, space = fast.square_of(symbols & -symbols), fast.square_of(marked & -marked)
        fast.play(table, state, fast.WRITE | symbol << 8 | space + 1 << 16)


@compiled
def _best_writing(table: TwinTable, paper: Desk, state: Ints) -> float:
    """The worth of a house after the symbol that must be written next is where, and what, looks best."""
    trial, highest = paper.row[3], -1e9
    for place in range(fast.legal(table, state, paper.found[2])):
        trial[:] = state
        fast.play(table, trial, paper.found[2, place])
        _write_marked(table, trial)
        highest = max(highest, worth(table, paper, trial))
    return highest


@compiled
def _grow(table: TwinTable, paper: Desk, stage: int, width: int) -> None:
    """From every house of a stage, write one more result. Changes gained in mid-turn make more houses of the stage."""
    number = 0
    while number < paper.sizes[stage]:
        house = paper.row[2]
        house[:] = paper.houses[stage, number]
        paper.way[:] = paper.paths[stage, number]
        choices = fast.legal(table, house, paper.found[0])
        for place in range(choices):
            code = paper.found[0, place]
            if _is_step(house, code & 0xFF) or _is_new_change(table, house, paper.starts[0], code):
                _continue(table, paper, code, width)
        number += 1


@inlined
def _continue(table: TwinTable, paper: Desk, code: int, width: int) -> None:
    """One more action after the house at hand."""
    paper.row[0, :] = paper.row[2]
    fast.play(table, paper.row[0], code)
    paper.path[:] = paper.way
    _note(paper.path, code)
    _enter(table, paper, paper.row[0], paper.path, width)


@inlined
def _is_new_change(table: TwinTable, house: Ints, start: Ints, code: int) -> bool:
    """A change by a circle that was gained this turn. One result more would lead back to an earlier stage."""
    kind = code & 0xFF
    if not is_change(kind) or code == fast.USE + fast.E:
        return False
    place = fast.CIRCLES + table.tied[kind - fast.USE]
    return bool(house[place] > start[place])


@inlined
def _is_step(house: Ints, kind: int) -> bool:
    """Writes a result. A comes last, when it is clear what does not fit; without a group it would be no exception."""
    if kind == fast.USE + fast.A:
        return bool(house[fast.GROUP])
    return kind in (fast.PLACE, fast.TAKE_CAT, fast.FORFEIT, fast.USE + fast.I)


@compiled
def _use_extras(table: TwinTable, paper: Desk, width: int) -> None:
    """D and G at the end of the turn, as often as there are circles."""
    for _ in range(2):
        for number in range(paper.sizes[0]):
            house = paper.row[2]
            house[:] = paper.houses[0, number]
            paper.way[:] = paper.paths[0, number]
            choices = 0 if house[fast.STARTING] else fast.legal(table, house, paper.found[0])
            for place in range(choices):
                code = paper.found[0, place]
                if code & 0xFF in (fast.USE + fast.D, fast.USE + fast.G):
                    _continue(table, paper, code, width)


@compiled
def best_house(paper: Desk) -> int:
    """The best finished turn on the desk."""
    best = 0
    for place in range(1, paper.sizes[0]):
        if paper.worths[0, place] > paper.worths[0, best]:
            best = place
    return best
