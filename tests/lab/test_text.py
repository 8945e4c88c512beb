"""The text environment."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from purrlor_pig.kit import KIT as PIG

from purrlor.core import Act, Record, Seat
from purrlor.kit import games, registry
from purrlor.kit.plain_view import plain
from purrlor.lab.text import TextEnv, TextTurn

SHORT: dict[str, dict[str, Any]] = {"addi-cats": {"most_cards": 60}}
"""Options that shorten a match."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {"seats": 2, **SHORT.get(name, {})}) for name in games()),
    ("pig", {"target": 30}),
]


@pytest.fixture(autouse=True)
def pig_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.LOADED, "pig", PIG)
    monkeypatch.setattr(registry, "entries", _entries(registry.entries))


def _entries(usual: Any) -> Any:
    """Pig is not installed here: it has no folder with rules of its own."""
    return lambda: {**usual(), "pig": usual()["yatzy"]}


def played(game: str, options: dict[str, Any], language: str, seed: str) -> tuple[list[TextTurn], TextEnv]:
    """A match of players who answer wrongly now and then."""
    env, random = TextEnv(game, language=language, **options), Random(seed)
    turns = [env.reset(seed)]
    while not turns[-1].over:
        legal = turns[-1].legal
        nonsense = random.random() < 0.1
        turns.append(env.step("purr" if nonsense else f"I think.\n`{random.choice(legal).upper()}`"))
    return turns, env


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_whole_matches_are_played_in_words(game: str, options: dict[str, Any], language: str) -> None:
    turns, env = played(game, options, language, "text")
    for turn, following in pairwise(turns):
        assert turn.legal
        assert all(f"- {action}" in turn.text for action in turn.legal)
        if following.refused:
            assert (following.seat, following.legal) == (turn.seat, turn.legal)
            assert following.text.startswith(following.refused)
    assert sum(env.refusals) == sum(bool(turn.refused) for turn in turns) > 0
    assert env.match is not None
    assert (turns[-1].scores, turns[-1].winners) == (env.match.scores, tuple(env.match.winners))
    assert turns[-1].legal == ()


def test_the_same_seed_and_answers_give_the_same_texts() -> None:
    assert played("meow", {"seats": 3}, "en", "a")[0] == played("meow", {"seats": 3}, "en", "a")[0]
    assert played("meow", {"seats": 3}, "en", "a")[0] != played("meow", {"seats": 3}, "en", "b")[0]


def test_an_illegal_action_gets_the_reason_and_changes_nothing() -> None:
    env = TextEnv("yatzy", seats=1)
    first = env.reset("purr")
    assert env.match is not None
    before = env.match.log
    refused = env.step("score fat_cat")
    assert refused.refused
    assert (refused.legal, list(env.match.log)) == (first.legal, list(before))
    assert not env.step("roll").refused


@pytest.mark.parametrize("game", games())
def test_an_answer_that_is_not_an_action_is_refused_in_the_language_asked_for(game: str) -> None:
    env = TextEnv(game, language="de", seats=2)
    env.reset("purr")
    refused = env.step("purr").refused
    assert refused.startswith("Das ist kein Zug: „purr“ ist kein Zug; sag ")


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ("roll", True),
        ("**Roll.**", True),
        ("Let me think.\n> roll", True),
        ("rolling now", False),
        ("", False),
        ("Action: roll", True),
        ("**Action:** roll", True),
        ("ACTION: `roll`.", True),
        ("Final answer:\nroll", True),
        ('{"action": "roll"}', True),
        ("```\nroll\n```", True),
        ("<think>\nkeep 9 9 9\n</think>\nroll", True),
        ("A possible action: keep what I have.\nroll", True),
        ("I would roll", False),
        ("Action: roll, then keep the sixes", False),
        ("roll\nFinal answer: keep 9 9 9", False),
        ("Action: roll\nNo: action: score ones", False),
        ("`roll`\nbut that is weak. I keep 9 9 9.", False),
    ],
)
def test_one_line_that_is_legal_is_enough(answer: str, taken: bool) -> None:
    env = TextEnv("yatzy", seats=2)
    env.reset("purr")
    assert bool(env.step(answer).refused) is not taken


def rolled(dice: str) -> TextEnv:
    """Yatzy after the first roll of a match that begins with these dice."""
    env = TextEnv("yatzy", seats=1)
    for seed in range(1000):
        env.reset(seed)
        if f"keep {dice}" in env.step("roll").legal:
            return env
    raise AssertionError(dice)


THOUGHTS = "I could\n`keep 1`\nbut that is weak. "


