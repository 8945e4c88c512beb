"""The players of seats: joining, starting, bots that stand in, rematches, and one person on several devices."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from purrlor.server.people.identity import Signer
from purrlor.table import admission, checks, creation, wire
from purrlor.table.creation import first_writes
from purrlor.table.keys import hashed_phrase, phrase_fits
from purrlor.table.records import record_of
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import SavePerson, Stored
from purrlor.table.seats import CLAIM, MISSED
from purrlor.table.setup import SeatSetup
from purrlor.table.table import Table
from purrlor.table.timers import AWAY
from tests.table.table_driver import OPEN, Sitting, begun, bot, person, play_at_random


def refusal_of(game: str = "yatzy", **wanted: object) -> str:
    """The code with which such a table is refused."""
    asked: dict[str, object] = {"seats": [person(), OPEN], "name": "Ann", **wanted}
    with pytest.raises(RequestRefused) as refusing:
        creation.new_table_for(wire.NewTable(game, **asked), "ann", 0)  # type: ignore[arg-type]
    assert refusing.value.words()
    return refusing.value.code


def test_open_seats_are_taken_in_order_or_by_choice() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN, OPEN])
    assert [sitting.join("ben"), sitting.join("cat", seat=3), sitting.join("dan")] == [1, 3, 2]
    assert [seat["name"] for seat in sitting.info(sitting.enter("ben"))["seats"]] == ["Ann", "Ben", "Dan", "Cat"]


def test_a_seat_is_taken_once() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    sitting.join("ben")
    for seat, code in ((None, "no_open_seat"), (0, "no_open_seat")):
        with pytest.raises(RequestRefused) as refusing:
            sitting.join("cat", seat)
        assert refusing.value.code == code


def test_a_person_who_sits_there_keeps_their_seat() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN])
    assert [sitting.join("ben"), sitting.join("ben"), sitting.join("ann")] == [1, 1, 0]


def test_two_people_of_one_name_are_distinguished() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN])
    for who in ("ben", "cat"):
        admission.sit(sitting.table, wire.Join("Ann"), who)
    assert [seat.name for seat in sitting.table.setup.seats] == ["Ann", "Ann 2", "Ann 3"]


@pytest.mark.parametrize("name", ["", "   ", "a" * 31, "bell\x07", "zero\x00"])
def test_a_name_is_one_visible_line(name: str) -> None:
    with pytest.raises(RequestRefused, match="1 to 30"):
        checks.checked_name(name)


def test_a_name_is_tidied() -> None:
    assert checks.checked_name("  Ann \n of  Cats ") == "Ann of Cats"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"seats": []}, "bad_seats"),
        ({"seats": [OPEN] * 7}, "bad_seats"),
        ({"options": {"scratch": "never"}}, "bad_option"),
        ({"options": {"colour": "blue"}}, "bad_option"),
        ({"options": {"first": "9" * 401}}, "bad_option"),
        ({"seats": [person(), bot("lion")]}, "no_level"),
        ({"stand_in": "lion"}, "no_level"),
        ({"pace": -1}, "bad_pace"),
        ({"cap": 1001}, "bad_cap"),
        ({"name": ""}, "bad_name"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(wanted: dict[str, object], code: str) -> None:
    assert refusal_of(**wanted) == code  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lesson", "seats", "code"),
    [("../x", [person()], "bad_lesson"), ("first", [person(), OPEN], "lesson_alone")],
)
def test_nobody_is_invited_to_a_lesson_whose_dice_are_known(
    lesson: str, seats: list[wire.SeatWanted], code: str
) -> None:
    with pytest.raises(RequestRefused) as refusing:
        checks.check_lesson(wire.NewTable("meow", seats, name="Ann", lesson=lesson))
    assert refusing.value.code == code


def test_the_match_begins_when_everybody_is_ready() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    ann = sitting.enter("ann")
    sitting.ready(ann)
    sitting.join("ben")
    ben = sitting.enter("ben")
    assert sitting.info(ann)["status"] == "open"
    sitting.ready(ben)
    assert sitting.info(ann)["status"] == sitting.row.status == "running"
    assert sitting.update(ann)["version"] > 0


def test_ready_twice_is_ready_once() -> None:
    sitting = Sitting("yatzy", [person(), OPEN], lesson="")
    ann = sitting.enter("ann")
    sitting.send(ann, wire.Ready("one"))
    assert sitting.send(ann, wire.Ready("two")) == []
    assert sitting.table.setup.seats[0].contribution == "one"


def test_the_host_begins_and_open_seats_get_bots_with_names() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN])
    ann = sitting.enter("ann")
    sitting.send(ann, wire.Start())
    seats = sitting.info(ann)["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot"]
    assert len({seat["name"] for seat in seats}) == 3


def test_a_match_with_bots_on_open_seats_has_a_record() -> None:
    sitting = Sitting("meow", [person(), OPEN, OPEN], stand_in="kitten")
    ann = sitting.enter("ann")
    sitting.send(ann, wire.Replace(1, level="kitten"))
    sitting.send(ann, wire.Start())
    play_at_random(sitting, [ann], Random(1))
    record = record_of(Stored(sitting.row, tuple(sitting.rows), ()))
    assert (record.names[1], record.bots[1]) == ("Kitten 1", "kitten")


def test_only_the_host_begins_and_only_once() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN])
    sitting.join("ben")
    ann, ben = sitting.enter("ann"), sitting.enter("ben")
    assert [each["code"] for each in sitting.send(ben, wire.Start(id=4))] == ["host_only"]
    sitting.send(ann, wire.Start())
    assert [each["code"] for each in sitting.send(ann, wire.Start())] == ["started_already"]


def test_the_host_fills_an_open_seat_with_a_bot_and_the_match_begins() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    ann = sitting.enter("ann")
    sitting.ready(ann)
    sitting.send(ann, wire.Replace(1, level="kitten"))
    assert sitting.table.status == "running"
    assert sitting.info(ann)["seats"][1]["level"] == "kitten"


def test_several_people_share_a_device() -> None:
    sitting = Sitting("yatzy", [person(), person("Ben")], options={"first": "2"})
    ann = sitting.enter("ann")
    sitting.ready(ann)
    assert sitting.table.status == "running"
    assert {each["seat"] for each in sitting.heard[ann] if each["type"] == "update"} == {0, 1}
    assert [each["type"] for each in sitting.act(ann, 1, "roll")] == ["update", "update"]


def test_one_person_in_two_windows_sees_the_same_in_both() -> None:
    sitting, (ann, _) = begun("meow")
    second = sitting.enter("ann")
    sitting.act(second, int(sitting.table.play.match.awaiting.seats[0]), "play G1")
    assert sitting.update(ann) == sitting.update(second) | {"notes": sitting.update(ann)["notes"]}


def test_closing_one_of_two_windows_is_not_an_absence() -> None:
    sitting, (ann, ben) = begun("yatzy")
    second = sitting.enter("ann")
    sitting.leave(ann)
    assert sitting.info(ben)["seats"][0]["here"]
    sitting.leave(second)
    assert not sitting.info(ben)["seats"][0]["here"]


# Bots that stand in


def test_somebody_lets_a_bot_play_and_takes_the_seat_back() -> None:
    sitting, (ann, ben) = begun("yatzy", options={"first": "1"})
    sitting.send(ann, wire.Replace(0, level="kitten"))
    assert (sitting.info(ben)["seats"][0]["stands_in"], sitting.asks[0].level) == (True, "kitten")
    sitting.send(ann, wire.TakeSeat(0))
    sitting.think()
    assert (sitting.info(ben)["seats"][0]["stands_in"], sitting.rows) == (False, [])


def test_a_person_who_acts_takes_the_seat_back_and_everybody_sees_it() -> None:
    sitting, (ann, ben) = begun("yatzy", options={"first": "1"})
    sitting.send(ann, wire.Replace(0))
    sitting.act(ann, 0, "roll")
    assert not sitting.info(ben)["seats"][0]["stands_in"]
    assert sitting.rows[0].text == "seat1 roll"


def test_a_refused_act_does_not_take_the_seat_back() -> None:
    sitting, (ann, _) = begun("yatzy", options={"first": "1"})
    sitting.send(ann, wire.Replace(0))
    assert [each["code"] for each in sitting.act(ann, 0, "score fat_cat")] == ["not_now"]
    assert sitting.table.setup.seats[0].stands_in
    sitting.think()
    sitting.wait(10_000)
    assert sitting.rows


def test_a_bot_that_does_not_exist_cannot_stand_in() -> None:
    sitting, (ann, _) = begun("yatzy", options={"first": "1"})
    (heard,) = sitting.send(ann, wire.Replace(0, level="lion"))
    assert heard["code"] == "no_level"
    assert "kitten" in heard["allowed"]
    assert not sitting.table.setup.seats[0].stands_in


def test_a_bot_is_put_only_where_somebody_is_away() -> None:
    sitting, (ann, ben) = begun("yatzy", options={"first": "1"})
    assert [each["code"] for each in sitting.send(ben, wire.Replace(0))] == ["not_yours_to_replace"]
    assert [each["code"] for each in sitting.send(ben, wire.Replace(7))] == ["no_such_seat"]
    sitting.leave(ann)
    assert [each["code"] for each in sitting.send(ben, wire.Replace(0))] == ["not_yours_to_replace"]
    sitting.wait(MISSED)
    sitting.send(ben, wire.Replace(0, level="tiger"))
    assert sitting.info(ben)["seats"][0]["stands_in"]
    assert sitting.table.setup.seats[0].level == sitting.table.setup.stand_in


def test_where_a_turn_has_days_nobody_is_replaced_by_the_others() -> None:
    sitting, (ann, ben) = begun("yatzy", options={"first": "1"}, clock="day")
    sitting.leave(ann)
    sitting.wait(MISSED)
    assert [each["code"] for each in sitting.send(ben, wire.Replace(0))] == ["not_yours_to_replace"]


def test_a_person_who_sits_down_and_never_comes_is_replaced() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN], options={"first": "2"})
    ann = sitting.enter("ann")
    sitting.join("ben")
    sitting.send(ann, wire.Start())
    sitting.wait(AWAY)
    assert sitting.info(ann)["seats"][1]["stands_in"]


def test_a_match_begins_without_those_who_do_not_come() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    ann = sitting.enter("ann")
    sitting.join("ben")
    sitting.ready(ann)
    sitting.send(ann, wire.Replace(1))
    assert sitting.info(ann)["status"] == "running"
    assert sitting.info(ann)["seats"][1]["stands_in"]


def test_a_seat_that_no_bot_plays_cannot_be_taken_back_for_more_time() -> None:
    sitting, (ann, _) = begun("yatzy", options={"first": "1"}, clock="quick")
    before = dict(sitting.table.clocks.since)
    sitting.wait(29_000)
    sitting.send(ann, wire.TakeSeat(0))
    assert sitting.table.clocks.since == before


def test_a_person_who_watched_and_sits_down_speaks_by_the_name_of_the_seat() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    sitting.enter("ann")
    ben = sitting.enter("ben", "Benjamin")
    sitting.join("ben")
    assert sitting.table.guests[ben].name == "Ben"


def test_spectators_replace_nobody() -> None:
    sitting, (ann, _) = begun("yatzy")
    spectator = sitting.enter("wil")
    sitting.leave(ann)
    assert [each["code"] for each in sitting.send(spectator, wire.Replace(0))] == ["not_yours_to_replace"]
    assert [each["code"] for each in sitting.send(spectator, wire.TakeSeat(0))] == ["not_your_seat"]


# Rematch


def over(people: tuple[str, ...] = ("ann", "ben")) -> tuple[Sitting, list[int]]:
    sitting, connections = begun("meow", people)
    play_at_random(sitting, connections, Random(1))
    return sitting, connections


def test_a_rematch_has_the_same_people_and_the_first_seat_moves_on() -> None:
    sitting, connections = over(("ann", "ben", "cat"))
    sitting.send(connections[1], wire.Rematch())
    assert sitting.rematch
    again = creation.rematch_of(sitting.table, sitting.now)
    assert [seat.person for seat in again.setup.seats] == ["ben", "cat", "ann"]
    assert (again.status, again.setup.options["first"], again.setup.host) == ("open", "1", "ann")


def test_a_cat_stays_with_its_person_through_a_rematch() -> None:
    sitting = Sitting("meow", [person(), OPEN], cat="siamese")
    admission.sit(sitting.table, wire.Join("Ben", cat="black"), "ben")
    connections = [sitting.enter(who) for who in ("ann", "ben")]
    sitting.ready(*connections)
    assert [seat["cat"] for seat in sitting.info(connections[1])["seats"]] == ["siamese", "black"]
    play_at_random(sitting, connections, Random(1))
    again = creation.rematch_of(sitting.table, sitting.now)
    assert [(seat.person, seat.cat) for seat in again.setup.seats] == [("ben", "black"), ("ann", "siamese")]


@pytest.mark.parametrize("cat", ["Tom", "a b", "x" * 21, "../x", "<b>"])
def test_a_cat_is_a_word_of_small_letters(cat: str) -> None:
    assert refusal_of(cat=cat) == "bad_cat"


def test_a_seat_of_an_older_version_has_no_cat() -> None:
    assert msgspec.json.decode(b'{"kind": "person", "name": "Ann"}', type=SeatSetup).cat == ""


def test_everybody_hears_where_the_rematch_is_but_only_players_get_its_key() -> None:
    sitting, connections = over()
    spectator = sitting.enter("wil")
    sitting.take(sitting.table.rematch_made("newtable12", "key", sitting.now))
    assert [sitting.info(each)["next"] for each in (*connections, spectator)] == ["newtable12"] * 3
    assert [sitting.info(each)["next_key"] for each in (*connections, spectator)] == ["key", "key", ""]


def test_a_second_wish_for_a_rematch_makes_no_second_table() -> None:
    sitting, (ann, ben) = over()
    sitting.send(ann, wire.Rematch())
    sitting.take(sitting.table.rematch_made("newtable12", "key", sitting.now))
    assert not sitting.table.receive(ben, wire.Rematch(), sitting.now).rematch


def test_no_rematch_before_the_end_nor_for_spectators() -> None:
    sitting, (ann, _) = begun("meow")
    assert [each["code"] for each in sitting.send(ann, wire.Rematch())] == ["not_over"]
    sitting, _ = over()
    assert [each["code"] for each in sitting.send(sitting.enter("wil"), wire.Rematch())] == ["not_your_seat"]


def test_a_rematch_keeps_the_names_of_people_who_share_a_device() -> None:
    sitting = Sitting("meow", [person(), person("Ben")])
    ann = sitting.enter("ann")
    sitting.ready(ann)
    play_at_random(sitting, [ann, ann], Random(1))
    again = creation.rematch_of(sitting.table, sitting.now)
    writes = first_writes(again, creation.people_of(sitting.table))
    assert [write.person.name for write in writes if isinstance(write, SavePerson)] == ["Ann"]


# Keys, phrases, words


def admit(table: Table, key: str, phrase: str, who: str) -> None:
    admission.check_key(table, key, who)
    if not admission.belongs(table, who):
        admission.check_phrase(table, phrase)


def test_admission_needs_the_key_and_the_phrase() -> None:
    table = Sitting("yatzy", [person(), OPEN], pass_phrase="open sesame").table
    with pytest.raises(RequestRefused, match="only be joined with its link"):
        admit(table, "", "open sesame", "ben")
    with pytest.raises(RequestRefused, match="pass-phrase is not right"):
        admit(table, table.setup.key, "open barley", "ben")
    admit(table, table.setup.key, "open sesame", "ben")


def test_those_who_sit_there_need_neither() -> None:
    admit(Sitting("yatzy", [person(), OPEN], pass_phrase="open sesame").table, "", "", "ann")


def test_a_phrase_is_kept_only_as_a_salted_hash() -> None:
    kept = [hashed_phrase("open sesame") for _ in range(2)]
    assert kept[0] != kept[1]
    assert "sesame" not in kept[0]
    assert [phrase_fits("open sesame", each) for each in kept] == [True, True]


@pytest.mark.parametrize("signed", ["", ".", "ann", "ann.", "ben.0123", "ann.\udcff", "\udcff.\udcff", "ü.ü"])
def test_a_forged_signature_is_nobody(signed: str) -> None:
    assert Signer(b"key").person(signed) is None


def test_a_signature_of_another_key_is_nobody() -> None:
    assert Signer(b"key").person(Signer(b"key").signed("ann")) == "ann"
    assert Signer(b"key").person(Signer(b"other").signed("ann")) is None


def test_watching_is_refused_where_the_host_wants_nobody() -> None:
    table = Sitting("yatzy", [person(), OPEN], watch="nobody").table
    with pytest.raises(RequestRefused, match="no spectators"):
        admission.sit(table, wire.Join("Wil", watch=True), "wil")


def test_a_seat_that_nobody_claims_is_open_again() -> None:
    """A client that lost the answer to its join does not know that the seat is its own."""
    sitting = Sitting("yatzy", [person(), OPEN])
    ann = sitting.enter("ann")
    sitting.join("ben")
    sitting.wait(CLAIM - 1)
    assert sitting.info(ann)["seats"][1]["kind"] == "person"
    sitting.wait(2)
    assert sitting.info(ann)["seats"][1]["kind"] == "open"
    assert sitting.join("cat") == 1


def test_a_seat_whose_person_came_once_is_kept() -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    sitting.enter("ann")
    sitting.join("ben")
    sitting.leave(sitting.enter("ben"))
    sitting.wait(10 * CLAIM)
    assert sitting.table.setup.seats[1].person == "ben"
    assert sitting.restored(sitting.now).table.setup.seats[1].came


def test_a_guest_has_one_seat() -> None:
    sitting = Sitting("yatzy", [person(), OPEN, OPEN])
    assert sitting.join("ben") == 1
    assert sitting.join("ben") == 1
    with pytest.raises(RequestRefused, match="already have a seat"):
        sitting.join("ben", seat=2)
    assert sitting.join("ann", seat=2) == 2, "people may share the host's device"


def test_what_is_said_too_fast_is_refused() -> None:
    sitting, (ann, ben) = begun("yatzy")
    codes = [sitting.send(ann, wire.Say(phrase="hello"))[-1].get("code", "") for _ in range(12)]
    assert codes == [""] * 8 + ["too_fast"] * 4
    assert sitting.send(ben, wire.Say(phrase="hello"))[-1]["type"] == "said"
    sitting.wait(10_000)
    assert sitting.send(ann, wire.Say(phrase="hello"))[-1]["type"] == "said"
    assert sum(entry.kind == "said" for entry in sitting.journal) == 10
