"""After the match: the result, the review, the proof of fate, the record, the replay, and once more."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from purrlor.core import Record
from purrlor.kit import games

from .conftest import DESKTOP, TOUCH, USUAL, Enter, Played
from .parlour import Parlour
from .person import Person, is_above
from .players import await_review, play_on

pytestmark = pytest.mark.slow


def come_back(enter: Enter, parlour: Parlour, played: Played) -> Person:
    ann = enter(parlour, "Ann", storage_state=played.ann)
    ann.go(f"/t/{played.table}")
    return ann


def test_the_result_names_everybody(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = come_back(enter, parlour, played)
    result = ann.page.get_by_role("region").filter(has=ann.page.locator("#result"))
    expect(result).to_contain_text("Ann")
    expect(result).to_contain_text("Bob")
    scores = ann.updates[-1]["scores"]
    expect(result.locator("ol strong")).to_have_text([str(score) for score in sorted(scores, reverse=True)])


def test_the_review_appears(parlour: Parlour, enter: Enter, reviewed: Played) -> None:
    ann = come_back(enter, parlour, reviewed)
    ann.button("How did I play?").click()
    expect(ann.page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    of_ann = ann.page.locator("dl.figures").first.inner_text()
    ann.page.get_by_label("Whose play?").or_(ann.page.locator(".who select")).first.select_option("Bob")
    expect(ann.page.locator("dl.figures").first).not_to_have_text(of_ann, use_inner_text=True)
    ann.page.locator("ol a").first.click()
    expect(ann.page.get_by_role("heading", name="Looking back: ")).to_be_visible()


@pytest.mark.parametrize(
    "look", [{"viewport": DESKTOP, "color_scheme": "light"}, {**TOUCH, "color_scheme": "dark"}], ids=["light", "dark"]
)
def test_axe_finds_nothing_in_proof_review_and_replay(
    parlour: Parlour, enter: Enter, reviewed: Played, look: dict[str, Any]
) -> None:
    ann = enter(parlour, "Ann", storage_state=reviewed.ann, **look)
    ann.go(f"/t/{reviewed.table}")
    ann.button("Check the luck").click()
    ann.sees("rolls and deals follow from the seed")
    ann.button("How did I play?").click()
    ann.page.get_by_role("heading", name="The costliest decisions").wait_for()
    complaints = ann.violations()
    ann.go(f"/replay/{reviewed.table}#7")
    ann.button("One step on").click()
    assert complaints + ann.violations() == []


def test_a_decision_opens_where_it_had_to_be_made(parlour: Parlour, enter: Enter, reviewed: Played) -> None:
    ann = come_back(enter, parlour, reviewed)
    ann.button("How did I play?").click()
    first = ann.page.locator("ol a").first
    first.wait_for()
    review = ann.ask("GET", f"/api/tables/{reviewed.table}/review")["review"]
    decisions = review["accounts"][0]["decisions"]
    assert [decision["asked"] for decision in decisions] == [decision["event"] - 1 for decision in decisions]
    first.click()
    expect(ann.page.locator("output")).to_contain_text(f"{decisions[0]['asked']} of ")
    steps = ann.ask("GET", f"/api/tables/{reviewed.table}/replay?seat=0")["steps"]
    assert steps[decisions[0]["asked"]]["awaiting"] == [0]
    assert steps[decisions[0]["event"]]["event"] == f"seat1 {decisions[0]['action']}"


@dataclass(frozen=True)
class PlayedHouse:
    """A match of House of Cats that Ann has played alone."""

    table: str
    ann: Any


@pytest.fixture(scope="module")
def played_house(browser: Browser, shared_parlour: Parlour) -> PlayedHouse:
    ann = Person(browser.new_context(**USUAL), shared_parlour.url, "Ann")
    ann.go(
        ann.make_table("house-of-cats", [{"kind": "person"}], lesson="drawn", options={"level": "4", "gardens": "true"})
    )
    play_on([ann])
    await_review(ann, ann.table)
    kept = PlayedHouse(ann.table, ann.context.storage_state())
    assert ann.complaints == []
    ann.context.close()
    return kept


def house_review(enter: Enter, parlour: Parlour, played: PlayedHouse, look: dict[str, Any]) -> Person:
    ann = enter(parlour, "Ann", storage_state=played.ann, **look)
    ann.go(f"/t/{played.table}")
    ann.button("How did I play?").click()
    expect(ann.page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    return ann


def both_sheets(ann: Person) -> tuple[Locator, Locator]:
    """The first turn that is drawn, and the better one."""
    names = ("What you did", "What was better")
    did, better = (ann.page.get_by_role("figure", name=name).first for name in names)
    return did, better


def is_left_of(first: Locator, second: Locator) -> bool:
    """Whether both are shown, side by side."""
    one, other = first.bounding_box(), second.bounding_box()
    return bool(one and other and one["y"] == other["y"] and one["x"] + one["width"] <= other["x"])


@pytest.mark.parametrize("screen", [{"viewport": DESKTOP}, TOUCH], ids=["desktop", "phone"])
def test_house_of_cats_draws_the_better_turn(
    parlour: Parlour, enter: Enter, played_house: PlayedHouse, screen: dict[str, Any]
) -> None:
    ann = house_review(enter, parlour, played_house, {**screen, "color_scheme": "light"})
    did, better = both_sheets(ann)
    if screen is TOUCH:
        ann.until(lambda: is_above(did, better))
        width = TOUCH["viewport"]["width"]
        ann.until(lambda: ann.page.evaluate("document.documentElement.scrollWidth") == width)
    else:
        ann.until(lambda: is_left_of(did, better))
    assert ann.violations() == []
    ann.page.emulate_media(color_scheme="dark")
    assert ann.violations() == []


def test_house_of_cats_tells_and_marks_what_was_written(
    parlour: Parlour, enter: Enter, played_house: PlayedHouse
) -> None:
    ann = house_review(enter, parlour, played_house, {})
    review = ann.ask("GET", f"/api/tables/{played_house.table}/review")["review"]
    drawn = [decision["drawn"] for decision in review["accounts"][0]["decisions"] if decision["drawn"]]
    houses = [house for pair in drawn for house in (pair["played"], pair["better"])]
    figures = ann.page.get_by_role("figure", name=re.compile("^What (you did|was better)$"))
    expect(figures).to_have_count(len(houses))
    for figure, house in zip(figures.all(), houses, strict=True):
        words = figure.get_by_role("img").get_attribute("aria-label") or ""
        rooms = [room for room in house["rooms"] if room["fresh"]]
        assert [space in words for space in house["fresh"]] == [True] * len(house["fresh"])
        assert words.count("A new room of ") == len(rooms)
        expect(figure.locator("path.tick")).to_have_count(len(house["fresh"]))
        expect(figure.locator("path.bold")).to_have_count(len(rooms))
    assert any(room["fresh"] for house in houses for room in house["rooms"])


def test_a_turn_of_house_of_cats_opens_at_its_start(parlour: Parlour, enter: Enter, played_house: PlayedHouse) -> None:
    ann = house_review(enter, parlour, played_house, {})
    review = ann.ask("GET", f"/api/tables/{played_house.table}/review")["review"]
    asked = review["accounts"][0]["decisions"][0]["asked"]
    steps = ann.ask("GET", f"/api/tables/{played_house.table}/replay?seat=0")["steps"]
    assert steps[asked]["event"].startswith("fate ")
    ann.page.locator("ol a").first.click()
    expect(ann.page.locator("output")).to_contain_text(f"{asked} of ")
    expect(ann.page.locator(".die")).to_have_count(len(steps[asked]["view"]["dice"]))
    expect(ann.page.locator(".die.used")).to_have_count(0)


def test_the_dice_are_checked_here(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = come_back(enter, parlour, played)
    ann.button("Check the luck").click()
    ann.sees("The seed fits the seal that this device saw before the match.")
    ann.sees("rolls and deals follow from the seed, computed on this device.")
    ann.sees("Shares that players’ devices mixed in: 2.")
    ann.sees("The share of this device counted, in its place.")
    ann.sees("Every share was promised before any was shown, as this device saw it.")


def test_a_die_that_was_changed_is_found(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = come_back(enter, parlour, played)
    changed: list[int] = []

    def change(route: Route) -> None:
        fates = route.fetch().json()
        fates[3]["values"][0] = fates[3]["values"][0] % 6 + 1
        changed.append(fates[3]["event"])
        route.fulfill(json=fates)

    ann.page.route("**/fates", change)
    ann.button("Check the luck").click()
    ann.page.get_by_text("These events do not follow from the seed").wait_for()
    ann.sees(f"These events do not follow from the seed: {changed[0]}.")


def test_a_seed_that_was_changed_is_found(parlour: Parlour, enter: Enter, played: Played) -> None:
    """The seal that this device saw before the match is another one."""
    state = json.loads(json.dumps(played.ann).replace(_seal(played), "0" * 64))
    ann = enter(parlour, "Ann", storage_state=state)
    ann.go(f"/t/{played.table}")
    ann.button("Check the luck").click()
    ann.sees("The seed does not fit the seal that was shown before the match.")


def _seal(played: Played) -> str:
    kept = played.ann["origins"][0]["localStorage"]
    return next(str(each["value"]) for each in kept if each["name"] == f"purrlor-commitment-{played.table}")


def test_the_record_can_be_verified(parlour: Parlour, enter: Enter, played: Played, tmp_path: Path) -> None:
    ann = come_back(enter, parlour, played)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Record").click()
    download.value.save_as(tmp_path / "match.purr")
    record = Record.parse((tmp_path / "match.purr").read_text(encoding="utf-8"), games())
    record.check_fate()
    assert list(record.match().scores) == ann.updates[-1]["scores"]
    assert download.value.suggested_filename == f"yatzy-{played.table}.purr"


def test_the_replay_steps_on_and_back(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = come_back(enter, parlour, played)
    ann.page.get_by_role("link", name="Replay").click()
    place = ann.page.locator("output")
    expect(place).to_contain_text("0 of ")
    story = ann.page.get_by_role("list", name="The story").get_by_role("listitem")
    before = story.all_inner_texts()
    for _ in range(3):
        ann.button("One step on").click()
    expect(place).to_contain_text("3 of ")
    assert len(story.all_inner_texts()) > len(before)
    ann.button("One step back").click()
    expect(place).to_contain_text("2 of ")
    ann.page.keyboard.press("End")
    expect(ann.button("One step on")).to_be_disabled()
    totals = ann.page.locator("tfoot td").all_inner_texts()
    ann.page.get_by_label("Through whose eyes?").select_option("Bob")
    expect(story.first).not_to_be_empty()
    expect(ann.page.locator("tfoot td")).to_have_text(totals)
    expect(story.filter(has_text="Ann").first).to_be_visible()
    ann.button("To the beginning").click()
    expect(place).to_contain_text("0 of ")


def test_once_more_brings_both_to_a_new_table(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = come_back(enter, parlour, played)
    bob = enter(parlour, "Bob", storage_state=played.bob)
    bob.go(f"/t/{played.table}")
    bob.page.locator("#result").wait_for()
    with bob.told("The next match is ready: come along."):
        ann.button("Once more").click()
    bob.button("To the next match").click()
    for person in (ann, bob):
        expect(person.page.locator("#result")).to_have_count(0)
        person.sees("Round 1 of 13")
    assert ann.table == bob.table != played.table


def test_nobody_looks_back_at_a_table_that_never_was(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/replay/nosuchtable")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is only a box here")
    ann.page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(ann.page.locator("article").first).to_be_visible()
