"""The pads of the page add up as Python does: the page is tested against these files."""

from __future__ import annotations

import json

from purrlor.games.house_of_cats import Space
from purrlor.games.meow.tokens import STANDARD, Token

from .pad_samples import (
    BOXES,
    HOUSES,
    LEVELS,
    PILES,
    TOKENS,
    house_file,
    house_of,
    house_sample,
    pile_sample,
    possible_scores,
    writing_sample,
)


def test_the_houses_of_the_file_bring_what_it_says() -> None:
    kept = json.loads(HOUSES.read_text(encoding="utf-8"))
    houses = [house_sample(each["level"], house_of(each)) for each in kept["houses"]]
    writings = [writing_sample(each["level"], house_of(each), Space(each["space"])) for each in kept["writings"]]
    assert kept == house_file(houses, writings)


def test_the_houses_of_the_file_show_everything_that_counts() -> None:
    houses = json.loads(HOUSES.read_text(encoding="utf-8"))["houses"]
    for level in LEVELS:
        here = [each for each in houses if each["level"] == level]
        assert all(any(each["parts"][part] for each in here) for part in range(len(here[0]["parts"])))
        assert any(each["doubled"] for each in here)
        assert {room[0] for each in here for room in each["rooms"]} == set("2345")


def test_the_piles_of_the_file_are_worth_what_it_says() -> None:
    kept = json.loads(PILES.read_text(encoding="utf-8"))
    assert kept == [
        pile_sample(tuple(map(Token, each["tokens"])), "flat" if each["flat"] else "per_pair") for each in kept
    ]


def test_the_pad_knows_the_tokens_of_the_box() -> None:
    listed = json.loads(TOKENS.read_text(encoding="utf-8"))
    assert listed == list(STANDARD)


def test_the_pad_knows_what_every_box_of_yatzy_can_score() -> None:
    assert json.loads(BOXES.read_text(encoding="utf-8")) == possible_scores()
