"""The story follows from views: the steps of an event, without face-down cards and hidden decisions."""

from typing import Any

import pytest
from msgspec.structs import asdict

from purrlor.core import Note, Seat
from purrlor.core.laws import play
from purrlor.core.options import with_options
from purrlor.core.story import notes, witnessed
from purrlor.games.addi_cats import AddiCats, View, story, visible_steps
from purrlor.games.addi_cats.state import Chased

from .notated import CALM, after, laid, said

SETTINGS = [
    "seats=3 numbers_up_to=5 most_cards=60",
    "seats=2 numbers_up_to=5 most_cards=60 two_players_end=all_stacks margin=200",
    "seats=4 numbers_up_to=5 most_cards=60 timed=false",
    "seats=2 numbers_up_to=5 most_cards=60 timed=false",
]


def played(options: str, seed: int) -> tuple[AddiCats, Any]:
    rules: AddiCats = with_options(AddiCats, dict(word.split("=") for word in options.split()))
    return rules, play(rules, seed, most_events=400)


def seen_of(view: View) -> dict[str, Any]:
    """Return the fields that a story needs: not the next player, deadlines or excused seats."""
    unneeded = {"up", "deadline", "decided", "decision", *(() if view.timed else ("excused",))}
    return {name: value for name, value in asdict(view).items() if name not in unneeded}


@pytest.mark.parametrize("options", SETTINGS)
def test_followed_from_views_an_event_leads_where_it_led(options: str) -> None:
    rules, trial = played(options, 1)
    followed = 0
    for before, event, now in zip(trial.states, trial.log, trial.states[1:], strict=False):
        for viewer in (None, Seat(0)):
            views = rules.view(before, viewer), rules.view(now, viewer)
            known = witnessed(rules.awaiting(before), event, viewer)
            steps = [*visible_steps.steps(rules, views[0], known, views[1])] if views[0].cards_turned else []
            if steps:
                followed += 1
                assert seen_of(steps[-1]) == seen_of(views[1])
    assert followed > 50


@pytest.mark.parametrize("options", SETTINGS)
def test_the_compiled_story_equals_the_story_step_by_step(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, trial = played(options, 2)
    glance = [*told(rules, trial)]
    monkeypatch.setattr(story, "_is_one_step", never)
    assert [*told(rules, trial)] == glance


def never(_before: View, _event: object, _after: View) -> bool:
    return False


def told(rules: AddiCats, trial: Any) -> list[tuple[Note, ...]]:
    pairs = zip(trial.states, trial.log, trial.states[1:], strict=False)
    return [notes(rules, *each, viewer) for each in pairs for viewer in (None, Seat(1))]


def test_a_verdict_is_described_and_shown_though_a_clock_turns_cards_in_the_same_event() -> None:
    rules = AddiCats(seats=2, first=Seat(0), timed=False, players_with_two_stacks=1)
    state = after(rules, laid(rules, "clock 3 5 9 |", "chase 4 10 |", "clock 6 20 |"), "0 seat1 turn", "0 seat1 hit")
    chase = ["Ann is first in the Chase and plays next.", "Bob is last in the Chase. Cards put under: 1."]
    assert said(rules, state, "0 seat2 pass") == [*chase, "Ann turns 6.", "Ann turns 5.", "Bob turns 4."]
    assert rules.view(after(rules, state, "0 seat2 pass"), None).verdict == (Chased(Seat(0), Seat(1), 1),)


def test_a_present_turned_by_the_clock_is_named() -> None:
    """The Gift fills an empty stack, and the next Clock turns the card that was face down before the event."""
    state = laid(CALM, "clock gift 8 9 |", "clock 4 |", "2 | 5")
    assert said(CALM, state, "0 seat1 turn")[-3:] == [
        "Ann gives everyone a card. Cards given: 2.",
        "Bob turns 4.",
        "Cleo turns 9.",
    ]