@pytest.mark.parametrize("commits", ["Final answer: keep 9 9 9", "\nkeep 9 9 9", "My move: keep 6 6 6 6 6"])
def test_an_action_mentioned_while_thinking_is_not_played(commits: str) -> None:
    env = rolled("1")
    assert env.match is not None
    before = len(env.match)
    assert env.step(THOUGHTS + commits).refused
    assert len(env.match) == before


def test_the_action_that_was_committed_to_is_played() -> None:
    env = rolled("1 2")
    assert env.match is not None
    assert not env.step(f"{THOUGHTS}Final answer: keep 1 2").refused
    assert [str(event.action) for event in env.match.log if isinstance(event, Act)] == ["roll", "keep 1 2"]


def test_matches_after_a_seed_are_the_same_in_every_run() -> None:
    runs: list[list[str]] = []
    for seed in (1, 1, 2):
        env = TextEnv("meow", seats=2)
        runs.append([env.reset(seed).text, env.reset().text, env.reset().text])
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
    assert len(set(runs[0])) == 3


def test_two_actions_at_once_are_refused() -> None:
    env = TextEnv("meow", seats=2)
    turn = env.reset("purr")
    assert "several actions" in env.step("\n".join(turn.legal[:2])).refused


def test_a_seat_reads_nothing_of_what_others_hide() -> None:
    """In MEOW the hand of the seat that is asked stands in its text, and no card of the other."""
    env = TextEnv("meow", seats=2)
    turn = env.reset("purr")
    assert env.match is not None
    assert turn.seat is not None
    hand = {action.split()[1] for action in turn.legal}
    hidden = {str(card) for card in env.match.state_after(len(env.match)).hands[1 - turn.seat]}
    assert hand & hidden == set()
    assert not any(f" {card}" in turn.text for card in hidden)


def test_without_a_match_there_is_nothing_to_answer() -> None:
    with pytest.raises(RuntimeError, match="call reset"):
        TextEnv("yatzy").step("roll")
    with pytest.raises(ValueError, match="2 seats need as many names, not 1"):
        TextEnv("yatzy", seats=2, names=["Ann"])


def test_hidden_actions_are_not_listed_but_shown_by_example() -> None:
    env = TextEnv("meow", seats=2, legal="hidden")
    turn = env.reset("purr")
    assert all(f"- {action}" not in turn.text for action in turn.legal)
    assert "written like these examples: play " in turn.text
    assert all(f"- {action}" not in env.step("purr").text for action in turn.legal)
    assert not env.step(turn.legal[0]).refused


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        ('{"action": "roll"}', False),
        ('I roll {all}.\n```json\n{"why": "first", "action": "roll"}\n```', False),
        ("roll", True),
        ('{"action": 7}', True),
        ('["roll"]', True),
        ('{"action": "roll"', True),
    ],
)
def test_json_answers_are_read_from_their_last_object(answer: str, refused: bool) -> None:
    env = TextEnv("yatzy", seats=2, answers="json")
    env.reset("purr")
    assert bool(env.step(answer).refused) == refused


@pytest.mark.parametrize("game", games())
def test_json_observations_hold_the_view_of_the_seat(game: str) -> None:
    env = TextEnv(game, seats=2, observations="json")
    turn = env.reset("purr")
    seen = json.loads(turn.text.splitlines()[0])
    assert env.match is not None
    assert seen["view"] == json.loads(msgspec.json.encode(plain(env.match.view(Seat(turn.seat or 0)))))
    assert tuple(seen["legal"]) == turn.legal


def test_a_seat_that_is_refused_too_often_forfeits() -> None:
    env = TextEnv("yatzy", seats=2, most_refusals=1)
    first = env.reset("purr")
    assert not env.step("purr").over
    end = env.step("purr")
    assert (end.over, end.forfeited, end.winners) == (True, first.seat, (1 - (first.seat or 0),))
    with pytest.raises(RuntimeError, match="call reset"):
        env.step("roll")


def test_an_accepted_answer_forgives_the_refused_ones_before() -> None:
    env = TextEnv("yatzy", seats=1, most_refusals=1)
    env.reset("purr")
    for answer in ("purr", "roll", "purr"):
        turn = env.step(answer)
    assert turn.forfeited is None


def test_the_log_repeats_the_match() -> None:
    turns, env = played("meow", {"seats": 2}, "en", "log")
    first, *asked, end = map(json.loads, env.log().splitlines())
    assert first["game"] == "meow"
    assert [each["text"] for each in asked] == [turn.text for turn in turns[:-1]]
    assert tuple(end["scores"]) == turns[-1].scores
    assert Record.parse(str(env.record()), games()).match().scores == turns[-1].scores
