"""Each check finds the fault that was planted for it, and none in our own games."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from purrlor.games.addi_cats import AddiCats
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.lab import checks
from purrlor.lab.checks import (
    CHECKS,
    clones_equal_their_originals,
    masks_are_never_empty,
    nothing_hidden_leaks,
    observations_fit_their_layout,
    processes_agree,
    trial_of,
)
from purrlor.lab.encodings import AnyGame

from . import faulty

GAMES: list[AnyGame] = [Yatzy(seats=2), Meow(seats=3), AddiCats(seats=3), HouseOfCats(seats=2, level=4)]


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_our_games_pass(rules: AnyGame) -> None:
    seen = dict.fromkeys((each.__name__ for each in CHECKS), 0)

    def count(check: str, states: int) -> None:
        seen[check] += states

    checks.check(rules, states=150, progress=count)
    assert set(seen.values()) == {150}


@pytest.mark.nightly
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_our_games_pass_with_a_hundred_thousand_states(rules: AnyGame) -> None:
    checks.check(rules)


PLANTED = [
    (masks_are_never_empty, faulty.FAULTY_YATZY[faulty.EmptyMasks], "its mask is empty"),
    (masks_are_never_empty, faulty.FAULTY_YATZY[faulty.OffersTooMuch], "the mask differs from the rules in"),
    (clones_equal_their_originals, faulty.FAULTY_YATZY[faulty.SharedMatch], "a step of the clone changed its original"),
    (clones_equal_their_originals, faulty.FAULTY_MEOW[faulty.ForgetfulClone], "a fresh clone differs"),
    (clones_equal_their_originals, faulty.FAULTY_MEOW[faulty.OwnLuck], "the original went another way than its clone"),
    (processes_agree, faulty.FAULTY_YATZY[faulty.HashOrder], "two processes gave"),
]


@pytest.mark.parametrize(("check", "new", "what"), PLANTED)
def test_a_planted_fault_is_found(check: checks.Check, new: Any, what: str) -> None:
    with pytest.raises(checks.CheckFailed, match=f"{check.__name__}: .*{what}"):
        check(trial_of(new, states=400))


@pytest.mark.parametrize(
    ("encoding", "what"),
    [(faulty.too_narrow, r"\((entries|upper)\) is \d+, beyond"), (faulty.too_short, "columns, the")],
)
def test_a_wrong_layout_is_found(encoding: Any, what: str) -> None:
    rules = Yatzy(seats=2)
    honest = faulty.encoding_of(rules)
    trial = replace(trial_of(rules, states=400), encoding=encoding(rules), new=checks.subject_of(rules, honest))
    with pytest.raises(checks.CheckFailed, match=what):
        observations_fit_their_layout(trial)


def test_a_leak_is_found() -> None:
    rules = faulty.PeekingMeow(seats=2)
    trial = trial_of(rules, states=400, disguise=partial(faulty.disguise, rules))
    with pytest.raises(checks.CheckFailed, match=r"seat [12] observes what it cannot know: column"):
        nothing_hidden_leaks(trial)


def test_a_failure_says_how_to_get_there() -> None:
    with pytest.raises(checks.CheckFailed) as failed:
        masks_are_never_empty(trial_of(faulty.FAULTY_YATZY[faulty.EmptyMasks], states=400))
    assert "seed '0/0', after 2 steps; the last ones: seat" in str(failed.value)
    assert len(failed.value.played) == 2
