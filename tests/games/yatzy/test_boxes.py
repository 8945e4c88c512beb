import pytest

from purrlor.games.yatzy import Box, points


@pytest.mark.parametrize(
    ("box", "dice", "worth"),
    [
        (Box.ONES, (1, 1, 1, 4, 6), 3),
        (Box.TWOS, (2, 2, 3, 4, 5), 4),
        (Box.THREES, (3, 3, 3, 3, 3), 15),
        (Box.FOURS, (1, 2, 3, 5, 6), 0),
        (Box.FIVES, (1, 5, 5, 5, 5), 20),
        (Box.SIXES, (2, 2, 6, 6, 6), 18),
    ],
)
def test_an_upper_box_counts_its_own_face(box: Box, dice: tuple[int, ...], worth: int) -> None:
    assert points(box, dice) == worth


@pytest.mark.parametrize(
    ("box", "dice", "worth"),
    [
        (Box.THREE_KIND, (1, 2, 4, 4, 4), 15),
        (Box.THREE_KIND, (1, 2, 3, 4, 4), 0),
        (Box.FOUR_KIND, (3, 6, 6, 6, 6), 27),
        (Box.FOUR_KIND, (3, 3, 6, 6, 6), 0),
    ],
)
def test_of_a_kind_sums_all_five_dice(box: Box, dice: tuple[int, ...], worth: int) -> None:
    assert points(box, dice) == worth


def test_a_higher_kind_counts_for_a_lower_one() -> None:
    assert points(Box.THREE_KIND, (2, 2, 2, 2, 6)) == 14
    assert points(Box.THREE_KIND, (2, 2, 2, 2, 2)) == 10
    assert points(Box.FOUR_KIND, (2, 2, 2, 2, 2)) == 10


def test_a_fat_cat_is_a_pair_and_a_triplet() -> None:
    assert points(Box.FAT_CAT, (2, 2, 5, 5, 5)) == 25
    assert points(Box.FAT_CAT, (2, 2, 5, 5, 6)) == 0
    assert points(Box.FAT_CAT, (2, 5, 5, 5, 5)) == 0


def test_five_of_a_kind_is_a_fat_cat_only_by_option() -> None:
    assert points(Box.FAT_CAT, (5, 5, 5, 5, 5)) == 0
    assert points(Box.FAT_CAT, (5, 5, 5, 5, 5), mouser_is_fat_cat=True) == 25


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 6), (1, 2, 3, 4, 4), (2, 3, 4, 5, 5), (1, 3, 4, 5, 6), (3, 3, 4, 5, 6)])
def test_four_in_a_row_are_a_small_hairball(dice: tuple[int, ...]) -> None:
    assert points(Box.SMALL_HAIRBALL, dice) == 30
    assert points(Box.LARGE_FURBALL, dice) == 0


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)])
def test_five_in_a_row_are_a_large_furball_and_hold_a_small_hairball(dice: tuple[int, ...]) -> None:
    assert points(Box.LARGE_FURBALL, dice) == 40
    assert points(Box.SMALL_HAIRBALL, dice) == 30


@pytest.mark.parametrize("dice", [(1, 2, 3, 5, 6), (1, 1, 2, 2, 3), (1, 2, 4, 5, 6)])
def test_three_in_a_row_are_not_hairball(dice: tuple[int, ...]) -> None:
    assert points(Box.SMALL_HAIRBALL, dice) == 0


def test_five_of_a_kind_is_a_marvelous_mouser() -> None:
    assert points(Box.MOUSER, (1, 1, 1, 1, 1)) == 50
    assert points(Box.MOUSER, (1, 1, 1, 1, 2)) == 0


def test_nine_lives_sum_all_five_dice() -> None:
    assert points(Box.NINE_LIVES, (1, 2, 4, 6, 6)) == 19


def test_the_misprinted_table_of_126_combinations_is_not_a_rule() -> None:
    assert points(Box.LARGE_FURBALL, (1, 2, 3, 4, 5)) == 40
