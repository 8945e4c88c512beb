"""A handicap in a race: presses of a seat count later, and openly so."""

from __future__ import annotations

from purrlor.games.addi_cats import AddiCats
from tests.table.table_driver import Sitting, acts, ledger, racing

DELAY = 400


def delayed(seat: int = 0) -> tuple[Sitting, list[int]]:
    sitting, connections = racing()
    sitting.table.setup.seats[seat].delay = DELAY
    return sitting, connections


def test_a_hit_counts_later_by_the_handicap() -> None:
    sitting, (ann, _, _) = delayed()
    sitting.wait(300)
    assert sitting.act(ann, 0, "hit head", reaction=300) == []
    sitting.wait(DELAY - 1)
    assert acts(sitting) == []
    sitting.wait(100)
    assert acts(sitting) == ["seat1 hit head"]
    entry = ledger(sitting, ann)[-1]
    assert (entry["reaction"], entry["delay"]) == (300 + DELAY, DELAY)


def test_somebody_slower_may_still_come_first() -> None:
    sitting, (ann, ben, _) = delayed()
    sitting.wait(300)
    sitting.act(ann, 0, "hit head", reaction=300)
    sitting.wait(200)
    sitting.act(ben, 1, "hit head", reaction=500)
    sitting.wait(1000)
    assert acts(sitting)[0] == "seat2 hit head"


def test_a_card_is_turned_without_a_delay() -> None:
    sitting, (_, ben, _) = delayed(seat=1)
    game = sitting.table.game
    assert isinstance(game, AddiCats)
    sitting.wait(game.pace)
    before = sitting.table.play.length
    sitting.act(ben, 1, "turn", reaction=100)
    sitting.wait(50)
    assert sitting.table.play.length > before


def test_a_hit_that_waited_while_another_card_came_is_not_a_greedy_one() -> None:
    """The player is notified, and nothing is lost."""
    sitting, (ann, ben, _) = delayed()
    game = sitting.table.game
    assert isinstance(game, AddiCats)
    sitting.wait(game.pace - 50)
    sitting.act(ann, 0, "hit head")
    sitting.wait(60)
    sitting.act(ben, 1, "turn")
    sitting.wait(DELAY)
    assert acts(sitting) == []
    assert [each["code"] for each in sitting.heard[ann] if each["type"] == "refused"] == ["handicap_late"]
