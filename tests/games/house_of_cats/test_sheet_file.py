import pytest

from purrlor.core.options import option_texts, with_options
from purrlor.games.house_of_cats import (
    HouseOfCats,
    InvalidSheet,
    Space,
    pack,
    parse_sheet,
    printed_sheet,
    sheet_text,
    unpack,
)

LEVELS = [1, 2, 3, 4]
TINY = "level: 1\ncats: . #\ncheese: 1 B\n\n  A B\n1 . .\n2 - .\n"


@pytest.mark.parametrize("level", LEVELS)
def test_a_printed_sheet_reads_back_as_it_is_drawn(level: int) -> None:
    sheet = printed_sheet(level)
    assert sheet.level == level
    assert parse_sheet(sheet_text(sheet)) == sheet


@pytest.mark.parametrize("level", LEVELS)
def test_a_sheet_goes_into_one_word_and_comes_back(level: int) -> None:
    word = pack(printed_sheet(level))
    assert not set(word) & set(" =\n")
    assert unpack(word) == printed_sheet(level)


def test_a_drawing_is_drawn_as_it_was_read() -> None:
    assert sheet_text(parse_sheet(TINY)) == TINY
    assert pack(parse_sheet(TINY)) == "1:.#:1B:../-."


def test_the_repr_rebuilds_the_sheet() -> None:
    assert repr(parse_sheet(TINY)) == "unpack('1:.#:1B:../-.')"


def test_comments_and_empty_lines_are_skipped() -> None:
    assert parse_sheet("# mine\n\n" + TINY) == parse_sheet(TINY)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_levels_one_to_three_have_36_spaces(level: int) -> None:
    assert len(printed_sheet(level).spaces) == 36


@pytest.mark.parametrize("level", [1, 4])
def test_every_row_and_column_of_levels_1_and_4_ends_in_a_cheese(level: int) -> None:
    assert set(printed_sheet(level).cheeses) == set(printed_sheet(level).lines)


def test_level_1_has_ten_cats_and_numbers_on_the_even_ones() -> None:
    assert printed_sheet(1).cat_bar == ".2.3.4.5.#"


@pytest.mark.parametrize("level", [2, 3])
def test_levels_2_and_3_have_four_stars_and_five_boxes(level: int) -> None:
    sheet = printed_sheet(level)
    assert sorted(sheet.stars) == ["B2", "B5", "E2", "E5"]
    assert dict(sheet.boxes) == {"a": "A1", "b": "F1", "c": "A6", "d": "F6", "e": "D3"}


def test_level_3_has_four_areas_of_nine() -> None:
    areas = printed_sheet(3).areas
    assert [len(area) for area in areas] == [9, 9, 9, 9]
    assert [area[0] for area in areas] == ["A1", "D1", "A4", "D4"]


def test_level_4_starts_with_15_spaces_and_can_grow_over_a_field_of_6_by_6() -> None:
    sheet = printed_sheet(4)
    start = [space for space, entry in zip(sheet.spaces, sheet.blank, strict=True) if entry == "."]
    assert (len(sheet.spaces), len(start), start[0], start[-1]) == (36, 15, "A2", "E4")


def test_the_sheet_that_level_4_had_before_is_kept() -> None:
    sheet = printed_sheet(4, gardens=True)
    start = [space for space, entry in zip(sheet.spaces, sheet.blank, strict=True) if entry == "."]
    assert (len(sheet.spaces), len(start), start[0], start[-1]) == (27, 15, "B3", "F5")
    assert all(sheet.lines[line] for line in sheet.cheeses)


def test_spaces_touch_at_edges() -> None:
    sheet = printed_sheet(1)
    assert sorted(sheet.neighbours[Space("A1")]) == ["A2", "B1"]
    assert sorted(sheet.neighbours_and_corners[Space("A1")]) == ["A2", "B1", "B2"]


