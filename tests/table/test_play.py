"""A table's answers during a match: every act is carried out or refused with a reason."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from purrlor.core import Seat
from purrlor.kit import kit, kits
from purrlor.table import wire
from purrlor.table.chat import PHRASES
from purrlor.table.wire.requests import USUAL_PACE
from purrlor.words import words
from tests.table.table_driver import OPEN, Sitting, begun, bot, person, play_at_random

YATZY = {"first": "1"}
UPDATE = b'{"type":"update"'
QUICK_ADDI = {"timed": "false", "most_cards": "12"}


def test_a_legal_act_is_sent_to_everybody() -> None:
    sitting, (ann, ben) = begun("yatzy", options=YATZY)
    heard = sitting.act(ann, 0, "roll")
    assert [each["type"] for each in heard] == ["update"]
    assert sitting.update(ben)["version"] == heard[0]["version"] == 2


def fields_of(kind: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = kind.__struct_fields__
    return names


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    assert len(found) == len(pairs)
    return found


@pytest.mark.parametrize("game", list(kits()))
def test_an_update_is_what_the_wire_says(game: str) -> None:
    """It is put together from parts, which must be neither missing nor double."""
    sitting, guests = begun(game, options=QUICK_ADDI if game == "addi-cats" else {})
    play_at_random(sitting, guests, Random(1))
    updates = [message for each in sitting.bytes.values() for message in each if message.startswith(UPDATE)]
    assert len(updates) > 20
    fields = {"type", *fields_of(wire.Update)}
    for message in updates:
        found = json.loads(message, object_pairs_hook=without_doubles)
        assert found.keys() | {"scores", "since"} == fields
        assert msgspec.json.decode(message, type=wire.Update).over == ("scores" in found)
        assert found["view"].keys() == set(fields_of(kit(game).painter().whole))


def test_what_was_told_was_written_before() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    outcome = sitting.table.receive(ann, wire.Act(0, 0, "roll"), sitting.now)
    assert [row.text.split()[0] for write in outcome.writes for row in getattr(write, "events", ())] == [
        "seat1",
        "fate",
    ]
    assert outcome.sends


def test_an_illegal_act_is_refused_with_what_is_allowed() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    (heard,) = sitting.act(ann, 0, "score fat_cat", id=7)
    assert (heard["type"], heard["id"], heard["code"], heard["allowed"]) == ("refused", 7, "not_now", ["roll"])
    assert "score fat_cat" in heard["words"]


def test_a_refusal_has_the_values_of_its_sentence() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    (heard,) = sitting.act(ann, 0, "roll", version=99)
    assert (heard["code"], heard["values"]) == ("unknown_version", {"version": 99, "latest": 0})
    assert words("en")("server.refused.unknown_version", **heard["values"]) == heard["words"]


@pytest.mark.parametrize(("game", "racing"), [("yatzy", False), ("house-of-cats", False), ("addi-cats", True)])
def test_an_update_says_whether_it_is_a_race(game: str, racing: bool) -> None:
    sitting, (ann, _) = begun(game)
    assert sitting.update(ann)["racing"] is racing


def test_no_action_at_all_is_refused_in_words() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    (heard,) = sitting.act(ann, 0, "purr loudly")
    assert heard["code"] == "no_action"
    assert "purr" in heard["words"]


def test_somebody_elses_turn_is_refused_in_words() -> None:
    sitting, (_, ben) = begun("yatzy", options=YATZY)
    (heard,) = sitting.act(ben, 1, "roll")
    assert (heard["code"], heard["allowed"]) == ("not_now", [])


def test_another_seat_is_not_yours() -> None:
    sitting, (_, ben) = begun("yatzy", options=YATZY)
    assert [each["code"] for each in sitting.act(ben, 0, "roll")] == ["not_your_seat"]
    assert sitting.rows == []


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_a_seat_that_does_not_exist_is_not_yours(seat: int) -> None:
    sitting, (_, ben) = begun("yatzy", options=YATZY)
    assert [each["code"] for each in sitting.act(ben, seat, "roll")] == ["not_your_seat"]


def test_the_same_act_twice_counts_once() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    sitting.act(ann, 0, "roll", version=0)
    rows = list(sitting.rows)
    (heard,) = sitting.act(ann, 0, "roll", version=0)
    assert heard["code"] == "acted_already"
    assert sitting.rows == rows


def test_the_same_act_twice_counts_once_even_if_the_server_was_killed_in_between() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    sitting.act(ann, 0, "roll", version=0)
    again = sitting.restored(sitting.now)
    kept = sitting.update(ann)["legal"][0]
    (heard,) = again.act(again.enter("ann"), 0, kept, version=0)[-1:]
    assert (heard["type"], heard["code"]) == ("refused", "acted_already")


def test_a_version_that_never_was_is_refused() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    assert [each["code"] for each in sitting.act(ann, 0, "roll", version=99)] == ["unknown_version"]
    assert [each["code"] for each in sitting.act(ann, 0, "roll", version=-1)] == ["unknown_version"]


def test_an_older_version_is_judged_by_what_is_legal_now() -> None:
    sitting, (ann, ben) = begun("house-of-cats")
    version = sitting.update(ben)["version"]
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    assert [each["type"] for each in sitting.act(ben, 1, sitting.update(ben)["legal"][0], version)] == ["update"]


def test_before_the_match_nothing_can_be_played() -> None:
    sitting = Sitting("yatzy", [person(), OPEN], options=YATZY)
    assert [each["code"] for each in sitting.act(sitting.enter(), 0, "roll", 0)] == ["not_started"]


def test_after_the_match_nothing_can_be_played() -> None:
    sitting, connections = begun("meow")
    play_at_random(sitting, connections, Random(1))
    assert [each["code"] for each in sitting.act(connections[0], 0, "play G7")] == ["over"]
    assert sitting.update(connections[0])["over"]


def test_a_finished_match_shows_its_scores_and_seed() -> None:
    sitting, connections = begun("meow")
    assert sitting.info(connections[0])["seed"] == ""
    play_at_random(sitting, connections, Random(1))
    assert sitting.update(connections[0])["scores"] == list(sitting.table.play.match.scores)
    assert bytes.fromhex(sitting.info(connections[0])["seed"]) == sitting.row.secret


# Spectators, hints, words


@pytest.mark.parametrize("game", ["meow", "house-of-cats"])
def test_spectators_see_what_spectators_may(game: str) -> None:
    sitting, connections = begun(game)
    heard = sitting.update(sitting.enter("wil"))
    assert (heard["seat"], heard["legal"], heard["take_back"]) == (None, [], False)
    assert heard["view"] != sitting.update(connections[0])["view"]


def test_spectators_cannot_act() -> None:
    sitting, _ = begun("yatzy", options=YATZY)
    assert [each["code"] for each in sitting.act(sitting.enter("wil"), 0, "roll")] == ["not_your_seat"]


def test_a_hint_is_for_your_own_seat_and_sent_only_to_you() -> None:
    sitting, (ann, ben) = begun("yatzy", options=YATZY)
    version = sitting.update(ann)["version"]
    assert sitting.send(ann, wire.AskHint(0, id=5)) == []
    (ask,) = sitting.asks
    assert (ask.seat, ask.hint, ask.version) == (0, (ann, 5), version)
    sitting.take(sitting.table.hint_found(ask, wire.Hint(0, 5, version, [wire.Ranked("roll", 1.5)], None), sitting.now))
    assert [each["type"] for each in sitting.heard[ann][-1:] + sitting.heard[ben][-1:]] == ["hint", "update"]


def test_where_there_is_no_adviser_the_answer_says_so() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    sitting.send(ann, wire.AskHint(0, id=5))
    sitting.take(sitting.table.hint_found(sitting.asks[0], None, sitting.now))
    assert sitting.heard[ann][-1]["code"] == "nobody_to_ask"


def test_a_second_hint_waits_for_the_first() -> None:
    sitting, (ann, _) = begun("yatzy", options=YATZY)
    sitting.send(ann, wire.AskHint(0))
    assert [each["code"] for each in sitting.send(ann, wire.AskHint(0))] == ["one_hint"]
    sitting.take(sitting.table.hint_found(sitting.asks[0], None, sitting.now))
    assert sitting.send(ann, wire.AskHint(0)) == []


def test_a_hint_is_refused_where_it_is_forbidden_or_makes_no_sense() -> None:
    strict, (ann, _) = begun("yatzy", options=YATZY, hints=False)
    assert [each["code"] for each in strict.send(ann, wire.AskHint(0))] == ["no_hints"]
    sitting, (ann, ben) = begun("yatzy", options=YATZY)
    assert [each["code"] for each in sitting.send(ben, wire.AskHint(1))] == ["no_hint_now"]
    assert [each["code"] for each in sitting.send(ben, wire.AskHint(0))] == ["not_your_seat"]


def test_a_phrase_is_heard_by_everybody_and_by_those_who_come_later() -> None:
    sitting, (ann, ben) = begun("yatzy")
    sitting.send(ann, wire.Say("hello"))
    assert (sitting.heard[ben][-1]["name"], sitting.heard[ben][-1]["phrase"]) == ("Ann", "hello")
    again = sitting.restored(sitting.now)
    assert again.heard[again.enter("ben")][0]["phrase"] == "hello"


@pytest.mark.parametrize(
    ("chat", "message", "code"),
    [
        ("phrases", wire.Say(text="Good evening"), "phrases_only"),
        ("phrases", wire.Say(phrase="good evening"), "no_such_phrase"),
        ("phrases", wire.Say(), "say_something"),
        ("none", wire.Say(phrase="hello"), "no_chat"),
        ("free", wire.Say(text="a" * 201), "bad_text"),
        ("free", wire.Say(text="line\nline"), "bad_text"),
        ("free", wire.Say(text="both", phrase="hello"), "say_something"),
    ],
)
def test_what_may_not_be_said_is_refused(chat: str, message: wire.Say, code: str) -> None:
    sitting, (ann, ben) = begun("yatzy", chat=chat)
    before = len(sitting.heard[ben])
    assert [each["code"] for each in sitting.send(ann, message)] == [code]
    assert len(sitting.heard[ben]) == before


def test_a_free_text_is_heard_where_the_host_allows_it() -> None:
    sitting, (ann, ben) = begun("yatzy", chat="free")
    sitting.send(ann, wire.Say(text="Grüße 🐈"))
    assert sitting.heard[ben][-1]["text"] == "Grüße 🐈"


def test_a_person_who_has_no_name_says_nothing() -> None:
    sitting, _ = begun("yatzy", watch="anyone")
    stranger = sitting.enter("", name="")
    assert [each["code"] for each in sitting.send(stranger, wire.Say(phrase="hello"))] == ["not_known"]


def test_an_unknown_phrase_is_answered_with_those_there_are() -> None:
    sitting, (ann, _) = begun("yatzy")
    assert sitting.send(ann, wire.Say(phrase="miaow"))[0]["allowed"] == list(PHRASES)


def test_what_was_said_before_comes_before_the_table() -> None:
    """So a page can tell it from what is said later."""
    sitting, (ann, _) = begun("yatzy")
    sitting.send(ann, wire.Say(phrase="hello"))
    eve = sitting.enter("eve")
    assert [each["type"] for each in sitting.heard[eve]] == ["said", "table", "update"]


# Bots


def test_bots_and_people_finish_a_match() -> None:
    sitting, connections = begun("meow", ("ann", "ben"), bots=2)
    play_at_random(sitting, connections, Random(2))
    assert sitting.table.status == sitting.row.status == "over"


def test_a_bot_is_requested_again_only_when_its_view_has_changed() -> None:
    sitting = Sitting("house-of-cats", [person(), bot(), bot()])
    ann = sitting.enter()
    sitting.ready(ann)
    assert [ask.seat for ask in sitting.asks] == [1, 2]
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    assert len(sitting.asks) == 2


def test_a_bot_whose_moment_has_passed_does_nothing() -> None:
    sitting, (ann, _) = scored_against_a_bot()
    (ask,) = sitting.asks
    sitting.send(ann, wire.TakeBack(0))
    rows = list(sitting.rows)
    sitting.take(sitting.table.bot_chose(ask, "roll", 0, sitting.now))
    assert sitting.rows == rows


def scored_against_a_bot() -> tuple[Sitting, tuple[int, int]]:
    sitting = Sitting("yatzy", [person(), bot()], options=YATZY)
    ann = sitting.enter()
    sitting.ready(ann)
    sitting.act(ann, 0, "roll")
    sitting.act(ann, 0, next(each for each in sitting.update(ann)["legal"] if each.startswith("score")))
    return sitting, (ann, 1)


@pytest.mark.parametrize("longer", [0, 1100])
def test_a_bot_waits_until_people_have_seen_what_happened(longer: int) -> None:
    sitting = Sitting("yatzy", [bot(), person()], options=YATZY, pace=USUAL_PACE + longer)
    sitting.ready(sitting.enter())
    view = sitting.table.play.match.view(Seat(0))
    sitting.think()
    sitting.wait(kit("yatzy").reading_time(view) + longer - 1)
    assert sitting.rows == []
    sitting.wait(1)
    assert len(sitting.rows) == 2


def test_a_bot_that_is_asked_to_play_quickly_takes_no_longer() -> None:
    sitting = Sitting("yatzy", [bot("tabby"), person()], options=YATZY, pace=150)
    sitting.ready(sitting.enter())
    sitting.think()
    sitting.wait(149)
    assert sitting.rows == []
    sitting.wait(1)
    assert len(sitting.rows) == 2


def test_addi_cats_without_a_clock_is_a_simultaneous_turn() -> None:
    sitting, connections = begun("addi-cats", ("ann", "ben", "cat"), options=QUICK_ADDI)
    play_at_random(sitting, connections, Random(1))
    assert sitting.table.status == "over"


# Lessons


def test_a_lesson_is_the_same_every_time_whatever_browsers_contribute() -> None:
    rows: list[object] = []
    for contribution in ("", "other"):
        sitting = Sitting("meow", [person(), bot("kitten"), bot("kitten")], lesson="first-trick")
        ann = sitting.enter()
        sitting.send(ann, wire.Ready(contribution))
        play_at_random(sitting, [ann], Random(3))
        rows.append([row.text for row in sitting.rows])
    assert rows[0] == rows[1]


def test_without_a_lesson_no_two_fates_are_alike() -> None:
    fates = {tuple(row.text for row in begun("meow", lesson="")[0].rows) for _ in range(2)}
    assert len(fates) == 2


def test_what_players_contribute_changes_the_fate() -> None:
    sitting = Sitting("yatzy", [person(), OPEN], lesson="")
    sitting.join("ben")
    connections = [sitting.enter("ann"), sitting.enter("ben")]
    for connection, text in zip(connections, ("one", "two"), strict=True):
        sitting.send(connection, wire.Ready(text))
    assert sitting.info(connections[0])["contributions"] == ["one", "two"]


@pytest.mark.parametrize("text", ["a" * 65, "line\nline", "\x00"])
def test_a_contribution_is_one_short_line(text: str) -> None:
    sitting = Sitting("yatzy", [person(), OPEN])
    assert [each["code"] for each in sitting.send(sitting.enter(), wire.Ready(text))] == ["bad_contribution"]
