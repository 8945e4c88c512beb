"""The contents of printed pages, read from the file itself: it is neither compressed nor dated."""

from __future__ import annotations

import re
from itertools import product

import pytest

from purrlor.games.house_of_cats import Ability, Sheet, parse_sheet, printed_sheet
from purrlor.games.house_of_cats.printing import Grid, house_of_cats_pages
from purrlor.games.house_of_cats.sheet import COLUMNS, ROWS
from purrlor.games.yatzy import Box
from purrlor.games.yatzy.printing import yatzy_pages
from purrlor.printing import PAPERS, Paper
from purrlor.printing.paper import Canvas, document
from purrlor.printing.typeface import text_width
from purrlor.words import words

from .pdf_text import texts

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
LARGEST = parse_sheet(
    "\n".join(
        [
            "level: 1",
            "cats: " + " ".join("." * 15 + "#"),
            "cheese: " + " ".join(ROWS + COLUMNS),
            " ".join(COLUMNS),
            *(f"{row} {' '.join('.' * 9)}" for row in ROWS),
        ]
    )
)
SHEETS = [*map(printed_sheet, (1, 2, 3, 4)), LARGEST]


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page/", pdf))


def media_boxes(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/MediaBox \[([^]]*)\]", pdf))


def places(pdf: bytes) -> list[tuple[float, float]]:
    """Return the points of lines and curves, and the starts of texts."""
    numbers = [line.split() for line in re.findall(rb"^([-\d. ]+) (?:m|l|c|Tm)$", pdf, re.MULTILINE)]
    return [(float(x), float(y)) for line in numbers for x, y in [line[-2:]]]


@pytest.mark.parametrize("pages", [1, 4, 100])
def test_as_many_pages_as_were_requested(pages: int) -> None:
    assert page_count(yatzy_pages(paper=A4, pages=pages)) == pages
    assert page_count(house_of_cats_pages(printed_sheet(2), paper=A4, pages=pages)) == pages


def test_a4_and_letter() -> None:
    assert media_boxes(yatzy_pages(paper=A4, pages=2)) == {b"0 0 595.28 841.89"}
    assert media_boxes(yatzy_pages(paper=LETTER, pages=1)) == {b"0 0 612 792"}


def test_the_same_sheet_gives_the_same_bytes() -> None:
    once, again = (house_of_cats_pages(printed_sheet(3), paper=LETTER, pages=2) for _ in range(2))
    assert once == again
    assert b"Date" not in once


def test_every_font_is_embedded() -> None:
    pdf = yatzy_pages(paper=A4, pages=3)
    fonts = set(re.findall(rb"/BaseFont /([\w+-]+)", pdf))
    assert fonts == {b"PURRLR+OpenSans-Regular", b"PURRLR+OpenSans-Bold"}
    assert pdf.count(b"/FontFile2") == 2
    assert len(pdf) < 200_000


@pytest.mark.parametrize("name", ["Zażółć gęślą jaźń", "Γάτα", "Кошка", "Señor Ñandú", "Åse Ørsted", "Œuvre"])
def test_no_letter_is_lost(name: str) -> None:
    canvas = Canvas(A4)
    canvas.text(20, 20, name)
    assert texts(document(canvas, "names", 1)) == [name]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_sheet_tells_level_abilities_and_points(level: int) -> None:
    found = texts(house_of_cats_pages(printed_sheet(level), paper=A4, pages=1))
    assert found.count(f"level {level}") == 2
    for ability in Ability:
        assert words()(f"house-of-cats.ability.{ability}") in found
    assert {"rooms", "total"} <= set(found)
    assert ("empty" in found) == (level != 4)


def test_rooms_bring_1_3_5_and_7() -> None:
    found = texts(house_of_cats_pages(printed_sheet(1), paper=A4, pages=1))
    rooms = found[found.index("a circle for each room") :]
    assert [text for text in rooms if text.isdecimal()][:8] == ["2", "1", "3", "3", "4", "5", "5", "7"]


def test_the_cat_bar_shows_what_its_cats_carry() -> None:
    found = texts(house_of_cats_pages(printed_sheet(1), paper=A4, pages=1))
    start = found.index("6") + 1
    assert [text for text in found[start : start + 10] if text] == ["2", "3", "4", "5", "2-5"]


def test_what_has_no_storey_above_it_has_a_roof() -> None:
    """Runs of spaces: the row, the first and the last column, counted from 0."""
    assert Grid(Canvas(A4), printed_sheet(1)).roof_runs() == [(0, 0, 5)]
    assert Grid(Canvas(A4), printed_sheet(4)).roof_runs() == [(1, 0, 4)]


def test_the_pad_has_every_box_twice() -> None:
    found = texts(yatzy_pages(paper=A4, pages=1))
    for box in Box:
        assert found.count(words()(f"yatzy.box.{box}")) == 2
    assert "35 if the sum is 63 or more" in found


@pytest.mark.parametrize(("sheet", "paper"), list(product(SHEETS, [A4, LETTER])))
def test_nothing_is_drawn_outside_the_page(sheet: Sheet, paper: Paper) -> None:
    width, height = paper.width / 25.4 * 72, paper.height / 25.4 * 72
    found = places(house_of_cats_pages(sheet, paper=paper, pages=1))
    assert min(x for x, _ in found) > 15
    assert max(x for x, _ in found) < width - 15
    assert min(y for _, y in found) > 15
    assert max(y for _, y in found) < height - 15


def test_the_words_of_the_abilities_fit_their_column() -> None:
    """25 mm are for the name, 42 mm for what it does, in 6.6 points."""
    for ability in Ability:
        assert text_width(words()(f"house-of-cats.ability.{ability}"), 6.6, "bold") / 72 * 25.4 < 18
        assert text_width(words()(f"house-of-cats.short.{ability}"), 6.6) / 72 * 25.4 < 41


@pytest.mark.parametrize("key", [key for key in words().catalogue if key.startswith("printing.house-of-cats.scoring")])
def test_the_words_about_scoring_fit_theirs(key: str) -> None:
    assert text_width(words()(key), 5.6) / 72 * 25.4 < 67


def test_the_width_of_letters() -> None:
    assert text_width("Cat", 1000) == 631 + 556 + 353
    assert text_width("Cat", 1000, "bold") == 637 + 604 + 434
