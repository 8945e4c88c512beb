"""Beam search over whole turns: which results, where, with which abilities.

A turn grows result by result, so a stage is the number of results still to write, and each stage keeps its best houses.
Tasks that must be done at once are answered greedily. Each way to change the results first has its own beam.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from purrlor.compiled import compiled, inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.compiled.borrowed_arrays import borrowed
from purrlor.games.house_of_cats.bots.value.features import ALONE, FEATURES, Floats, describe
from purrlor.games.house_of_cats.bots.value.network import ValueNetwork, gather_inputs, no_network, run_network
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import SQUARES, RuleTable
from purrlor.games.house_of_cats.kernels.legal import legal
from purrlor.games.house_of_cats.kernels.moves import play

STEPS = 24
"""More steps than a turn has in practice; the search drops longer ones."""
NEAR = 9
"""Empty spaces from which on the end of the match counts as near."""
_STAGES = layout.DICE + 1
_SEEN = 1 << 14


class SearchBuffers(NamedTuple):
    """Weights, beams and working memory of a search, allocated once."""

    weights: Floats
    """Linear weights of the features for each phase of the match."""
    rival_empty: Ints
    """One word: the empty spaces that the fullest rival sheet will have after this turn."""
    houses: Ints
    """The best houses of each stage."""
    paths: Ints
    """The steps that led to each house: their number, then their codes."""
    values: Floats
    sizes: Ints
    starts: Ints
    """Houses before the first result is written: the given one, and those with changed results."""
    start_paths: Ints
    found: Ints
    row: Ints
    path: Ints
    way: Ints
    """The path to the house that the search continues."""
    seen: Ints
    features: Floats
    boards: Ints
    network: ValueNetwork
    """Evaluates finished turns, if it is on."""


def search_buffers(weights: Floats, width: int, network: ValueNetwork | None = None) -> SearchBuffers:
    """Allocate buffers for `width` houses per stage."""
    return SearchBuffers(
        weights=_by_phase(weights),
        rival_empty=np.array([ALONE]),
        houses=np.zeros((_STAGES, width, layout.WORDS), np.int64),
        paths=np.zeros((_STAGES, width, STEPS + 1), np.int64),
        values=np.zeros((_STAGES, width)),
        sizes=np.zeros(_STAGES, np.int64),
        starts=np.zeros((256, layout.WORDS), np.int64),
        start_paths=np.zeros((256, STEPS + 1), np.int64),
        found=np.zeros((3, 2 * layout.MOST_CHOICES), np.int64),
        row=np.zeros((4, layout.WORDS), np.int64),
        path=np.zeros(STEPS + 1, np.int64),
        way=np.zeros(STEPS + 1, np.int64),
        seen=np.zeros(_SEEN, np.int64),
        features=np.zeros(FEATURES),
        boards=np.zeros(8, np.int64),
        network=network or no_network(),
    )


def _by_phase(weights: Floats) -> Floats:
    rows = list(zip(*weights.tolist(), strict=True))
    shares = [[phase_shares(left, near) for near in range(NEAR + 1)] for left in range(SQUARES + 1)]
    return np.array(
        [[[one + left * two + near * three for one, two, three in rows] for left, near in line] for line in shares],
        np.float64,
    )


def phase_shares(left: Any, near: Any) -> tuple[Any, Any]:
    """Scale both phases to numbers from 0 to about 1."""
    return left / 36, 1 - near / NEAR


@inlined
def evaluate_linear(table: RuleTable, buffers: SearchBuffers, state: Ints) -> float:
    """Estimate the final points of a house by the weighted sum of its features; exact when it is full."""
    if not state[layout.EMPTY]:
        return float(position.points(table, state))
    describe(table, state, buffers.rival_empty[0], buffers.boards, buffers.features)
    left, near = phase(table, state, buffers.rival_empty[0])
    return position.written_points(table, state) + _product(buffers.features, buffers.weights[left, near])


@compiled
def evaluate(table: RuleTable, buffers: SearchBuffers, state: Ints) -> float:
    """Estimate the final points of a house between two turns, corrected by the network if there is one."""
    value = evaluate_linear(table, buffers, state)
    if not state[layout.EMPTY] or not buffers.network.on[0]:
        return value
    left, _ = phase(table, state, buffers.rival_empty[0])
    size = gather_inputs(table, buffers.network, state, buffers.features, (buffers.rival_empty[0], left))
    run_network(buffers.network, size)
    return float(value + buffers.network.outputs[0])


@inlined
def _product(features: Floats, weights: Floats) -> float:
    """Return the dot product, in four independent sums for speed."""
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
def phase(table: RuleTable, state: Ints, others: int) -> tuple[int, int]:
    """Return the spaces left in the match, and the same up to `NEAR`."""
    empty = count(state[layout.EMPTY])
    if table.level == 4:
        return count(state[layout.OUTSIDE]), min(empty, NEAR)
    rest = max(1, min(empty, others))
    return rest, min(rest, NEAR)


@compiled
def best_turns(table: RuleTable, buffers: SearchBuffers, state: Ints, widths: Ints) -> int:
    """Search the turn in progress, and return how many finished turns there are in stage 0, in no particular order.

    `widths`: houses per stage for the results as rolled, and for changed ones; and how many changes may be combined.
    """
    table, buffers, state = borrowed(table), borrowed(buffers), borrowed(state)
    buffers.sizes[:] = 0
    buffers.seen[:] = 0
    starts = _starts(table, state, widths[2], buffers)
    for number in range(starts):
        width = widths[0] if number == 0 else widths[1]
        buffers.sizes[1:] = 0
        _enter(table, buffers, buffers.starts[number], buffers.start_paths[number], widths[0])
        for stage in range(_STAGES - 1, 0, -1):
            _grow(table, buffers, stage, width if stage > 1 else widths[0])
    _use_extras(table, buffers, widths[0])
    if buffers.network.on[0]:
        for number in range(buffers.sizes[0]):
            buffers.values[0, number] = evaluate(table, buffers, buffers.houses[0, number])
    return int(buffers.sizes[0])


@compiled
def _starts(table: RuleTable, state: Ints, most: int, buffers: SearchBuffers) -> int:
    """List the house as it is, and with results changed by up to `most` circles; return how many there are."""
    buffers.starts[0] = state
    buffers.start_paths[0, 0] = 0
    size, first = 1, 0
    if state[layout.TASKS] or state[layout.STARTING] or not state[layout.LEFT]:
        return 1
    for _ in range(most):
        last = size
        for number in range(first, last):
            size = _change(table, number, size, buffers)
        first = last
    return size


@compiled
def _change(table: RuleTable, number: int, size: int, buffers: SearchBuffers) -> int:
    """Append every new change of one house's results; return how many houses there are now."""
    choices = legal(table, buffers.starts[number], buffers.found[0])
    for place in range(choices):
        code = buffers.found[0, place]
        if is_change(code & 0xFF) and size < len(buffers.starts) and buffers.start_paths[number, 0] < STEPS:
            buffers.starts[size] = buffers.starts[number]
            play(table, buffers.starts[size], code)
            if not _is_known(buffers.starts, size):
                buffers.start_paths[size] = buffers.start_paths[number]
                _append_step(buffers.start_paths[size], code)
                size += 1
    return size


