"""What a board and the room around it say by themselves: why something is refused, whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Request, expect

from purrlor.kit.registry import games

from .conftest import TOUCH, Enter, Played
from .parlour import Parlour
from .person import Person
from .players import play_on, turns

pytestmark = pytest.mark.slow

ALONE = [{"kind": "person"}]


@pytest.mark.parametrize("settings", [{}, TOUCH], ids=["desktop", "phone"])
def test_a_box_of_yatzy_that_cannot_be_chosen_says_why(
    parlour: Parlour, enter: Enter, settings: dict[str, object]
) -> None:
    ann = enter(parlour, **settings)
    ann.go(ann.make_table("yatzy", ALONE))
    ann.await_turn()
    box = ann.page.locator(".board-room button[aria-disabled='true']").first
    with ann.told("Roll the dice first."):
        box.click(force=True)


def test_the_keys_of_yatzy_work_right_after_the_table_opens(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/")
    ann.page.locator("article").filter(has=ann.page.locator("#title-yatzy")).get_by_role("button").first.click()
    ann.button("Play", exact=True).click()
    expect(ann.page.get_by_role("button", name="Roll all")).to_be_visible()
    ann.page.keyboard.press("r")
    expect(ann.page.get_by_role("button", name="Roll all")).to_be_visible()
    ann.page.wait_for_function("() => document.querySelectorAll('button[data-action^=score]').length > 0")


def test_a_space_of_house_of_cats_that_cannot_be_written_says_why(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table("house-of-cats", ALONE, options={"abilities": "A,B,C,D"}))
    actions = [action for action in ann.await_turn() if action.startswith("place")]
    ann.act(actions[0])
    space = actions[0].split()[2]
    expect(ann.page.locator(f'[data-space="{space}"]')).not_to_have_accessible_name(f"{space}: empty")
    ann.page.wait_for_function("() => document.querySelectorAll('button[data-action=back]').length > 0")
    with ann.told(f"{space} is filled already."):
        ann.page.locator(f'[data-space="{space}"]').click()


def test_a_token_of_meow_explains_itself(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **TOUCH)
    ann.go(ann.make_table("meow", [*ALONE, {"kind": "bot", "level": "kitten"}]))
    token = ann.page.locator("[data-stake] button")
    kind = str(token.get_attribute("title")).rstrip("+−-0123456789 ")
    with ann.told(f"A {kind}:"):
        token.tap()


def test_after_a_card_of_meow_the_focus_stays_in_the_hand(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table("meow", [*ALONE, {"kind": "bot", "level": "kitten"}], options={"first": "1"}))
    ann.await_turn()
    ann.page.keyboard.press("1")
    hand = ann.page.get_by_role("list", name="Your cards")
    held = hand.get_by_role("button").count()
    ann.page.keyboard.press("Enter")
    expect(hand.get_by_role("button")).to_have_count(held - 1)
    expect(hand.locator(":focus")).to_have_count(1)


def test_what_a_round_of_meow_brought_stays_until_the_next_own_card(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **TOUCH)
    ann.go(ann.make_table("meow", [*ALONE, {"kind": "bot", "level": "kitten"}]))
    summary = ann.page.get_by_role("status").filter(has_text="Round 1 is over")
    play_on([ann], until=lambda: summary.count() > 0)
    ann.await_turn()  # nothing happens before Ann's card
    first = next(update["view"] for update in ann.updates if update["view"]["round"] == 2)
    for pile in first["piles"]:
        expect(summary).to_contain_text(str(pile["total"]).replace("-", "\u2212"))
    ann.act(ann.await_turn()[0])
    expect(summary).to_have_count(0)


def test_the_summary_of_a_round_can_be_closed(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **TOUCH)
    ann.go(ann.make_table("meow", [*ALONE, {"kind": "bot", "level": "kitten"}]))
    summary = ann.page.get_by_role("status").filter(has_text="Round 1 is over")
    play_on([ann], until=lambda: summary.count() > 0)
    summary.get_by_role("button", name="Close").tap()
    expect(summary).to_have_count(0)


@pytest.mark.parametrize(("game", "offered"), [("yatzy", 1), ("meow", 1), ("addi-cats", 0)])
def test_a_step_back_is_offered_only_where_there_can_be_one(
    parlour: Parlour, enter: Enter, game: str, offered: int
) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table(game, [*ALONE, {"kind": "bot", "level": "uniform"}]))
    ann.await_turn()
    expect(ann.button("How to play")).to_be_visible()
    expect(ann.button("Take back")).to_have_count(offered)


@pytest.mark.parametrize("game", games())
def test_the_rules_are_one_tap_away(parlour: Parlour, enter: Enter, game: str) -> None:
    ann = enter(parlour, **{**TOUCH, "viewport": {"width": 360, "height": 640}})
    ann.go(ann.make_table(game, [*ALONE, {"kind": "bot", "level": "uniform"}]))
    ann.await_turn()
    ann.page.wait_for_function(
        "() => { const [tools, head] = ['#tools', 'header'].map("
        "each => document.querySelector(each).getBoundingClientRect());"
        " return head.top <= tools.top && tools.bottom <= head.bottom"
        " && document.documentElement.scrollWidth <= 360 }"
    )
    ann.button("How to play").tap()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("figure").first).to_be_visible()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)
    expect(ann.button("How to play")).to_be_focused()


def test_the_title_and_the_icon_say_whose_turn_it_is(parlour: Parlour, enter: Enter) -> None:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob")
    way = ann.make_table("yatzy", [*ALONE, {"kind": "open"}], options={"first": "1"})
    ann.go(way)
    bob.join(way)
    icon = "link[rel=icon]"
    ann.await_turn()
    ann.page.wait_for_function("() => document.title.startsWith('Your turn')")
    expect(ann.page.locator(icon)).to_have_attribute("href", "/icons/turn.svg")
    expect(bob.page.locator(icon)).to_have_attribute("href", "/icons/icon.svg")
    assert not bob.page.title().startswith("Your turn")
    ann.page.get_by_role("link", name="Purrlor").first.click()
    ann.page.wait_for_function("() => !document.title.startsWith('Your turn')")


def test_a_person_who_wants_to_be_asked_is_asked_before_a_move(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/")
    ann.button("Settings").click()
    ann.page.get_by_label("Ask before a move counts").check()
    ann.go(ann.make_table("meow", [*ALONE, {"kind": "bot", "level": "kitten"}], options={"first": "1"}))
    (first, *_) = ann.await_turn()
    ann.act(first)
    ann.page.get_by_role("dialog").get_by_role("button", name="Not yet").click()
    assert first in ann.actions()
    ann.act(first)
    ann.page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    expect(ann.page.locator(f'button[data-action="{first}"]')).to_have_count(0)


def test_less_motion_can_be_chosen_here(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, reduced_motion="no-preference")
    ann.go("/")
    html = ann.page.locator("html")
    expect(html).to_have_attribute("data-motion", "lively")
    ann.button("Settings").click()
    ann.page.get_by_label("Less motion").check()
    expect(html).to_have_attribute("data-motion", "calm")
    ann.page.reload()
    expect(html).to_have_attribute("data-motion", "calm")


def test_the_bots_play_as_fast_as_one_likes(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    sent: list[Any] = []

    def keep(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.post_data_json)

    ann.page.on("request", keep)
    ann.go("/")
    ann.button("Settings").click()
    ann.page.get_by_label("The bots play").select_option("quick")
    ann.page.keyboard.press("Escape")
    ann.page.locator("article").filter(has=ann.page.locator("#title-yatzy")).get_by_role("button").first.click()
    ann.button("Play", exact=True).click()
    expect(ann.page.locator(".board-room")).to_be_visible()
    assert sent[0]["pace"] == 150


def came_back(parlour: Parlour, enter: Enter, played: Played) -> Person:
    return enter(parlour, storage_state=played.ann)


def test_the_replay_says_what_was_better_and_jumps_there(parlour: Parlour, enter: Enter, reviewed: Played) -> None:
    ann = came_back(parlour, enter, reviewed)
    ann.go(f"/replay/{reviewed.table}")
    expect(ann.page.get_by_role("heading", name="Decisions that cost something")).to_be_visible()
    ann.button("To the next one").click()
    better = ann.page.get_by_role("region", name="Decisions that cost something").get_by_role("status")
    expect(better).to_contain_text("points more on average")


def test_the_replay_jumps_from_turn_to_turn_and_has_a_speed(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = came_back(parlour, enter, played)
    ann.go(f"/replay/{played.table}")
    ann.page.get_by_label("Speed").select_option("4×")
    place = ann.page.locator("output")
    expect(place).to_contain_text("0 of")
    ann.button("To the next turn").click()
    expect(place).not_to_contain_text("0 of")
    ann.button("To the turn before").click()
    expect(place).to_contain_text("0 of")


def test_in_a_race_the_screen_stays_awake(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.page.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => { asked++; return { release: async () => {} } }"
    )
    ann.go(ann.make_table("addi-cats", [*ALONE, {"kind": "bot", "level": "six-year-old"}]))
    ann.page.wait_for_function("() => window.asked > 0")


def test_the_result_of_addi_cats_tells_of_cards(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    way = ann.make_table("addi-cats", [*ALONE, {"kind": "bot", "level": "champion"}], options={"most_cards": "4"})
    ann.go(way)
    play_on([ann], choose=turns)
    results = ann.page.get_by_role("region", name="wins").or_(ann.page.locator("section[aria-labelledby=result]"))
    expect(results.first).to_contain_text("left")
    expect(results.first).not_to_contain_text("−")
