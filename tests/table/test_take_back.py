"""Taking back, and simultaneous turns: what others are sent of both, and what is refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from purrlor.core import Seat
from purrlor.table import wire
from tests.table.table_driver import Heard, Sitting, begun

YATZY = {"first": "1"}
UPDATE = b'{"type":"update"'
QUICK_ADDI = {"timed": "false", "most_cards": "12"}


def scored() -> tuple[Sitting, list[int]]:
    """Ann has just written down her dice; it is Ben's turn."""
    sitting, connections = begun("yatzy", options=YATZY)
    sitting.act(connections[0], 0, "roll")
    score = next(each for each in sitting.update(connections[0])["legal"] if each.startswith("score"))
    sitting.act(connections[0], 0, score)
    return sitting, connections


def test_an_act_may_be_taken_back_until_the_next_one() -> None:
    sitting, (ann, ben) = scored()
    assert sitting.update(ann)["take_back"]
    sitting.send(ann, wire.TakeBack(0))
    assert sitting.update(ben)["awaiting"] == [0]
    assert len(sitting.rows) == sitting.update(ben)["events"] == 2


def test_versions_never_repeat_after_a_take_back() -> None:
    sitting, (ann, _) = scored()
    for _ in range(3):
        sitting.send(ann, wire.TakeBack(0))
        score = next(each for each in sitting.update(ann)["legal"] if each.startswith("score"))
        sitting.act(ann, 0, score)
    versions = [each["version"] for each in sitting.heard[ann] if each["type"] == "update"]
    assert versions == sorted(set(versions))
    assert sitting.restored(sitting.now).table.play.version == versions[-1]


def test_an_act_that_was_taken_back_cannot_be_replayed() -> None:
    sitting, (ann, _) = scored()
    version = sitting.update(ann)["version"] - 1
    sitting.send(ann, wire.TakeBack(0))
    assert [each["code"] for each in sitting.act(ann, 0, "score ones", version)] == ["acted_already"]


def story_of(heard: list[Heard], seat: int) -> list[Any]:
    """Return the story of a client that drops and adds notes as the updates say."""
    story: list[Any] = []
    for update in heard:
        if update["type"] == "update" and update["seat"] == seat:
            known = update.get("since", update["events"])
            fresh = {told["event"] for told in update["notes"]}
            story = [told for told in story if told["event"] <= known and told["event"] not in fresh]
            story += update["notes"]
    return [told["note"] for told in story]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "options"), [("house-of-cats", {"level": "1"}), ("addi-cats", {"timed": "false", "most_cards": "10"})]
)
def test_the_story_stays_right_when_something_is_taken_back_while_others_choose(
    game: str, options: dict[str, str], seed: int
) -> None:
    sitting, connections = begun(game, ("ann", "ben"), options=options)
    random, backs = Random(seed), 0
    for _ in range(150):
        table = sitting.table
        seat = random.randrange(2)
        if random.random() < 0.3:
            backs += [each["type"] for each in sitting.send(connections[seat], wire.TakeBack(seat))] != ["refused"]
        elif seat in table.play.match.awaiting.seats:
            action = random.choice(table.play.match.legal(Seat(seat)))
            sitting.act(connections[seat], seat, str(action))
        for viewer, connection in enumerate(connections):
            told = table.stories.since(0, [Seat(viewer)])[Seat(viewer)]
            told_notes = [each["note"] for each in json.loads(msgspec.json.encode(told))]
            assert story_of(sitting.heard[connection], viewer) == told_notes
    assert backs > 3


def test_the_story_is_right_for_a_person_who_was_away_during_a_take_back() -> None:
    """The picture sent last does not belong to the shorter match, though its number may look like it."""
    sitting, (ann, ben) = begun("yatzy", options=YATZY)
    sitting.act(ann, 0, "roll")
    sitting.leave(ben)
    sitting.act(ann, 0, next(each for each in sitting.update(ann)["legal"] if each.startswith("score")))
    sitting.send(ann, wire.TakeBack(0))
    told = sitting.update(sitting.enter("ben"))["notes"]
    fresh = sitting.restored(sitting.now)
    assert told == fresh.update(fresh.enter("ben"))["notes"]


def refusal(sitting: Sitting, connection: int, seat: int) -> str:
    rows = list(sitting.rows)
    (heard,) = sitting.send(connection, wire.TakeBack(seat, id=3))
    assert (heard["type"], heard["id"], sitting.rows) == ("refused", 3, rows)
    return str(heard["code"])


def test_nothing_to_take_back_yet() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    assert refusal(sitting, ann, 0) == "take_back_nothing"


def test_fate_cannot_be_taken_back() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    sitting.act(ann, 0, "roll")
    assert refusal(sitting, ann, 0) == "take_back_fate"


def test_what_others_did_cannot_be_taken_back() -> None:
    sitting, (_, ben) = scored()
    assert refusal(sitting, ben, 1) == "take_back_others"


def test_a_card_that_was_seen_cannot_be_taken_back() -> None:
    sitting, connections = begun("meow", options={"first": "1"})
    sitting.act(connections[0], 0, sitting.update(connections[0])["legal"][0])
    assert refusal(sitting, connections[0], 0) == "take_back_seen"


def test_nothing_is_taken_back_while_a_clock_runs() -> None:
    sitting, connections = begun("addi-cats", ("ann", "ben", "cat"), options={"first": "1"})
    sitting.act(connections[0], 0, "turn")
    sitting.wait(1000)
    assert refusal(sitting, connections[0], 0) == "take_back_clock"


