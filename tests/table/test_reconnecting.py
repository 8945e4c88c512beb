"""A race that was interrupted begins again for everybody at the same moment, and says so."""

from __future__ import annotations

import json

from purrlor.table.race.verdicts import PATIENCE, interrupt
from tests.table.table_driver import Sitting, acts, begun, ledger, racing


def interrupted() -> Sitting:
    """A card lies open; the server has ended and another one has woken the table."""
    sitting, _ = racing()
    sitting.wait(300)
    return sitting.restored(sitting.now + 2000)


def codes(sitting: Sitting, connection: int) -> list[str]:
    return [each["code"] for each in sitting.heard[connection] if each["type"] == "refused"]


def test_a_person_who_is_back_first_is_notified_and_cannot_press_yet() -> None:
    again = interrupted()
    ann = again.enter("ann")
    assert codes(again, ann) == ["race_again"]
    again.wait(500)
    again.act(ann, 0, "hit head", reaction=300)
    assert codes(again, ann) == ["race_again", "race_again"]
    again.wait(1000)
    assert acts(again) == []


def test_the_race_goes_on_when_the_last_one_is_back() -> None:
    again = interrupted()
    ann, ben = again.enter("ann"), again.enter("ben")
    again.wait(1500)
    shown = len(again.heard[ann])
    cat = again.enter("cat")
    assert [(each["type"], each.get("notes")) for each in again.heard[ann][shown:]][-1] == ("update", [])
    assert codes(again, cat) == []
    version = again.table.play.version
    again.wait(300)
    again.act(cat, 2, "hit head", version, reaction=300)
    again.wait(50)
    again.act(ben, 1, "hit head", version, reaction=350)
    again.act(ann, 0, "hit head", version, reaction=350)
    again.wait(1000)
    assert acts(again)[0] == "seat3 hit head"
    assert ledger(again, ann)[0]["elapsed"] == 300, "it counts from when everybody was shown the card again"


def test_nobody_waits_for_ever_for_somebody_who_is_gone() -> None:
    again = interrupted()
    ann = again.enter("ann")
    again.enter("ben")
    again.wait(PATIENCE)
    again.wait(400)
    again.act(ann, 0, "hit head", reaction=390)
    assert codes(again, ann) == ["race_again"]
    again.wait(3000)
    assert acts(again)[0].startswith("seat1 hit")


def test_when_everybody_leaves_again_time_stands_still() -> None:
    again = interrupted()
    ann = again.enter("ann")
    again.take(again.table.leave(ann, again.now))
    again.wait(PATIENCE + 1000)
    assert again.table.asleep
    assert codes(again, again.enter("ann")) == ["race_again"]


def test_one_person_against_bots_waits_for_nobody() -> None:
    sitting = interrupted()
    for seat in sitting.table.setup.seats[1:]:
        seat.stands_in = True
    interrupt(sitting.table)
    assert codes(sitting, sitting.enter("ann")) == []
    assert not sitting.table.asleep


def test_the_row_of_a_sleeping_table_knows_events_of_the_millisecond_in_which_it_was_written() -> None:
    sitting, (ann, ben) = begun("yatzy")
    assert sitting.row.changed == sitting.now
    sitting.act(ann, 0, "roll")
    sitting.leave(ann)
    sitting.leave(ben)
    assert json.loads(sitting.row.summary)["events"] == len(sitting.rows) > 0
