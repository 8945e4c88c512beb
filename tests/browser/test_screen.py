"""A screen and phones play matches, and nothing hidden reaches the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .players import first, patient
from .room import NAMES, TELEVISION, Room, known_too_early, leaks

pytestmark = pytest.mark.slow

CARD = "[PBG][0-9]{1,2}"
JERK = "dispatchEvent(new DeviceMotionEvent('devicemotion', {acceleration: {x: 25, y: 0, z: 0}, interval: 16}))"
"""What a phone that is shaken tells its page every few milliseconds."""


def gather(parlour: Parlour, enter: Enter, count: int = len(NAMES)) -> Room:
    screen = enter(parlour, "Television", viewport=TELEVISION)
    return Room(screen, [enter(parlour, name, **TOUCH) for name in NAMES[:count]])


@pytest.mark.nightly
def test_six_phones_play_meow_and_the_screen_knows_no_card_before_it_is_played(parlour: Parlour, enter: Enter) -> None:
    room = gather(parlour, enter)
    code = room.choose("MEOW")
    assert room.screen.violations() == []
    room.come(code)
    ann = room.phones[0].page
    expect(ann.locator(".hand button").first).to_be_visible()
    expect(ann.locator(".felt")).to_have_count(0)  # the table is on the screen alone
    room.play(until=lambda: len(room.seen) > 30)
    assert room.screen.violations() == []
    room.screen.page.reload()  # it survives a reload
    expect(room.screen.page.locator(".board-room")).to_be_visible()
    assert room.screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    room.play()
    assert leaks(room) == []
    assert known_too_early(room, CARD) == []
    expect(room.screen.page.locator("#result")).to_be_visible()
    assert room.screen.violations() == []
    again = room.table
    for phone in room.phones:
        phone.page.locator("#result").wait_for()  # who sees the end later is not taken along
    room.screen.page.get_by_role("button", name="Yatzy").click()  # another game, and all phones come along
    for phone in room.phones:
        phone.page.wait_for_url(lambda url: again not in url)
    room.screen.page.get_by_text("Now: ").wait_for()


@pytest.mark.nightly
def test_six_phones_build_houses_and_the_screen_sees_none_of_their_turns_before_all_are_done(
    parlour: Parlour, enter: Enter
) -> None:
    room = gather(parlour, enter)
    room.come(room.open("house-of-cats", level="1"))
    room.play(choose=first)
    assert {update["view"]["turn"] is None for update in room.seen} == {True}
    assert leaks(room) == []


@pytest.mark.nightly
def test_six_phones_race_and_the_mouse_is_on_the_phones_alone(parlour: Parlour, enter: Enter) -> None:
    room = gather(parlour, enter)
    room.come(room.open("addi-cats", pace="300", numbers_up_to="5", most_cards="40", hit_window="500"))
    room.play(choose=patient, until=lambda: len(room.seen) > 5)
    expect(room.phones[0].page.locator(".mouse")).to_be_visible()
    expect(room.screen.page.locator(".mouse")).to_have_count(0)
    room.play(choose=patient)
    assert leaks(room) == []


def test_a_shaken_phone_rolls_the_dice_on_the_screen(parlour: Parlour, enter: Enter) -> None:
    room = gather(parlour, enter, 2)
    room.come(room.open("yatzy"))
    room.play(choose=lambda *_: "", until=lambda: any(phone.actions() for phone in room.phones))
    roller = next(phone for phone in room.phones if phone.actions())
    roller.button("Shake to roll").click()
    expect(roller.button("Shake to roll")).to_have_attribute("aria-pressed", "true")

    def shaken() -> bool:
        roller.page.evaluate(JERK)
        return bool(room.seen) and len(room.seen[-1]["view"]["dice"]) == 5

    roller.until(shaken)
    assert roller.violations() == []


def test_a_browser_that_only_watches_is_the_screen_of_a_table_that_a_phone_has_set(
    parlour: Parlour, enter: Enter
) -> None:
    room = gather(parlour, enter, 2)
    ann, bob = room.phones
    way = ann.make_table("meow", [{"kind": "person"}, {"kind": "open"}])
    ann.go(way)
    code = ann.page.locator(".letters").inner_text()
    room.screen.go("/screen")
    expect(typed := room.screen.page.get_by_role("textbox")).to_be_visible()
    assert room.screen.violations() == []
    typed.fill(code)
    room.screen.page.keyboard.press("Enter")
    assert room.code() == code
    bob.join(way)
    room.screen.page.get_by_text("Now: ").wait_for()
    expect(ann.page.locator(".felt")).to_have_count(0)
    ann.page.get_by_label("Show the whole table on this phone").check()
    expect(ann.page.locator(".felt")).to_be_visible()
    bob.page.locator(".hand button").first.wait_for()
    assert known_now(room) == set()


def known_now(room: Room) -> set[str]:
    """Cards of the hands that stand on the screen."""
    hands = {card["card"] for phone in room.phones for card in phone.updates[-1]["view"]["hand"]}
    return {card for card in hands if f'"{card}"' in "".join(room.frames)}
