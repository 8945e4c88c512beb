"""Phones first: every decision of every game without scrolling, and nothing that covers it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import TOUCH, Enter
from .fitting import SIZES, TEXTS, resize, unfit, unfit_anywhere
from .parlour import Parlour
from .person import Person
from .playing import play_on
from .stage import Stage

pytestmark = pytest.mark.slow

DECISIONS = {
    "yatzy": ["start", "middle", "last_roll", "six"],
    "meow": ["start", "follow2", "follow6", "full6"],
    "addi-cats": ["turn", "two", "six", "chase", "untimed"],
    "house-of-cats": ["level1", "level3", "level4", "forfeit", "room", "cat-any", "ready"],
}
"""Roll, keep, score; full hands of two to six; the mouse, the own stack; dice, sheet, rooms, what is given up, done."""
LESSON = "first-steps-445056"
SMALL: dict[str, Any] = {**TOUCH, "viewport": {"width": 360, "height": 640}}
LYING: dict[str, Any] = {**TOUCH, "viewport": {"width": 640, "height": 360}}
FLAT: dict[str, Any] = {**TOUCH, "viewport": {"width": 844, "height": 390}}


def staged(enter: Enter, parlour: Parlour, game: str, name: str, **table: Any) -> tuple[Person, Stage]:
    ann = enter(parlour, "Ann", **SMALL)
    stage = Stage(ann.page, parlour.url)
    stage.show(game, name, **table)
    return ann, stage


def bottom(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("one => one.getBoundingClientRect().bottom"))


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in DECISIONS.items() for name in names])
def test_a_decision_fits_the_screen(parlour: Parlour, enter: Enter, game: str, name: str) -> None:
    ann, _ = staged(enter, parlour, game, name)
    assert unfit_anywhere(ann.page, game) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_lesson_of_meow_leaves_room_for_the_raised_cards(parlour: Parlour, enter: Enter, locale: str) -> None:
    ann = enter(parlour, "Ann", **SMALL, locale=locale)
    Stage(ann.page, parlour.url).show("meow", "start", lesson=LESSON)
    expect(ann.page.locator("button.hinted")).to_have_count(1)
    assert unfit_anywhere(ann.page, "meow") == []


@pytest.mark.parametrize("screen", [SMALL, FLAT], ids=["upright", "flat"])
@pytest.mark.parametrize("rivals", [1, 5])
def test_a_full_hand_of_meow_fits_a_real_table(
    parlour: Parlour, enter: Enter, screen: dict[str, Any], rivals: int
) -> None:
    ann = enter(parlour, "Ann", **screen)
    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "uniform"}] * rivals]
    ann.go(ann.make_table("meow", seats, lesson="tapping", options={"first": "1"}))
    expect(ann.page.locator(".hand button.legal")).to_have_count(9)
    assert unfit(ann.page, "meow") == []


@pytest.mark.parametrize("screen", [SMALL, FLAT], ids=["upright", "flat"])
def test_a_turn_of_yatzy_fits_from_roll_to_score(parlour: Parlour, enter: Enter, screen: dict[str, Any]) -> None:
    ann = enter(parlour, "Ann", **screen)
    ann.go(ann.make_table("yatzy", [{"kind": "person"}], lesson="tapping"))
    ann.page.locator(".roll").tap()
    ann.page.locator("button.die").nth(2).tap()
    assert unfit(ann.page, "yatzy") == []
    ann.page.locator(".roll").tap()
    ann.page.get_by_role("img", name="1 roll left").wait_for()
    ann.page.locator(".box.open").first.tap()
    expect(ann.page.locator(".box.done")).to_have_count(1)
    assert unfit(ann.page, "yatzy") == []


def advise(stage: Stage, person: Person) -> None:
    """Ask for a hint, which praises the first action."""
    assert stage.line
    asked: list[dict[str, Any]] = []
    stage.line.on_message(lambda message: asked.append(json.loads(message)))
    person.button("Hint", exact=True).click()
    person.until(lambda: any(message["type"] == "hint" for message in asked))
    (question,) = [message for message in asked if message["type"] == "hint"]
    update = stage.fixture["update"]
    ranked = [{"action": action, "worth": 9.0 - place} for place, action in enumerate(update["legal"][:4])]
    stage.tell({**question, "version": update["version"], "ranked": ranked, "reason": None})
    expect(person.page.get_by_role("region", name="What a tiger would do")).to_be_visible()


@pytest.mark.parametrize(("game", "name"), [("yatzy", "middle"), ("meow", "start")])
@pytest.mark.parametrize("screen", [SMALL, LYING], ids=["upright", "lying"])
def test_a_hint_leaves_the_decision_on_the_screen(
    parlour: Parlour, enter: Enter, game: str, name: str, screen: dict[str, Any]
) -> None:
    ann = enter(parlour, "Ann", **screen)
    stage = Stage(ann.page, parlour.url)
    stage.show(game, name)
    advise(stage, ann)
    assert unfit(ann.page, game) == []


def test_the_end_of_the_story_is_in_view_when_the_window_grows(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport={"width": 360, "height": 640})
    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "uniform"}] * 5]
    ann.go(ann.make_table("meow", seats, lesson="tapping", options={"first": "1"}))
    told = ann.page.locator("ol[aria-label='The story'] li")
    play_on([ann], until=lambda: told.count() > 40)
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    story = ann.page.get_by_role("list", name="The story")
    expect(story).to_be_visible()
    assert story.evaluate("one => one.scrollHeight > one.clientHeight")
    left = "one => one.scrollHeight - one.clientHeight - one.scrollTop"
    ann.until(lambda: story.evaluate(left) < 2)


def test_the_icons_of_yatzy_are_whole_beside_a_hint(parlour: Parlour, enter: Enter) -> None:
    ann, stage = staged(enter, parlour, "yatzy", "middle")
    advise(stage, ann)
    assert ann.page.locator(".box > svg").evaluate_all(
        "all => all.every(one => one.clientHeight <= one.parentElement.clientHeight)"
    )


def test_names_are_whole_on_a_small_phone_that_lies_on_its_side(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **LYING)
    Stage(ann.page, parlour.url).show("yatzy", "middle")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert ann.page.locator(".seats .name").evaluate_all(cut) == []


def test_what_an_ability_can_do_is_on_the_screen(parlour: Parlour, enter: Enter) -> None:
    ann, _ = staged(enter, parlour, "house-of-cats", "level3")
    ann.page.locator(".ability.usable").first.tap()
    ways = ann.page.get_by_role("dialog").get_by_role("button")
    ways.first.wait_for()
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)


def test_everybody_is_shown_once(parlour: Parlour, enter: Enter) -> None:
    for game, names in {"meow": ".called", "yatzy": ".seats span.name", "addi-cats": ".place span.name"}.items():
        ann, stage = staged(enter, parlour, game, "six" if game != "meow" else "full6")
        expect(ann.page.locator(names)).to_have_count(len(stage.fixture["table"]["seats"]))
        expect(ann.page.get_by_role("list", name="Who plays")).to_be_visible()


def test_a_toast_leaves_the_hand_free(parlour: Parlour, enter: Enter) -> None:
    ann, stage = staged(enter, parlour, "meow", "follow2")
    stage.tell({"type": "refused", "id": 0, "code": "not_now", "words": "Not now.", "allowed": []})
    expect(ann.page.locator(".toast")).to_be_visible()
    assert unfit(ann.page, "meow") == []


OVERLAPS = """() => {
  const box = one => one.getBoundingClientRect()
  const {left, top, right, bottom} = box(document.querySelector('.summary p'))
  const meets = other => other.left < right && other.right > left && other.top < bottom && other.bottom > top
  return [...document.querySelectorAll('.rowbox li, .facts > *, .trick li, .plate, .words, .tricks, .hand button')]
    .filter(one => one.checkVisibility() && meets(box(one))).map(one => one.outerHTML.slice(0, 100))
}"""


@pytest.mark.parametrize("name", ["start", "follow2", "follow6", "full6"])
def test_the_summary_of_a_round_covers_nothing(parlour: Parlour, enter: Enter, name: str) -> None:
    ann, stage = staged(enter, parlour, "meow", name)
    update = stage.fixture["update"]
    version, number = update["version"], update["view"]["round"]
    stage.tell({**update, "version": version + 1, "notes": [], "view": {**update["view"], "round": number + 1}})
    expect(ann.page.locator(".summary")).to_contain_text(f"Round {number} is over")
    for size in SIZES:
        for text in TEXTS:
            resize(ann.page, size, text)
            assert (size, text, unfit(ann.page, "meow")) == (size, text, [])
            assert (size, text, ann.page.evaluate(OVERLAPS)) == (size, text, [])


def test_a_broken_line_is_seen_wherever_one_has_scrolled(parlour: Parlour, enter: Enter) -> None:
    ann, _ = staged(enter, parlour, "yatzy", "middle")
    ann.page.get_by_role("heading", name="The story").scroll_into_view_if_needed()
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert ann.page.evaluate("scrollY") > 0
    ann.context.set_offline(True)
    expect(ann.page.locator(".banner")).to_be_in_viewport(ratio=1)


def test_a_long_address_does_not_widen_the_chat(parlour: Parlour, enter: Enter) -> None:
    ann, stage = staged(enter, parlour, "yatzy", "middle", chat="free")
    address = "https://example.org/" + "cat" * 60
    stage.tell({"type": "said", "seat": 1, "name": "Tabby", "phrase": "", "text": address, "at": 1})
    log = ann.page.get_by_role("log", name="Chat")
    expect(log).to_contain_text(address)
    assert log.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_result_comes_into_view_and_has_the_focus(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **SMALL)
    ann.go(ann.make_table("yatzy", [{"kind": "person"}], lesson="tapping"))
    ann.await_turn()
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    play_on([ann])
    expect(ann.page.locator("#result")).to_be_focused()
    expect(ann.page.locator("#result")).to_be_in_viewport(ratio=1)


def test_a_table_that_is_over_leaves_the_focus_where_it_is(parlour: Parlour, enter: Enter) -> None:
    ann, _ = staged(enter, parlour, "yatzy", "over")
    expect(ann.page.locator("#result")).to_be_visible()
    expect(ann.page.locator("#result")).not_to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800)])
@pytest.mark.parametrize("name", ["middle", "six"])
def test_the_sheets_of_yatzy_fit_a_desktop(parlour: Parlour, enter: Enter, name: str, width: int, height: int) -> None:
    ann = enter(parlour, "Ann", viewport={"width": width, "height": height})
    Stage(ann.page, parlour.url).show("yatzy", name)
    assert bottom(ann.page, ".yatzy table") <= height
    assert bottom(ann.page, ".roll") <= height


@pytest.mark.parametrize(("game", "name"), [("yatzy", "six"), ("meow", "full6"), ("house-of-cats", "level3")])
def test_a_large_screen_is_used(parlour: Parlour, enter: Enter, game: str, name: str) -> None:
    """Board and story reach over at least nine tenths of 2560 pixels, and the board over two thirds."""
    ann = enter(parlour, "Ann", viewport={"width": 2560, "height": 1440})
    Stage(ann.page, parlour.url).show(game, name)
    width = "one => one.getBoundingClientRect().width"
    assert ann.page.locator(".room").evaluate(width) >= 0.9 * 2560
    assert ann.page.locator(".board-room > :last-child").evaluate(width) >= 0.66 * 2560
