"""Which additions somebody knows by now, from the matches they played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from purrlor.core import Record, Seat
from purrlor.kit.children import Grade, Knowledge, Known

from .answers import parse_answer
from .matches import answers_of
from .skill import Sign, skills

GRADES: dict[Sign, Grade] = {Sign.QUICK: "quick", Sign.USUAL: "usual", Sign.SLOW: "slow", Sign.WEAK: "weak"}


def answer_lines(record: Record[Any, Any, Any], seat: Seat, ended: datetime) -> list[str]:
    return [str(answer) for answer in answers_of(record, seat, ended)]


def known(lines: Sequence[str]) -> list[Known]:
    """In the order of the additions; without those that were not met yet."""
    answers = sorted((parse_answer(line) for line in lines), key=lambda answer: answer.at)
    return [
        Known(str(addition), GRADES[skill.sign], None if skill.millis is None else round(skill.millis))
        for addition, skill in skills(answers).items()
        if skill.sign is not Sign.UNSEEN
    ]


KNOWLEDGE = Knowledge(answers=answer_lines, known=known)
