"""Without a mouse, and without eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from purrlor.kit.registry import games

from .conftest import Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow

RIVALS = {"meow": 3, "addi-cats": 2}
"""How many bots play; in other games one."""
OPTIONS = {"yatzy": {"first": "1"}, "meow": {"first": "1"}, "addi-cats": {"first": "1", "pace": "300"}}


def sit(enter: Enter, parlour: Parlour, game: str) -> Person:
    """Ann at a table with bots; fate is always the same there."""
    ann = enter(parlour, "Ann")
    level = "six-year-old" if game == "addi-cats" else "uniform"
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for _ in range(RIVALS.get(game, 1)))]
    ann.go(ann.make_table(game, seats, lesson="pressing", options=OPTIONS.get(game, {})))
    ann.await_turn()
    return ann


def test_the_first_tab_skips_to_the_content(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "yatzy")
    ann.page.keyboard.press("Tab")
    expect(ann.focused).to_have_text("Skip to the content")
    expect(ann.focused).to_be_in_viewport(ratio=1)
    ann.sees_focus()
    ann.page.keyboard.press("Enter")
    expect(ann.focused).to_have_attribute("id", "main")
    assert ann.await_turn() == ["roll"]
    ann.tab_to("main *")
    ann.act("roll")
    ann.until(lambda: len(ann.actions()) > 1)
    assert ann.sockets == 1, "the table stays as it is"


def test_a_turn_of_yatzy(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "yatzy")
    keyboard = ann.page.keyboard
    keyboard.press("r")
    dice = ann.page.get_by_role("group", name="Dice: tap those you want to keep").get_by_role("button")
    expect(dice).to_have_count(5)
    keyboard.press("2")
    expect(dice.nth(1)).to_have_attribute("aria-pressed", "true")
    ann.tab_to(".die")
    keyboard.press("Space")
    expect(dice.nth(0)).to_have_attribute("aria-pressed", "true")
    keyboard.press("r")
    expect(ann.page.get_by_role("img", name="1 roll left")).to_be_visible()
    ann.tab_to("td button:not(.zero)")
    keyboard.press("Enter")
    expect(ann.page.locator("td.own b")).to_have_count(1)


def test_a_trick_of_meow(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "meow")
    hand = ann.page.get_by_role("list", name="Your cards").get_by_role("button")
    count = hand.count()
    ann.page.keyboard.press("2")
    expect(hand.nth(1)).to_be_focused()
    ann.page.keyboard.press("ArrowRight")
    expect(hand.nth(2)).to_be_focused()
    ann.sees_focus()
    name = hand.nth(2).inner_text()
    ann.page.keyboard.press("Enter")
    expect(hand).to_have_count(count - 1)
    ann.await_turn()
    assert name not in hand.all_inner_texts()
    ann.tab_to(".hand button")
    while ann.focused.get_attribute("aria-disabled") == "true":
        ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    expect(hand).to_have_count(count - 2)


def test_the_list_of_actions(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "yatzy")
    ann.tab_to("main summary")
    expect(ann.focused).to_have_text("Possible moves as a list (1)")
    ann.page.keyboard.press("Enter")
    ann.tab_to("button[data-action=roll]")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator('button[data-action^="score"]').first).to_be_visible()
    ann.tab_to('button[data-action^="score"]')
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("td.own b")).to_have_count(1)


def offered(person: Person) -> tuple[list[str], list[str]]:
    """What the open list of actions offers at one moment, and what it is called: in a race others act meanwhile."""
    buttons = person.page.wait_for_function(
        "() => { const all = [...document.querySelectorAll('details[open]:has(button[data-action]:enabled) button')];"
        " return all.length && all.map(one => [one.dataset.action, one.innerText]) }"
    )
    actions, names = zip(*buttons.json_value(), strict=True)
    return list(actions), list(names)


@pytest.mark.parametrize("game", games())
def test_every_action_is_a_button_with_a_name_of_its_own(parlour: Parlour, enter: Enter, game: str) -> None:
    ann = sit(enter, parlour, game)
    ann.page.locator("details:has(button[data-action])").evaluate("one => one.open = true")
    for _ in range(3):
        ann.await_turn()
        known = len(ann.updates)
        actions, names = offered(ann)
        assert sorted(actions) in [sorted(update["legal"]) for update in ann.updates[known - 1 :]]
        assert all(name.strip() for name in names)
        assert len(set(names)) == len(names)
        version = ann.updates[-1]["version"]
        action = actions[-1] if actions[-1] != "back" else actions[0]
        ann.act(action)
        ann.until(lambda: ann.updates[-1]["version"] > version or action not in ann.actions())  # noqa: B023


@pytest.mark.parametrize("game", games())
def test_the_story_is_announced_politely(parlour: Parlour, enter: Enter, game: str) -> None:
    ann = sit(enter, parlour, game)
    teller = ann.page.locator("main .unseen[role=log]")
    expect(teller).to_have_count(1)
    expect(teller).to_have_attribute("aria-live", "polite")
    story = ann.record(teller)
    for _ in range(4):
        actions = [action for action in ann.await_turn() if action != "back"]
        ann.act(next((action for action in actions if action.startswith(("score", "done", "turn"))), actions[0]))
    ann.await_turn()
    told = story()
    assert any(text.startswith("You ") for text in told), told
    assert not any("{" in text for text in told)
    expect(ann.page.get_by_role("list", name="The story").get_by_role("listitem").last).not_to_be_empty()
