"""A player's skill in each addition, measured against the player's own times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from purrlor.games.addi_cats import Addition
from purrlor.games.addi_cats.cards import MOST

from .notebook import Kind, PracticeAnswer, Verdict

QUICK, SLOW = 0.75, 1.4
"""The shares of the player's usual time up to which an answer is quick, and from which it is slow."""
RECENT = 5
"""Number of last answers that count."""
ADDITIONS = tuple(Addition(first, second) for first in range(1, MOST + 1) for second in range(1, MOST + 1))


class Sign(StrEnum):
    """The mark beside a time, readable without colours."""

    QUICK = "+"
    USUAL = ""
    SLOW = "-"
    WEAK = "!"
    """Wrong or missed the last time."""
    UNSEEN = "·"


@dataclass(frozen=True, slots=True)
class AdditionSkill:
    addition: Addition
    sign: Sign
    millis: float | None = None
    """The usual time of the last right answers."""
    pace: float | None = None
    """The time relative to the player's usual time for such questions."""


def usual_times(answers: Sequence[PracticeAnswer]) -> dict[Kind, float]:
    """Return the median time of the right answers of each kind."""
    times: dict[Kind, list[int]] = {}
    for answer in answers:
        if answer.verdict is Verdict.RIGHT and answer.millis is not None:
            times.setdefault(answer.kind, []).append(answer.millis)
    return {kind: median(found) for kind, found in times.items()}


def pace(answer: PracticeAnswer, usual: Mapping[Kind, float]) -> float | None:
    """Return an answer's time relative to the player's usual time; None: no time was taken."""
    if answer.millis is None or answer.kind not in usual:
        return None
    return answer.millis / max(usual[answer.kind], 1)


def skills(answers: Sequence[PracticeAnswer]) -> dict[Addition, AdditionSkill]:
    """Return the skill in every addition, seen or not."""
    usual = usual_times(answers)
    found: dict[Addition, list[PracticeAnswer]] = {addition: [] for addition in ADDITIONS}
    for answer in answers:
        found[answer.addition].append(answer)
    return {addition: _skill(addition, given[-RECENT:], usual) for addition, given in found.items()}


def _skill(addition: Addition, recent: Sequence[PracticeAnswer], usual: Mapping[Kind, float]) -> AdditionSkill:
    if not recent:
        return AdditionSkill(addition, Sign.UNSEEN)
    right = [answer for answer in recent if answer.verdict is Verdict.RIGHT]
    paces = [found for answer in right if (found := pace(answer, usual)) is not None]
    times = [answer.millis for answer in right if answer.millis is not None]
    own_pace = median(paces) if paces else None
    sign = Sign.WEAK if recent[-1].verdict is not Verdict.RIGHT else _sign(own_pace)
    return AdditionSkill(addition, sign, median(times) if times else None, own_pace)


def _sign(pace: float | None) -> Sign:
    if pace is None:
        return Sign.USUAL
    return Sign.QUICK if pace <= QUICK else Sign.SLOW if pace > SLOW else Sign.USUAL


def weakest(found: Mapping[Addition, AdditionSkill], most: int = 6) -> list[Addition]:
    """Return what to practise: additions that were wrong or missed the last time, then the slowest."""
    weak = [skill for skill in found.values() if skill.sign in (Sign.WEAK, Sign.SLOW)]
    ranked = sorted(weak, key=lambda skill: (skill.sign is not Sign.WEAK, -(skill.pace or 0)))
    return [skill.addition for skill in ranked[:most]]
