"""A parlour that is kept on the device: whole matches without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .device import (
    CHOOSING,
    TITLES,
    begin,
    begin_short_race,
    check_luck,
    go_offline,
    kill_tab,
    look_back,
    move_out,
    save_record,
    story,
)  # fmt: skip
from .parlour import ROOT, Parlour
from .person import THINKING, Person
from .players import play_on, sensible

pytestmark = pytest.mark.slow
GOLDEN = ROOT / "tests" / "golden"


@pytest.mark.timeout(900)
def test_a_match_without_a_network_is_checked_and_handed_to_the_instance(own_parlour: Parlour, enter: Enter) -> None:
    """With a tab that is killed in the middle of a move, and the removal at the end."""
    ann = enter(own_parlour, "Ann", service_workers="allow")
    go_offline(ann, own_parlour)
    begin(ann, "yatzy")
    moves = iter(range(10**6))
    play_on([ann], until=lambda: next(moves) > 4)
    ann.await_turn()
    told = story(ann)
    ann.act(ann.actions()[0])
    kill_tab(ann)
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    ann.await_turn()
    assert story(ann)[: len(told)] == told
    play_on([ann])
    check_luck(ann)
    assert save_record(ann).check_fate() > 0
    own_parlour.start()
    ann.context.set_offline(False)
    ann.go("/")
    ann.button("Offline play is ready").click()
    expect(ann.button("Send to the server")).to_be_visible(timeout=THINKING)
    with ann.told("1 match is on the server now."):
        ann.button("Send to the server").click()
    (handed,) = ann.ask("GET", "/api/tables")
    assert (handed["game"], handed["status"]) == ("yatzy", "over")
    ann.go("/history")
    expect(ann.page.get_by_role("main")).to_contain_text(TITLES["yatzy"])
    ann.go("/")
    move_out(ann)
    expect(ann.button("Play offline")).to_be_visible()


def fewest_seats(person: Person) -> None:
    while person.button("One seat fewer").is_enabled():
        person.button("One seat fewer").click()


@pytest.mark.timeout(900)
def test_lessons_pads_hints_steps_back_curtain_and_records_need_no_network(own_parlour: Parlour, enter: Enter) -> None:
    ann = enter(own_parlour, "Ann", service_workers="allow", **TOUCH)
    go_offline(ann, own_parlour)

    ann.go("/learn/yatzy")
    expect(ann.page.get_by_role("article").get_by_role("heading", level=2).first).to_be_visible(timeout=THINKING)
    ann.button("Play the lesson").click()
    guide = ann.page.get_by_role("region", name="The lesson")
    expect(guide).to_contain_text("Step 1 of 9", timeout=THINKING)
    ann.act("roll")
    expect(guide).to_contain_text("Three fives!")
    ann.go("/pads/meow")
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Score pad: ")

    ann.go("/new/meow")
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    fewest_seats(ann)
    ann.page.get_by_label("Their name").fill("Bea")
    ann.button("Set the table").click()
    names, raised = ["Ann", "Bea"], ann.page.get_by_role("button", name="raise the curtain")
    for turn in range(2):
        expect(raised).to_be_visible(timeout=THINKING)
        assert ann.page.locator("[data-action], #board, [role=log]").count() == 0
        (name,) = [each for each in names if each in raised.inner_text()]
        names.remove(name)
        raised.click()
        actions = ann.await_turn()
        if not turn:
            ann.button("Hint").click()
            expect(ann.page.get_by_role("region", name="What a tiger would do")).to_be_visible(timeout=THINKING)
        ann.act(actions[0])

    ann.go("/new/house-of-cats")
    fewest_seats(ann)
    ann.button("Set the table").click()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    before = ann.await_turn()
    ann.act(before[0])
    ann.button("Take back").click()
    ann.until(lambda: ann.actions() == before)

    ann.go("/")
    ann.page.locator("input[type=file]").set_input_files(GOLDEN / "yatzy.purr")
    expect(ann.page.get_by_role("heading", name="Looking back: ")).to_be_visible(timeout=THINKING)
    ann.button("One step on").click()
    expect(ann.page.locator("output")).to_contain_text("1 of ")
    assert ann.violations() == []


@pytest.mark.nightly
@pytest.mark.parametrize("game", TITLES)
def test_a_downloaded_instance_plays_a_whole_match_without_a_network(
    own_parlour: Parlour, enter: Enter, game: str
) -> None:
    choose = CHOOSING.get(game, sensible)
    ann = enter(own_parlour, "Ann", service_workers="allow")
    go_offline(ann, own_parlour)
    (begin_short_race if game == "addi-cats" else begin)(ann, game)
    moves = iter(range(10**6))
    play_on([ann], choose=choose, until=lambda: next(moves) > 6)
    ann.page.reload()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    assert play_on([ann], choose=choose) > 5
    look_back(ann)
    check_luck(ann)
    assert save_record(ann).check_fate() > 0
    own_parlour.start()
