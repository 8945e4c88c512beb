"""Reviews of finished matches, computed seat by seat and kept in memory while the worker runs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from purrlor.table import wire
from purrlor.table.review import judged_by_seat, merged_reviews
from purrlor.table.table import Table

from .questions import Judge, Thought


class DeviceReviewWork(Struct):
    waiting: list[Judge]
    """Parts that no worker is computing yet."""
    parts: int
    found: list[wire.Review]
    done: int = 0
    failed: bool = False


class DeviceReviews:
    def __init__(self) -> None:
        self.works: dict[str, DeviceReviewWork] = {}
        """The work on each review, by table."""

    def answer(self, table: Table, record: Callable[[], str], number: Callable[[], int]) -> wire.ReviewAnswer:
        """Return the review of a finished match, or the part of it that is done."""
        name = table.row.id
        if name not in self.works:
            text, seats = record(), table.setup.seats
            order = sorted(range(len(seats)), key=lambda seat: seats[seat].kind != "person")
            parts = [(seat,) for seat in order] if judged_by_seat(table.setup.game) else [None]
            self.works[name] = DeviceReviewWork([Judge(number(), name, text, part) for part in parts], len(parts), [])
        work = self.works[name]
        if work.failed:
            del self.works[name]
        review = merged_reviews(work.found)
        if work.done < work.parts and not work.failed:
            return wire.ReviewAnswer("working", review, work.done / work.parts)
        return wire.ReviewAnswer("none" if review is None else "done", review, 1.0)

    def question(self) -> Judge | None:
        for work in self.works.values():
            if work.waiting:
                return work.waiting.pop(0)
        return None

    def ask_again(self, question: Judge) -> None:
        if question.table in self.works:
            self.works[question.table].waiting.append(question)

    def answered(self, question: Judge, thought: Thought) -> None:
        work = self.works.get(question.table)
        if work is None:
            return
        work.done += 1
        work.failed = work.failed or thought.state == "failed"
        if thought.found is not None:
            work.found.append(thought.found)
