"""Answers in words about the state of the match."""

from __future__ import annotations

import pytest

from purrlor.kit import games
from purrlor.kit.answers import QUESTIONS, Question
from purrlor.table import wire
from purrlor.words import languages

from .table_driver import Sitting, begun, bot, person

GAMES = tuple(games())


def ask(sitting: Sitting, connection: int, question: Question, seat: int | None = 0, language: str = "") -> list[str]:
    answer = sitting.send(connection, wire.AskState(seat, question, language, 7))[-1]
    assert (answer["type"], answer["id"], answer["seat"]) == ("answer", 7, seat)
    lines: list[str] = answer["lines"]
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_an_answer_in_every_language(game: str) -> None:
    sitting, (ann, _) = begun(game)
    for seat in (0, None):
        for language in languages():
            answers = [ask(sitting, ann, question, seat, language) for question in QUESTIONS]
            assert all(line.strip() and "{" not in line for lines in answers for line in lines)
            assert all(answers)


def test_the_answers_name_what_matters() -> None:
    sitting, (ann, _) = begun("yatzy", options={"first": "1"})
    assert ask(sitting, ann, "moves") == ["You may roll all five dice."]
    sitting.act(ann, 0, "roll")
    dice = " ".join(map(str, sitting.update(ann)["view"]["dice"]))
    assert ask(sitting, ann, "table")[1] == f"Dice: {dice}."
    assert ask(sitting, ann, "lead") == ["It is your turn.", "All are level with 0."]
    assert ask(sitting, ann, "scores", None, "de") == ["Gesamt: Ann 0 und Ben 0."]
    assert ask(sitting, ann, "hand", None) == ["You are watching, so you have no hand."]


def test_bots_have_the_names_of_the_language() -> None:
    sitting = Sitting("yatzy", [person(), bot("kitten"), bot("kitten")])
    ann = sitting.enter("ann")
    sitting.ready(ann)
    assert ask(sitting, ann, "scores", 0, "pl") == ["Razem: Ann 0, Kociak 1 0 i Kociak 2 0."]


def test_nobody_asks_for_another_seat() -> None:
    sitting, (ann, _) = begun("meow")
    assert sitting.send(ann, wire.AskState(1, "hand"))[-1]["code"] == "not_your_seat"


def test_a_hand_is_sent_to_its_owner_only() -> None:
    sitting, (ann, ben) = begun("meow")
    own = ask(sitting, ann, "hand")[0]
    told = [line for question in QUESTIONS for line in ask(sitting, ben, question, 1)]
    told += [line for question in QUESTIONS for line in ask(sitting, ben, question, None)]
    assert own.startswith("Hand: pink")
    assert own not in told
    assert not any(line.startswith("Hand") for line in told if line != ask(sitting, ben, "hand", 1)[0])
