"""Lengths of matches are counted in bins that add up."""

from __future__ import annotations

import pytest

from purrlor.lab.tally import LONGEST, MOST_BARS, MatchResult, Tally, bars, bin_range, length_bin, merged, tally_of


@pytest.mark.parametrize("moves", [0, 1, 63, 64, 65, 127, 128, 129, 1000, 12345, LONGEST])
def test_a_length_is_in_the_range_of_its_bin(moves: int) -> None:
    assert moves in bin_range(length_bin(moves))


def test_bins_follow_each_other_without_a_gap() -> None:
    ends = [0]
    for number in range(length_bin(LONGEST) + 1):
        assert bin_range(number).start == ends[-1]
        ends.append(bin_range(number).stop)
    assert (len(ends) - 1, ends[-1]) == (512, LONGEST + 1)


def test_longer_matches_are_in_the_last_bin() -> None:
    assert length_bin(10**9) == length_bin(LONGEST)


@pytest.mark.parametrize("lengths", [[5], [3, 4, 9], [70, 71, 200], [1, 5000], list(range(0, 900, 7))])
def test_bars_hold_every_match_once(lengths: list[int]) -> None:
    tally = tally_of([result(moves) for moves in lengths])
    found = bars(tally.lengths)
    assert len(found) <= MOST_BARS
    assert len({len(span) for span, _ in found}) == 1
    assert [matches for _, matches in found] == [sum(moves in span for moves in lengths) for span, _ in found]
    assert sum(matches for _, matches in found) == len(lengths)


def test_parts_are_merged_in_any_order() -> None:
    parts = [tally_of([result(moves) for moves in lengths]) for lengths in ([90, 3], [3, 1000], [91])]
    assert merged(parts).as_json() == merged(parts[::-1]).as_json()
    assert merged(parts) == tally_of([result(moves) for moves in (90, 3, 3, 1000, 91)])


def test_old_tallies_have_no_lengths() -> None:
    data = tally_of([result(90)]).as_json()
    del data["lengths"]
    assert Tally.from_json(data).lengths == {}


def result(moves: int) -> MatchResult:
    return MatchResult((1, 0), (60, 0), moves)
