"""Practice on the page asks as practice in the terminal does: the page is tested against these files."""

from __future__ import annotations

import json

from .practice_samples import FIGURES, SAMPLES, figures, samples


def test_the_figures_of_the_page_are_those_of_the_scheduler() -> None:
    assert json.loads(FIGURES.read_text(encoding="utf-8")) == figures()


def test_the_samples_of_the_page_are_what_the_scheduler_asks() -> None:
    kept = json.loads(SAMPLES.read_text(encoding="utf-8"))
    assert kept == samples()


def test_the_samples_show_new_ones_due_ones_and_known_ones() -> None:
    kept = json.loads(SAMPLES.read_text(encoding="utf-8"))
    assert any(len(each["due"]) > 3 for each in kept)
    assert any(not each["due"] and each["answers"] for each in kept)
    assert any(not each["answers"] for each in kept)