# Against bots


def alone() -> tuple[Sitting, int]:
    """Ann leads in a match of MEOW with two bots."""
    sitting, (ann,) = begun("meow", ("ann",), bots=2, options={"first": "1"})
    return sitting, ann


def play_a_card(sitting: Sitting, ann: int) -> None:
    """Ann plays a card, and bots play until it is her turn again."""
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    while sitting.think():
        sitting.wait(1000)


def test_a_card_is_taken_back_with_the_cards_of_bots_after_it() -> None:
    sitting, ann = alone()
    before = sitting.update(ann)
    play_a_card(sitting, ann)
    assert sitting.info(ann)["take_backs"]
    assert sitting.update(ann)["take_back"]
    sitting.send(ann, wire.TakeBack(0))
    after = sitting.update(ann)
    assert [after[key] for key in ("view", "legal", "events")] == [before[key] for key in ("view", "legal", "events")]


def test_versions_grow_when_much_is_taken_back() -> None:
    sitting, ann = alone()
    for _ in range(3):
        play_a_card(sitting, ann)
        sitting.send(ann, wire.TakeBack(0))
    versions = [each["version"] for each in sitting.heard[ann] if each["type"] == "update"]
    assert versions == sorted(set(versions))


def test_the_stored_match_is_the_one_that_went_on_after_a_take_back() -> None:
    sitting, ann = alone()
    play_a_card(sitting, ann)
    sitting.send(ann, wire.TakeBack(0))
    play_a_card(sitting, ann)
    play, again = sitting.table.play, sitting.restored(sitting.now).table.play
    assert (again.match.log, again.version) == (play.match.log, play.version)


def test_a_bot_forgets_what_it_was_about_to_do_when_a_card_is_taken_back() -> None:
    sitting, ann = alone()
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    sitting.send(ann, wire.TakeBack(0))
    while sitting.think():
        sitting.wait(1000)
    assert sitting.update(ann)["awaiting"] == [0]


def test_cards_are_taken_back_one_by_one_until_the_deal() -> None:
    sitting, ann = alone()
    for _ in range(2):
        play_a_card(sitting, ann)
    for _ in range(2):
        sitting.send(ann, wire.TakeBack(0))
    assert refusal(sitting, ann, 0) == "take_back_fate"


def test_what_bots_did_stays_where_two_people_play() -> None:
    sitting, (ann, _) = begun("meow", ("ann", "ben"), bots=1, options={"first": "1"})
    assert not sitting.info(ann)["take_backs"]
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    assert not sitting.update(ann)["take_back"]
    assert refusal(sitting, ann, 0) == "take_back_seen"


@pytest.mark.parametrize("counts", [{"rated": True}, {"challenge": "2026-01-01"}, {"evening": "abc"}])
def test_what_bots_did_stays_in_a_match_that_counts(counts: dict[str, Any]) -> None:
    sitting, ann = alone()
    for name, value in counts.items():
        setattr(sitting.table.setup, name, value)
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    assert not sitting.update(ann)["take_back"]
    refusal(sitting, ann, 0)


# Simultaneous turns


def test_nobody_hears_of_a_hidden_act() -> None:
    sitting, (ann, ben) = begun("house-of-cats")
    spectator = sitting.enter("wil")
    before = len(sitting.heard[ben]), len(sitting.heard[spectator])
    assert [each["type"] for each in sitting.act(ann, 0, sitting.update(ann)["legal"][0])] == ["update"]
    assert (len(sitting.heard[ben]), len(sitting.heard[spectator])) == before


def test_nobody_hears_that_a_hidden_act_was_taken_back() -> None:
    sitting, (ann, ben) = begun("house-of-cats")
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    before = len(sitting.heard[ben])
    assert [each["type"] for each in sitting.send(ann, wire.TakeBack(0))] == ["update"]
    assert len(sitting.heard[ben]) == before


def test_everybody_hears_when_somebody_is_done_but_not_of_what() -> None:
    sitting, (ann, ben) = begun("house-of-cats")
    finish_turn(sitting, ann, 0, Random(1))
    assert sitting.update(ben)["awaiting"] == [1]
    assert [each["note"] for each in sitting.update(ben)["notes"]] == [{"kind": "finishes", "seat": 0}]


def finish_turn(sitting: Sitting, connection: int, seat: int, random: Random) -> None:
    number = sitting.table.play.match.state.number
    while sitting.table.play.match.state.number == number and seat in sitting.table.play.match.awaiting.seats:
        legal = [each for each in sitting.update(connection)["legal"] if each != "back"]
        sitting.act(connection, seat, "done" if "done" in legal else random.choice(legal))


def test_done_may_be_taken_back_while_others_still_choose() -> None:
    sitting, (ann, ben) = begun("house-of-cats")
    finish_turn(sitting, ann, 0, Random(1))
    sitting.act(ben, 1, sitting.update(ben)["legal"][0])
    sitting.send(ann, wire.TakeBack(0))
    assert sitting.update(ben)["awaiting"] == [0, 1]
    assert sitting.rows[-1].text.startswith("seat2")


def test_the_order_of_a_simultaneous_turn_does_not_matter() -> None:
    views: list[object] = []
    for order in ((0, 1), (1, 0)):
        sitting, connections = begun("house-of-cats")
        for seat in order:
            finish_turn(sitting, connections[seat], seat, Random(seat))
        views.append([sitting.update(each)["view"] for each in connections])
    assert views[0] == views[1]
