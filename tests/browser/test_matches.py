"""People and bots play whole matches in real browsers."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Enter
from .delay import slow_line
from .house import SMALL_SHEET
from .parlour import Parlour
from .person import Person
from .players import first, patient, play_on, settle, turns

pytestmark = pytest.mark.slow

TWO_AND_A_BOT = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "level": "uniform"}]
WEAKEST = {"addi-cats": "six-year-old"}
"""Bots of other games play without thinking."""
RACE = {"timed": "true", "pace": "300", "numbers_up_to": "5", "most_cards": "10", "hit_window": "500"}
TRIP = 200
"""Milliseconds to the server and back, for one who lives far away."""


def sit_down(enter: Enter, parlour: Parlour, game: str, **settings: object) -> tuple[Person, Person]:
    ann = enter(parlour, "Ann", **settings)
    bob = enter(parlour, "Bob", viewport=PHONE, has_touch=True)
    way = ann.make_table(game, TWO_AND_A_BOT)
    ann.go(way)
    bob.join(way)
    return ann, bob


def three_sit_down(enter: Enter, parlour: Parlour, game: str, *, far: str = "", **more: Any) -> list[Person]:
    """Ann, Bob, and Cleo, who comes through `far`."""
    ann, bob, cleo = enter(parlour, "Ann"), enter(parlour, "Bob", viewport=PHONE), enter(parlour, "Cleo", url=far)
    bot = {"kind": "bot", "level": WEAKEST.get(game, "uniform")}
    way = ann.make_table(game, [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}, bot], **more)
    ann.go(way)
    bob.join(way)
    cleo.join(way)
    return [ann, bob, cleo]


def test_two_people_and_a_bot_play_a_whole_match(parlour: Parlour, enter: Enter) -> None:
    """Of MEOW; the fixture `played` is a whole match of Yatzy."""
    ann, bob = sit_down(enter, parlour, "meow")
    assert play_on([ann, bob]) > 20
    assert ann.page.locator("#result").inner_text()


def test_three_people_and_a_bot_build_houses(parlour: Parlour, enter: Enter) -> None:
    people = three_sit_down(enter, parlour, "house-of-cats", options={"level": "1", "sheet": SMALL_SHEET})
    assert play_on(people, choose=first) > 3 * 8
    scores = sorted(people[0].updates[-1]["scores"], reverse=True)
    for person in people:
        result = person.page.get_by_role("region").filter(has=person.page.locator("#result"))
        expect(result.locator("ol strong")).to_have_text([str(score).replace("-", "\u2212") for score in scores])


def _finishes(update: dict[str, Any], seat: int) -> bool:
    return any(told["note"] == {"kind": "finishes", "seat": seat} for told in update["notes"])


def test_in_a_common_turn_nobody_sees_what_the_others_do(parlour: Parlour, enter: Enter) -> None:
    people = three_sit_down(enter, parlour, "house-of-cats", options={"level": "1"}, lesson="tapping")
    ann, *others = people
    for person in people:
        person.await_turn()
        person.page.locator(".tray button").first.click()
    known = [person.updates[-1]["view"]["houses"] for person in others]
    drawn = [person.page.locator(".others .sheet-drawing, .others svg").count() for person in others]
    seen = [len(person.updates) for person in others]
    play_on([ann], choose=first, until=lambda: ann.updates[-1]["view"]["turn"]["done"])
    assert ann.updates[-1]["view"]["turn"]["house"] != known[0][0], "Ann wrote something"
    for person, houses, count, marks in zip(others, known, seen, drawn, strict=True):
        person.until(lambda: any(_finishes(update, 0) for update in person.updates[count:]))  # noqa: B023
        expect(person.page.locator(".die.chosen")).to_have_count(1)
        for update in person.updates[count:]:
            assert update["view"]["houses"] == houses
            assert {told["note"]["kind"] for told in update["notes"]} <= {"finishes"}
        assert person.page.locator(".others .sheet-drawing, .others svg").count() == marks


def press_head(person: Person) -> None:
    """If the mouse can be hit now: a bot may be faster, and what lies open is gone."""
    head = person.page.locator(".zone:not([aria-disabled=true])")
    head.evaluate_all("all => all[0]?.dispatchEvent(new PointerEvent('pointerdown', {button: 0}))")


def test_three_people_and_a_bot_race_and_the_line_of_one_is_slow(parlour: Parlour, enter: Enter) -> None:
    """The page reports when the press was; that counts, and not the way to the server."""
    with slow_line(parlour.port, TRIP) as far:
        people = three_sit_down(enter, parlour, "addi-cats", far=far, options=RACE)
        cleo = people[2]
        hands = cleo.record(cleo.page.locator(".paws"))

        def hits() -> bool:
            press_head(cleo)
            return any("Cleo" in hand for hand in hands())

        play_on(people, choose=turns, until=hits)
        play_on(people, choose=patient)
        races = cleo.ask("GET", f"/api/tables/{cleo.table}/races")
        entries = [entry for race in races for entry in race["entries"] if entry["seat"] == 2]
        assert any(entry["reported"] is not None and entry["elapsed"] - entry["reported"] >= TRIP for entry in entries)
        assert all(entry["reaction"] <= entry["elapsed"] for entry in entries)
        for person in people:
            person.context.close()


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_a_reload_in_the_middle_changes_nothing(parlour: Parlour, enter: Enter, game: str) -> None:
    ann, bob = sit_down(enter, parlour, game)
    play_on([ann, bob], until=lambda: len(bob.updates) > 20)
    settle([ann, bob])
    before, told = bob.updates[-1], bob.page.get_by_role("list", name="The story").inner_text()
    bob.page.reload()
    expect(bob.page.get_by_role("list", name="The story")).to_have_text(told, use_inner_text=True)
    assert {**bob.updates[-1], "now": 0, "notes": []} == {**before, "now": 0, "notes": []}
    play_on([ann, bob], until=lambda: bob.updates[-1]["version"] > before["version"] + 10)


def test_a_server_that_is_killed_in_the_middle_loses_nothing(own_parlour: Parlour, enter: Enter) -> None:
    ann, bob = sit_down(enter, own_parlour, "yatzy")
    play_on([ann, bob], until=lambda: len(ann.updates) > 15)
    settle([ann, bob])
    before, told, seen = ann.updates[-1], ann.page.get_by_role("list", name="The story").inner_text(), len(ann.updates)
    own_parlour.stop(signal.SIGKILL)
    own_parlour.start()
    ann.until(lambda: len(ann.updates) > seen)
    for part in ("version", "view", "legal"):
        assert ann.updates[seen][part] == before[part]
    expect(ann.page.get_by_role("list", name="The story")).to_have_text(told, use_inner_text=True)
    play_on([ann, bob], until=lambda: ann.updates[-1]["version"] > before["version"] + 10)