@compiled
def _is_known(starts: Ints, size: int) -> bool:
    """Return whether the last house equals an earlier one."""
    known = False
    for number in range(size):
        known |= (starts[number] == starts[size]).all()
    return known


@compiled
def is_change(kind: int) -> bool:
    """Return whether an action changes what can be written, without writing: B, C, E, F, H and J."""
    ability = kind - layout.USE
    return ability in (layout.B, layout.C, layout.E, layout.F, layout.H, layout.J)


@inlined
def _append_step(path: Ints, code: int) -> None:
    path[0] += 1
    path[path[0]] = code


@inlined
def _is_new(state: Ints, seen: Ints) -> bool:
    """Return whether a house is new, and remember it. In the hash table a newer house may replace an older one."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for place in range(layout.WORDS):
        mixed = (mixed ^ np.uint64(state[place])) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    key = np.int64(mixed | np.uint64(1))
    at = np.int64(mixed >> np.uint64(40)) % len(seen)
    if seen[at] == key:
        return False
    seen[at] = key
    return True


@compiled
def _enter(table: RuleTable, buffers: SearchBuffers, state: Ints, path: Ints, width: int) -> None:
    """Add a house to its stage, after answering its tasks."""
    row = buffers.row[0]
    row[:] = state
    buffers.path[:] = path
    if row[layout.TASKS]:
        _do_tasks(table, buffers)
    if row[layout.TASKS] or buffers.path[0] >= STEPS or not _is_new(row, buffers.seen):
        return
    stage = row[layout.LEFT]
    value = evaluate_linear(table, buffers, row)
    place = _place_for(buffers, stage, value, width)
    if place >= 0:
        buffers.houses[stage, place] = row
        buffers.paths[stage, place] = buffers.path
        buffers.values[stage, place] = value


@inlined
def _place_for(buffers: SearchBuffers, stage: int, value: float, width: int) -> int:
    """Return a free place in the beam, or that of the worst house if it is worse; else -1."""
    size = buffers.sizes[stage]
    if size < width:
        buffers.sizes[stage] += 1
        return int(size)
    worst = 0
    for place in range(1, size):
        if buffers.values[stage, place] < buffers.values[stage, worst]:
            worst = place
    return worst if value > buffers.values[stage, worst] else -1


@compiled
def _do_tasks(table: RuleTable, buffers: SearchBuffers) -> None:
    """Answer every task greedily, by the linear value right after it."""
    row, trial = buffers.row[0], buffers.row[1]
    while row[layout.TASKS] and buffers.path[0] < STEPS:
        choices, best, highest = legal(table, row, buffers.found[1]), 0, -1e9
        for place in range(choices):
            trial[:] = row
            play(table, trial, buffers.found[1, place])
            to_write = trial[layout.TASKS] & 0xF == layout.WRITE_SYMBOL
            value = _best_writing(table, buffers, trial) if to_write else evaluate_linear(table, buffers, trial)
            if value > highest:
                best, highest = place, value
        play(table, row, buffers.found[1, best])
        _append_step(buffers.path, buffers.found[1, best])


@compiled
def _write_marked(table: RuleTable, state: Ints) -> None:
    """Write the symbols of D and L into their marked spaces, unchanged."""
    while state[layout.TASKS] & 0xF == layout.WRITE_SYMBOL and state[layout.TASKS] >> 4 & layout.INTO_MARKED:
        symbols, marked = state[layout.TASKS] >> 4 & 0x3F, state[layout.MARKED]
        symbol, space = layout.square_of(symbols & -symbols), layout.square_of(marked & -marked)
        play(table, state, layout.WRITE | symbol << 8 | space + 1 << 16)


@compiled
def _best_writing(table: RuleTable, buffers: SearchBuffers, state: Ints) -> float:
    """Return the best linear value of a house over all ways to write the symbol that comes next."""
    trial, highest = buffers.row[3], -1e9
    for place in range(legal(table, state, buffers.found[2])):
        trial[:] = state
        play(table, trial, buffers.found[2, place])
        _write_marked(table, trial)
        highest = max(highest, evaluate_linear(table, buffers, trial))
    return highest


@compiled
def _grow(table: RuleTable, buffers: SearchBuffers, stage: int, width: int) -> None:
    """Write one more result in every house of a stage. Changes gained in mid-turn add houses to the same stage."""
    number = 0
    while number < buffers.sizes[stage]:
        house = buffers.row[2]
        house[:] = buffers.houses[stage, number]
        buffers.way[:] = buffers.paths[stage, number]
        choices = legal(table, house, buffers.found[0])
        for place in range(choices):
            code = buffers.found[0, place]
            if _is_step(house, code & 0xFF) or _is_new_change(table, house, buffers.starts[0], code):
                _continue(table, buffers, code, width)
        number += 1


@inlined
def _continue(table: RuleTable, buffers: SearchBuffers, code: int, width: int) -> None:
    """Add the house that one more action leads to."""
    buffers.row[0, :] = buffers.row[2]
    play(table, buffers.row[0], code)
    buffers.path[:] = buffers.way
    _append_step(buffers.path, code)
    _enter(table, buffers, buffers.row[0], buffers.path, width)


@inlined
def _is_new_change(table: RuleTable, house: Ints, start: Ints, code: int) -> bool:
    """Return whether an action is a change by a circle gained this turn, other than E, which leads back a stage."""
    kind = code & 0xFF
    if not is_change(kind) or code == layout.USE + layout.E:
        return False
    place = layout.CIRCLES + table.tied[kind - layout.USE]
    return bool(house[place] > start[place])


@inlined
def _is_step(house: Ints, kind: int) -> bool:
    """Return whether an action writes a result. A is only searched after the first: before, it has no effect."""
    if kind == layout.USE + layout.A:
        return bool(house[layout.GROUP])
    return kind in (layout.PLACE, layout.TAKE_CAT, layout.FORFEIT, layout.USE + layout.I)


@compiled
def _use_extras(table: RuleTable, buffers: SearchBuffers, width: int) -> None:
    """Use D and G at the end of the turn, up to twice."""
    for _ in range(2):
        for number in range(buffers.sizes[0]):
            house = buffers.row[2]
            house[:] = buffers.houses[0, number]
            buffers.way[:] = buffers.paths[0, number]
            choices = 0 if house[layout.STARTING] else legal(table, house, buffers.found[0])
            for place in range(choices):
                code = buffers.found[0, place]
                if code & 0xFF in (layout.USE + layout.D, layout.USE + layout.G):
                    _continue(table, buffers, code, width)


@compiled
def best_house(buffers: SearchBuffers) -> int:
    """Return the place of the best finished turn."""
    best = 0
    for place in range(1, buffers.sizes[0]):
        if buffers.values[0, place] > buffers.values[0, best]:
            best = place
    return best
