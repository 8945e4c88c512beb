"""A parlour that is kept on the device: whole matches without a network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from purrlor.core import Record
from purrlor.kit import games

from .conftest import Enter
from .device import TITLES, begin, begin_short_race, check_luck, kill_tab, move_in, move_out, story
from .parlour import Parlour
from .person import THINKING
from .playing import first, patient, play_on, sensible

pytestmark = pytest.mark.slow
CHOOSING: dict[str, Callable[..., str]] = {"house-of-cats": first, "addi-cats": patient}


def test_a_match_without_a_network_is_checked_and_handed_to_the_parlour(
    own_parlour: Parlour, enter: Enter, tmp_path: Path
) -> None:
    """With a tab that is killed in the middle of a move, and the removal at the end."""
    ann = enter(own_parlour, "Ann", service_workers="allow")
    ann.go("/")
    move_in(ann)
    own_parlour.stop()
    ann.context.set_offline(True)
    begin(ann, "yatzy")
    moves = iter(range(10**6))
    play_on([ann], until=lambda: next(moves) > 4)
    ann.await_turn()
    told = story(ann)
    ann.act(ann.actions()[0])
    kill_tab(ann)
    ann.await_turn()
    assert story(ann)[: len(told)] == told
    play_on([ann])
    check_luck(ann)
    with ann.page.expect_download() as saving:
        ann.button("Record").click()
    saving.value.save_as(tmp_path / "match.purr")
    match = Record.parse((tmp_path / "match.purr").read_text(encoding="utf-8"), games())
    assert match.check_fate() > 0
    own_parlour.start()
    ann.context.set_offline(False)
    ann.go("/")
    ann.button("The parlour lives on this device").click()
    with ann.told("1 match is in the parlour now."):
        ann.button("Keep them there").click()
    (handed,) = ann.ask("GET", "/api/tables")
    assert (handed["game"], handed["status"]) == ("yatzy", "over")
    ann.go("/history")
    expect(ann.page.get_by_role("main")).to_contain_text(TITLES["yatzy"])
    ann.go("/")
    move_out(ann)
    expect(ann.button("Keep it on this device")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", TITLES)
def test_a_parlour_that_was_kept_plays_a_whole_match_without_a_network(
    own_parlour: Parlour, enter: Enter, game: str
) -> None:
    choose = CHOOSING.get(game, sensible)
    ann = enter(own_parlour, "Ann", service_workers="allow")
    ann.go("/")
    move_in(ann)
    own_parlour.stop()
    ann.context.set_offline(True)
    (begin_short_race if game == "addi-cats" else begin)(ann, game)
    moves = iter(range(10**6))
    play_on([ann], choose=choose, until=lambda: next(moves) > 6)
    ann.page.reload()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    assert play_on([ann], choose=choose) > 5
    check_luck(ann)
    own_parlour.start()
