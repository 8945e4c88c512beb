"""The prepared deals of lessons bring what their texts announce."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from purrlor.core import Fates, Match, Seat, fate_key, secret_from_text
from purrlor.games.addi_cats import Action, AddiCats, State, View, parse_action
from purrlor.games.addi_cats.cards import ActionName
from purrlor.games.addi_cats.state import EVERYBODY_HITS
from purrlor.games.addi_cats.story import Turns
from purrlor.games.addi_cats.verdicts import has_right

LESSON = Path(__file__).parents[2] / "web" / "src" / "games" / "addi-cats" / "lesson.ts"
ACTIONS: tuple[ActionName, ...] = ("clock", "sumo", "trap", "gift")


def best(state: State, seat: Seat) -> Action:
    if not state.decisions:
        return parse_action("turn")
    return parse_action("hit" if state.phase in EVERYBODY_HITS or has_right(state, seat) else "pass")


def test_the_second_lesson_of_addi_cats_brings_its_action_cards_in_order() -> None:
    (name,) = re.findall(r'"(actions-\d+)"', LESSON.read_text(encoding="utf-8"))
    rules = AddiCats(seats=3, first=Seat(0), timed=False, numbers_up_to=5, actions=ACTIONS)
    match: Match[State, Action, View] = Match(rules, Fates(fate_key(secret_from_text(f"lesson/addi-cats/{name}"))))
    match.settle()
    while match.states[-1].cards_turned < 16:
        seat = rules.awaiting(match.states[-1]).seats[0]
        match.act(seat, best(match.states[-1], seat))
        match.settle()
    views = [rules.view(state, None) for state in match.states]
    notes = chain.from_iterable(map(rules.tell, views, match.log, views[1:]))
    turned = [str(note.card) for note in notes if isinstance(note, Turns)]
    assert [card for card in turned if card in ACTIONS] == [*ACTIONS]