def test_nothing_touches_a_hole() -> None:
    assert sorted(parse_sheet(TINY).neighbours[Space("A1")]) == ["B1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a sheet starts with its level"),
        ("cats: .\n A\n1 .", "line 1: a sheet starts with its level"),
        ("level: 5\n A\n1 .", "line 1: the level is 1, 2, 3 or 4, not '5'"),
        ("level: 1\nlevel: 1", "line 2: level is there twice"),
        ("level: 1\nmice: 3", "line 2: there is no field 'mice'"),
        ("level: 1\ncats: .", "line 2: the grid is missing"),
        ("level: 1\ncats: .\n B A\n1 . .", "line 3: the columns are called A B C"),
        ("level: 1\ncats: .\n A B\n2 . .", "line 4: rows are called 1 2 3 … up to 9; here '2' comes as number 1"),
        ("level: 1\ncats: .\n A B\n1 . . .", "line 4: row 1 has 3 marks for 2 columns"),
        ("level: 1\ncats: .\n A B\n1 . ?", r"line 4: '\?' is not a mark of a space"),
        ("level: 1\ncats: .\n A B\n1 . a", "line 4: 'a': stars and bonus boxes are for levels 2 and 3"),
        ("level: 1\ncats: .\n A B\n1 . *", r"line 4: '\*': stars and bonus boxes"),
        ("level: 1\ncats: .\n A B\n1 . R.", "line 4: 'R.': on level 3 every space has its area"),
        ("level: 3\n A B\n1 R. .", "line 3: '.': on level 3 every space has its area"),
        ("level: 1\ncats: .\n A B\n1 . +", "line 4: spaces are added on level 4 only"),
        ("level: 1\ncats: 6\n A\n1 .", "line 2: a cat carries . for nothing, 2, 3, 4, 5 or #, not '6'"),
        ("level: 1\n A\n1 .", "line 1: level 1 has a cat bar, the others have none"),
        ("level: 4\ncats: .\n A\n1 .", "line 2: level 1 has a cat bar, the others have none"),
        ("level: 1\ncats: .\ncheese: 2\n A\n1 .", "line 3: there is no row or column '2' to end in a cheese"),
        ("level: 2\ncheese: 1\n A B C\n1 * * *", "line 2: cheeses are for levels 1 and 4"),
        ("level: 4\n A\n1 +", "line 3: no space to write into"),
        ("level: 1\ncats: .\n A", "line 3: no space to write into"),
        ("level: 2\n A B C\n1 * * *\n2 a . .\n3 . a .", "line 5: there are two bonus boxes a"),
        ("level: 2\n A B C\n1 * * .", "line 3: levels 2 and 3 need 3 starred spaces, here are 2"),
    ],
)
def test_an_invalid_sheet_is_refused_with_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidSheet, match=reason):
        parse_sheet(text)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("", "a packed sheet is LEVEL:CATS:CHEESES:ROW/ROW/…"),
        ("1:.: :..", "a packed sheet is"),
        ("1:.::../.", "row 2 has 1 marks for 2 columns"),
        ("1:.::?", r"'\?' is not a mark"),
        ("1:.::" + "/".join("." * 10), "rows are called"),
        ("1:.::" + "." * 10, "the columns are called|10 marks for 9 columns"),
        ("1:.::", "no space|columns"),
    ],
)
def test_an_invalid_packed_sheet_is_refused_with_a_reason(word: str, reason: str) -> None:
    with pytest.raises(InvalidSheet, match=reason):
        unpack(word)


def test_an_own_sheet_survives_the_options_of_a_record() -> None:
    rules = HouseOfCats(level=1, sheet=pack(parse_sheet(TINY)))
    assert with_options(HouseOfCats, option_texts(rules)) == rules
    assert rules.layout == parse_sheet(TINY)


def test_a_star_beside_a_box_is_not_a_starred_box() -> None:
    beside = unpack("2:::a*./b*./c*.")
    starred = unpack("2:::a!./b!./c!.")
    assert sorted(beside.stars) == ["B1", "B2", "B3"]
    assert sorted(starred.stars) == ["A1", "A2", "A3"]
    assert [unpack(pack(sheet)) for sheet in (beside, starred)] == [beside, starred]


def test_a_starred_bonus_box_is_both() -> None:
    sheet = unpack("3:::R.R*B*/Y.Ya!G.")
    assert sheet.boxes == {"a": "B2"}
    assert sorted(sheet.stars) == ["B1", "B2", "C1"]
