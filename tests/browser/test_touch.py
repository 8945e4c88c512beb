"""On a phone, by tapping the boards themselves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow


def alone(enter: Enter, parlour: Parlour, game: str, rivals: int = 1, **options: str) -> Person:
    """Ann at a table with bots; fate is always the same there."""
    ann = enter(parlour, "Ann", **TOUCH)
    level = "six-year-old" if game == "addi-cats" else "uniform"
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for _ in range(rivals))]
    ann.go(ann.make_table(game, seats, lesson="tapping", options=options))
    return ann


def test_a_turn_of_yatzy(parlour: Parlour, enter: Enter) -> None:
    ann = alone(enter, parlour, "yatzy", first="1")
    ann.button("Roll all five dice", exact=True).and_(ann.page.locator(".roll")).tap()
    dice = ann.page.get_by_role("group", name="Dice: tap those you want to keep").get_by_role("button")
    expect(dice).to_have_count(5)
    faces = [dice.nth(place).get_attribute("aria-label") for place in (1, 3)]
    for place in (1, 3):
        dice.nth(place).tap()
        expect(dice.nth(place)).to_have_attribute("aria-pressed", "true")
    ann.page.locator(".roll", has_text="Roll 3 dice").tap()
    expect(ann.page.get_by_role("img", name="1 roll left")).to_be_visible()
    assert [dice.nth(place).get_attribute("aria-label") for place in (1, 3)] == [f"{face}, kept" for face in faces]
    ann.page.locator(".box.open:not(.zero)").first.tap()
    expect(ann.page.get_by_label("Sheet of Ann").locator(".box.done")).to_have_count(1)


def test_a_zero_is_requested_twice(parlour: Parlour, enter: Enter) -> None:
    ann = alone(enter, parlour, "yatzy", first="1", scratch="free")
    ann.page.locator(".roll").tap()
    zero = ann.page.locator(".box.zero").last
    expect(zero).to_be_visible()
    known = ann.updates[-1]["version"]
    zero.tap()
    expect(zero).to_contain_text("Write 0?")
    assert ann.updates[-1]["version"] == known
    zero.tap()
    expect(ann.page.get_by_label("Sheet of Ann").locator(".box.done")).to_have_count(1)


def test_a_card_of_meow(parlour: Parlour, enter: Enter) -> None:
    ann = alone(enter, parlour, "meow", 3, first="1")
    hand = ann.page.get_by_role("list", name="Your cards").get_by_role("button")
    expect(ann.page.locator(".hand button.legal").first).to_be_visible()
    count = hand.count()
    chosen = ann.page.locator(".hand button.legal").last
    name = chosen.inner_text().strip()
    chosen.tap()
    expect(chosen).to_contain_text("Tap again")
    chosen.tap()
    expect(hand).to_have_count(count - 1)
    assert name not in [text.strip() for text in hand.all_inner_texts()]


def test_a_placement_in_house_of_cats(parlour: Parlour, enter: Enter) -> None:
    ann = alone(enter, parlour, "house-of-cats", level="1")
    back = ann.button("Take back")
    dice = ann.page.get_by_role("group", name="Dice").get_by_role("button")
    expect(back).to_have_count(1)  # the board's own, and no other
    dice.first.tap()
    expect(ann.page.locator(".die.chosen")).to_have_count(1)
    space = ann.page.locator(".cell.open").first
    written = space.get_attribute("data-space")
    space.tap()
    expect(ann.page.locator(".die.used")).to_have_count(1)
    view = ann.updates[-1]["view"]
    places = [each["name"] for each in view["sheet"]["spaces"]]
    assert view["turn"]["house"]["entries"][places.index(str(written))]
    back.tap()
    expect(ann.page.locator(".die.used")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_space_that_waits_for_a_die_is_marked(parlour: Parlour, enter: Enter, scheme: str) -> None:
    ann = enter(parlour, "Ann", **TOUCH, color_scheme=scheme)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "uniform"}]
    ann.go(ann.make_table("house-of-cats", seats, lesson="tapping", options={"level": "1"}))
    space = ann.page.locator(".cell.open").first
    border = "one => getComputedStyle(one, '::before').borderTopWidth"
    assert space.evaluate(border) == "0px"
    space.tap()
    expect(space).to_have_attribute("aria-selected", "true")
    ann.page.wait_for_function(f"one => ({border})(one) === '3px'", arg=space.element_handle())


@pytest.mark.parametrize("rivals", [1, 3, 5])
def test_the_whole_hand_of_meow_is_on_the_screen(parlour: Parlour, enter: Enter, rivals: int) -> None:
    ann = alone(enter, parlour, "meow", rivals, first="1")
    expect(ann.page.locator(".hand button.legal").first).to_be_visible()
    assert len(ann.page.locator(".hand button").all()) == 9
    ann.page.wait_for_function(
        "() => scrollY === 0 && [...document.querySelectorAll('.hand button')]"
        ".every(one => one.getBoundingClientRect().bottom <= innerHeight)"
    )


@pytest.mark.parametrize(("width", "least"), [(390, 41.5), (360, 38.5)])
def test_the_spaces_of_the_largest_sheet_are_as_wide_as_a_phone_allows(
    parlour: Parlour, enter: Enter, width: int, least: float
) -> None:
    """Eight columns, with their names before them and cheese behind: 44 px each would be wider than the screen."""
    ann = enter(parlour, "Ann", **{**TOUCH, "viewport": {"width": width, "height": 844}})
    seats = [{"kind": "person"}, {"kind": "bot", "level": "uniform"}]
    ann.go(ann.make_table("house-of-cats", seats, lesson="tapping", options={"level": "4", "gardens": "true"}))
    spaces_are_wide(ann, least)
    ann.go("/pads/house-of-cats")
    ann.page.get_by_role("radio", name="Level 4").check()
    ann.button("Begin this sheet").tap()
    spaces_are_wide(ann, least)


def spaces_are_wide(ann: Person, least: float) -> None:
    ann.page.wait_for_function(
        "least => { const boxes = (wanted, root) => [...(root?.querySelectorAll(wanted) ?? [])].map(one =>"
        " one.getBoundingClientRect()), { scrollWidth, clientWidth } = document.documentElement,"
        " cells = boxes('.cell', document), drawn = boxes('*', document.querySelector('.sheet-grid svg'));"
        " return cells.length && cells.every(({width, height}) => Math.min(width, height) >= least)"
        " && scrollWidth <= clientWidth && drawn.length && drawn.every(({right}) => right <= innerWidth) }",
        arg=least,
    )


def test_a_card_and_a_hit_in_addi_cats(parlour: Parlour, enter: Enter) -> None:
    ann = alone(enter, parlour, "addi-cats", 2, first="1", timed="true", pace="300", patience="none")
    ann.page.locator("button.stack.turn").tap()
    expect(ann.page.locator(".place.own .pile .top")).to_be_visible()
    ann.page.locator("button.stack.turn").wait_for()  # the next card is Ann's: all wait for her
    ann.page.locator(".zone:not([aria-disabled=true])").tap()
    expect(ann.page.get_by_role("list", name="Hands on the mouse")).to_contain_text("Ann")
    hits = [told["note"] for update in ann.updates for told in update["notes"] if told["note"]["kind"] == "hits"]
    assert {(hit["seat"], hit["part"]) for hit in hits if hit["seat"] == 0} == {(0, "head")}
    verdict = ann.page.locator(".line p")
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(verdict).to_have_text(str(ann.page.locator(".said li.bad, .said li.good").first.inner_text()).lstrip("✗✓ "))
