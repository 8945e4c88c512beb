"""The letter boxes by which phones that play together find each other with one link."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from purrlor.server import together
from purrlor.server.together import LETTER_MILLIS, MOST_IN_A_BOX, MOST_OF_AN_ADDRESS, LetterBoxes
from purrlor.table.refusals import RequestRefused
from tests.server.parlour import Device, parlour, run

BOX, OTHER = "/api/letters/" + 32 * "a", "/api/letters/" + 32 * "b"


def visit(place: Path, work: Callable[[Device, Device], Awaitable[None]]) -> None:
    async def both() -> None:
        async with parlour(place / "s") as house, house.device() as host, house.device() as guest:
            await work(host, guest)

    run(both())


def test_a_letter_reaches_the_phone_that_waits_for_it(tmp_path: Path) -> None:
    async def work(host: Device, guest: Device) -> None:
        waiting = asyncio.ensure_future(host.get(BOX))
        assert await guest.post(BOX, {"text": "miau"}) == (200, {"texts": []})
        assert await waiting == (200, {"texts": ["miau"]})

    visit(tmp_path, work)


def test_a_letter_is_taken_once_and_from_its_box_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "WAIT_SECONDS", 0)

    async def work(host: Device, guest: Device) -> None:
        await guest.post(BOX, {"text": "miau"})
        assert [(await host.get(box))[1]["texts"] for box in (OTHER, BOX, BOX)] == [[], ["miau"], []]

    visit(tmp_path, work)


@pytest.mark.parametrize(
    ("path", "text", "refusal"),
    [("/api/letters/short", "miau", "no_page"), (BOX, 1001 * "m", "too_long"), (BOX, 5, "malformed")],
)
def test_other_letters_are_refused_in_words(tmp_path: Path, path: str, text: object, refusal: str) -> None:
    async def work(_: Device, guest: Device) -> None:
        status, said = await guest.post(path, {"text": text})
        assert (status >= 400, said["code"]) == (True, refusal)
        assert said["words"]

    visit(tmp_path, work)


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_a_letter_is_forgotten_after_a_minute() -> None:
    clock = Clock()
    boxes = LetterBoxes(clock)
    boxes.put("a", "miau", "1.2.3.4")
    clock.now = LETTER_MILLIS
    assert boxes.take("a") == []


@pytest.mark.parametrize(("boxes_used", "most"), [(1, MOST_IN_A_BOX), (1000, MOST_OF_AN_ADDRESS)])
def test_an_address_can_leave_no_more_letters_than_a_class_needs(boxes_used: int, most: int) -> None:
    clock = Clock()
    boxes = LetterBoxes(clock)
    for number in range(most):
        boxes.put(str(number % boxes_used), "miau", "1.2.3.4")
    with pytest.raises(RequestRefused, match="wait a minute"):
        boxes.put("0", "miau", "1.2.3.4")
    boxes.put("other", "miau", "5.6.7.8")
    clock.now = LETTER_MILLIS
    boxes.put("0", "miau", "1.2.3.4")


def test_requests_of_one_address_that_wait_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST_OF_AN_ADDRESS", 1)

    async def work() -> None:
        boxes = LetterBoxes(Clock())
        first = asyncio.ensure_future(boxes.wait("a", "1.2.3.4"))
        await asyncio.sleep(0)
        with pytest.raises(RequestRefused):
            await boxes.wait("b", "1.2.3.4")
        boxes.put("a", "miau", "5.6.7.8")
        await first

    run(work())
