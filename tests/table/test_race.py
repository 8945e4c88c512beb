"""Races over connections with different delays: the faster player counts, not the faster connection."""

from __future__ import annotations

from random import Random

import pytest

from purrlor.core import pledge
from purrlor.table import wire
from purrlor.table.race.presses import REMEMBERED, Race
from purrlor.table.race.round_trips import (
    CAP,
    ENOUGH,
    FLOOR,
    SCREEN,
    SCREEN_AT_MOST,
    VOUCHED_SLACK,
    Delay,
    by_chance,
)
from tests.table.table_driver import OPEN, OPTIONS, Sitting, acts, begun, ledger, person, racing


def test_a_press_is_held_until_nobody_could_have_been_faster() -> None:
    sitting, (ann, _, _) = racing(cat=200)
    sitting.wait(300)
    assert sitting.act(ann, 0, "hit head", reaction=300) == []
    sitting.wait(200 + FLOOR // 2 - 1)
    assert acts(sitting) == []
    sitting.wait(1)
    assert acts(sitting) == ["seat1 hit head"]


def test_a_person_who_pressed_first_is_first_though_heard_later() -> None:
    sitting, (ann, _, cat) = racing(cat=200)
    version = sitting.table.play.version
    sitting.wait(300)
    sitting.act(ann, 0, "hit head", version, reaction=300)
    sitting.wait(100)
    sitting.act(cat, 2, "hit head", version, reaction=200)
    sitting.wait(1000)
    assert acts(sitting) == ["seat3 hit head"]
    entry = ledger(sitting, ann)[-1]
    assert (entry["seat"], entry["reaction"], entry["place"]) == (2, 200, 1)


def test_the_ledger_says_how_everybody_was_timed() -> None:
    sitting, (ann, _, cat) = racing(cat=200)
    sitting.wait(300)
    version = sitting.table.play.version
    sitting.act(cat, 2, "hit head", version, reaction=250, id=9)
    sitting.wait(1000)
    entry = ledger(sitting, ann)[-1]
    assert (entry["reported"], entry["elapsed"], entry["allowance"], entry["bot"]) == (
        250,
        300,
        200 + FLOOR // 2,
        False,
    )
    assert {each.kind for each in sitting.journal} == {"race"}
    assert sitting.restored(sitting.now).table.ledger == sitting.table.ledger


def test_at_once_when_all_others_have_pressed_or_are_bots() -> None:
    sitting, (ann, ben, cat) = racing(ann=100, ben=100, cat=100)
    version = sitting.table.play.version
    sitting.wait(300)
    for connection, seat in ((ann, 0), (ben, 1), (cat, 2)):
        sitting.act(connection, seat, "hit head", version, reaction=290)
    assert acts(sitting)


def test_a_press_twice_is_refused() -> None:
    sitting, (ann, _, _) = racing(cat=200)
    sitting.wait(300)
    sitting.act(ann, 0, "hit head", reaction=300)
    assert [each["code"] for each in sitting.act(ann, 0, "hit head", reaction=1)] == ["acted_already"]


def test_a_person_who_cannot_hit_any_more_is_notified() -> None:
    """Both pressed; the second act is no longer possible when its time comes."""
    sitting, (ann, ben, _) = racing(cat=200)
    version = sitting.table.play.version
    sitting.wait(2500)
    sitting.act(ben, 1, "turn", version, reaction=2400)
    sitting.act(ann, 0, "turn", version, reaction=2450, id=8)
    sitting.wait(1000)
    answers = [each for each in sitting.heard[ann] if each["type"] == "refused"]
    assert [(each["id"], each["code"]) for each in answers] == [(8, "not_now")]


# What a report is worth


def line(*trips: float, cap: int = CAP) -> Delay:
    measured = Delay(cap)
    for trip in trips:
        measured.measured(trip)
    return measured


def test_an_honest_report_of_a_steady_line_counts_as_it_is() -> None:
    assert line(100, 100, 100).count(400, 500) == 400


@pytest.mark.parametrize("reported", [501, 10**12])
def test_a_report_later_than_the_arrival_costs_no_more_than_the_budget(reported: int) -> None:
    assert line(100).count(reported, 500) == 400 + FLOOR


@pytest.mark.parametrize("reported", [350, 0, -1, -(10**12)])
def test_a_claim_beyond_the_usual_delay_is_paid_once(reported: int) -> None:
    steady = line(100, 100, 100)
    assert [steady.count(reported, 500) for _ in range(5)] == [400 - FLOOR // 2, 400, 400, 400, 400]


def test_a_claim_below_the_usual_delay_refills_the_budget_by_as_much() -> None:
    steady = line(100, 100, 100)
    steady.count(0, 500)
    assert steady.budget == 0
    assert steady.count(405, 500) == 405
    assert steady.budget == 5
    assert steady.count(0, 500) == 395


def test_the_claims_of_an_honest_unsteady_line_average_out() -> None:
    """No sequence of claims gains more than the first budget in sum."""
    random, unsteady = Random(1), line(*range(50, 150, 5))
    elapsed = [300 + random.randint(50, 150) for _ in range(500)]
    granted = [each - unsteady.usual - unsteady.count(random.choice([300, 0, 400]), each) for each in elapsed]
    assert sum(granted) <= FLOOR


def test_no_line_is_excused_for_more_than_the_cap() -> None:
    slow = line(5000, 5000, 9000)
    assert slow.allowance == CAP
    assert slow.count(0, 4000) == 4000 - CAP


def test_a_table_may_have_its_own_cap() -> None:
    assert line(5000, cap=50).allowance == 50


def test_a_line_that_nobody_measured_gets_nothing_off() -> None:
    unmeasured = line()
    assert [unmeasured.count(0, 500) for _ in range(3)] == [500 - FLOOR // 2, 500, 500]


def test_without_a_report_the_usual_delay_is_taken_off() -> None:
    assert line(100, 100).count(None, 500) == 400


def test_nobody_presses_before_the_picture_was_sent() -> None:
    assert line(200, 200).count(None, 150) == 0


def test_an_answer_quicker_than_every_round_trip_shows_that_pings_were_answered_late() -> None:
    late = line(*[260] * ENOUGH)
    late.count(None, 60)
    assert late.usual == 60


def test_acts_quicker_than_almost_all_round_trips_show_that_some_pings_were_answered_late() -> None:
    """Three acts took about 60 ms, but five of six pings far longer: that is not an accident."""
    unsteady = line(60, 90, 120, 150, 180, 210)
    for elapsed in (61, 62, 63):
        unsteady.count(None, elapsed)
    assert (unsteady.usual, unsteady.swing) == (62, FLOOR)


def test_acts_as_unsteady_as_the_round_trips_prove_nothing() -> None:
    unsteady = line(60, 90, 120, 150, 180, 210)
    for elapsed in (75, 140, 200):
        unsteady.count(None, elapsed)
    assert unsteady.usual == 135


def test_what_the_page_answers_by_itself_bounds_its_line() -> None:
    late = line(*[260] * ENOUGH)
    late.answered(60)
    assert late.usual == 60


def test_a_reveal_bounds_the_line_of_its_sender() -> None:
    sitting = Sitting("addi-cats", [person(), OPEN], host="ann", lesson="")
    sitting.join("ben")
    ann, ben = sitting.enter("ann"), sitting.enter("ben")
    sitting.send(ann, wire.Ready(pledge=pledge("a")))
    sitting.send(ben, wire.Ready(pledge=pledge("b")))
    sitting.wait(70)
    sitting.send(ann, wire.Reveal("a"))
    assert [list(sitting.table.guests[each].delay.answers) for each in (ann, ben)] == [[70], []]


@pytest.mark.parametrize(
    ("quicker", "rank", "acts", "trips", "expected"),
    [(1, 0, 1, 9, 1 / 10), (2, 0, 2, 6, 1 / 28), (2, 0, 3, 6, 3 / 36), (0, 0, 5, 5, 1), (1, 1, 1, 9, 2 / 10)],
)
def test_the_chance_that_acts_are_the_quickest_of_all(
    quicker: int, rank: int, acts: int, trips: int, expected: float
) -> None:
    assert by_chance(quicker, rank, acts, trips) == pytest.approx(expected)


def test_no_ping_makes_a_line_longer_than_a_proxy_has_measured() -> None:
    late = line(*[260] * ENOUGH)
    late.vouch(60)
    assert late.usual == 60 + VOUCHED_SLACK
    late.vouch(70)
    assert late.usual == pytest.approx(65 + 5 + VOUCHED_SLACK)
    assert line(*[60] * ENOUGH).usual == 60


def test_what_the_kernel_measured_is_beyond_doubt() -> None:
    unsteady = Delay()
    for _ in range(ENOUGH):
        unsteady.measured(260, by_kernel=True)
    unsteady.count(None, 60)
    assert unsteady.usual == 260


def test_a_claim_that_line_and_screen_cannot_explain_is_marked() -> None:
    steady = line(100, 100)
    most = 500 - round(steady.allowance) - SCREEN_AT_MOST
    assert not steady.exceeded_by(most, 500)
    assert steady.exceeded_by(most - 1, 500)
    assert not steady.exceeded_by(None, 500)


def test_a_version_that_was_shown_long_ago_excuses_nothing() -> None:
    race = Race()
    for version in range(REMEMBERED + 5):
        race.sent(version, version)
    press = race.heard(1, line(100), wire.Act(0, 0, "hit head", reaction=-50), 5000)
    assert (press.stamp, press.elapsed) == (5000, 0)


def test_only_the_first_showing_counts() -> None:
    race = Race()
    race.sent(3, 100)
    race.sent(3, 900)
    assert race.sent_at == {3: 100}


# Deadlines


def test_a_deadline_passes_only_after_everybody_could_be_heard() -> None:
    sitting, (ann, *_) = racing(cat=200)
    deadline = sitting.update(ann)["deadline"]
    version = sitting.table.play.version
    sitting.wait(deadline - (sitting.now - sitting.table.began) + 200 + FLOOR // 2 - 1)
    assert sitting.table.play.version == version
    sitting.wait(1)
    assert sitting.rows[-1].text == "timeout"
    assert sitting.rows[-1].at == deadline


def test_a_person_who_pressed_before_the_deadline_is_in_time_though_heard_after_it() -> None:
    sitting, (ann, _, cat) = racing(cat=200)
    deadline, version = sitting.update(ann)["deadline"], sitting.table.play.version
    sitting.wait(deadline - (sitting.now - sitting.table.began) + 100)
    shown = sitting.table.race.sent_at[version]
    sitting.act(cat, 2, "hit head", version, reaction=deadline - 100 - shown)
    sitting.wait(500)
    hit = next(row for row in sitting.rows if "hit" in row.text)
    assert (hit.text, hit.at) == ("seat3 hit head", deadline - 100)


def test_a_press_after_the_deadline_waits_for_it_to_be_declared() -> None:
    sitting, (ann, _, cat) = racing(cat=200)
    deadline, version = sitting.update(ann)["deadline"], sitting.table.play.version
    sitting.wait(deadline - (sitting.now - sitting.table.began) + 20)
    sitting.act(ann, 0, "hit head", version, reaction=None)
    sitting.wait(1000)
    texts = [row.text for row in sitting.rows]
    assert texts.index("timeout") < texts.index("seat1 hit head")
    assert cat


def test_a_table_sleeps_until_something_is_really_due() -> None:
    """A press that comes after the deadline does not keep the server busy until the deadline is declared."""
    sitting, (ann, *_) = racing(cat=200)
    deadline, version = sitting.update(ann)["deadline"], sitting.table.play.version
    sitting.wait(deadline - (sitting.now - sitting.table.began) + 20)
    sitting.act(ann, 0, "hit head", version, reaction=None)
    assert sitting.table.next_wake() == sitting.table.began + deadline + 200 + FLOOR // 2


def test_a_table_may_excuse_lines_for_less() -> None:
    sitting, (ann, _) = begun("addi-cats", ("ann", "ben"), options=OPTIONS, cap=40)
    for _ in range(5):
        sitting.table.measured(ann, 200)
    assert sitting.table.guests[ann].delay.allowance == 40


def test_a_bot_presses_at_its_own_time() -> None:
    sitting, connections = begun("addi-cats", ("ann", "ben"), bots=1, options=OPTIONS)
    sitting.act(connections[0], 0, "turn")
    asked = [ask for ask in sitting.asks if ask.seat == 2][-1]
    sitting.take(sitting.table.bot_chose(asked, "hit head", 700, sitting.now))
    sitting.wait(690)
    assert acts(sitting) == []
    sitting.wait(200)
    assert acts(sitting) == ["seat3 hit head"]


def test_a_bot_counts_from_the_moment_that_people_count_from() -> None:
    """A card that was turned over a long line is shown later than it was turned."""
    sitting, (ann, ben) = begun("addi-cats", ("ann", "ben"), bots=1, options=OPTIONS)
    for connection in (ann, ben):
        for _ in range(10):
            sitting.table.measured(connection, 100)
    sitting.wait(600)
    sitting.asks.clear()
    sitting.act(ann, 0, "turn", reaction=500)
    sitting.wait(300)
    version, turned = sitting.table.play.version, sitting.table.play.match.now
    shown = sitting.table.race.sent_at[version]
    assert shown > turned
    asked = [ask for ask in sitting.asks if ask.seat == 2][-1]
    sitting.take(sitting.table.bot_chose(asked, "hit head", 550, sitting.now))
    assert [press.stamp for press in sitting.table.race.presses] == [shown + SCREEN + 550]
    sitting.wait(sitting.table.began + shown + 50 + 500 + 50 - sitting.now)
    sitting.act(ben, 1, "hit head", version, reaction=500)
    sitting.wait(400)
    assert acts(sitting) == ["seat2 hit head"]


def test_a_bot_that_names_no_time_lets_the_moment_pass() -> None:
    sitting, connections = begun("addi-cats", ("ann", "ben"), bots=1, options=OPTIONS)
    sitting.act(connections[0], 0, "turn")
    asked = [ask for ask in sitting.asks if ask.seat == 2][-1]
    sitting.take(sitting.table.bot_chose(asked, "hit head", 10**9, sitting.now))
    assert sitting.table.race.presses == []


@pytest.mark.parametrize("seed", range(4))
def test_every_press_of_a_wild_match_is_answered_once(seed: int) -> None:
    """Lines of all kinds, reports of all kinds, bots in between: a press is refused or stands in the ledger."""
    random, sent = Random(seed), 0
    sitting, connections = begun(
        "addi-cats", ("ann", "ben"), bots=1, options={"most_cards": "10"}, lesson=f"wild-{seed}"
    )
    for _ in range(5_000):
        if sitting.table.status == "over":
            break
        sitting.think()
        seat = random.randrange(2)
        sitting.table.measured(connections[seat], random.choice([5, 50, 200, 900]))
        action = random.choice(["turn", "hit head", "hit body"])
        sitting.act(connections[seat], seat, action, reaction=random.choice([None, 0, 100, 400, 5000, -5]))
        sent += 1
        sitting.wait(random.choice([1, 10, 100, 500, 2500]))
    answers = [each for connection in connections for each in sitting.heard[connection] if each["type"] == "refused"]
    counted = [entry for entry in ledger(sitting, connections[0]) if not entry["bot"]]
    assert sitting.info(connections[0])["status"] == "over"
    assert len(answers) + len(counted) == sent
