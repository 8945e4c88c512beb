"""The tokens of the box, and those of a player's own file."""

import pytest

from purrlor.core import InvalidOption, Seat
from purrlor.core.options import option_texts, with_options
from purrlor.games.meow import FISH, STANDARD, VASE, InvalidTokens, Meow, Token, parse_tokens, tokens_text
from purrlor.games.meow.tokens import is_bowl, is_fishbone, token_of, token_value, worth

from .notated import played

FILE = """
bowls = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]
fishbones = [-1, -2, -3, -4, -5, -6, -7, -8]
fish = 4
vases = 4
"""


def test_the_box_holds_11_bowls_8_fishbones_4_fish_and_4_vases() -> None:
    bowls, bones = [*filter(is_bowl, STANDARD)], [*filter(is_fishbone, STANDARD)]
    assert (len(bowls), len(bones), STANDARD.count(FISH), STANDARD.count(VASE)) == (11, 8, 4, 4)
    assert len(STANDARD) == 27


def test_the_values_are_those_of_our_ruling() -> None:
    assert [worth(token) for token in STANDARD if is_bowl(token)] == [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]
    assert [worth(token) for token in STANDARD if is_fishbone(token)] == [-10, -8, -6, -5, -4, -3, -2, -1]


def test_owners_of_the_box_enter_their_own_list() -> None:
    rules = Meow(seats=2, first=Seat(0), tokens=parse_tokens(FILE))
    match = played(rules, "fate +10 +10 -7 fish vase +1 +2 +3 +4")
    assert match.state.row[:3] == ("+10", "+10", "-7")


def test_other_numbers_of_a_kind_are_fine_as_long_as_there_are_27() -> None:
    tokens = parse_tokens("bowls = [99]\nfishbones = [-99]\nfish = 0\nvases = 25")
    assert len(tokens) == 27


def test_a_list_reads_back_as_it_was_written() -> None:
    assert parse_tokens(tokens_text(STANDARD)) == STANDARD
    assert tokens_text(parse_tokens(FILE)) == FILE.lstrip().replace("-1, -2", "-1, -2")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("fish = 4", "fish = 3", "a game needs 27 tokens, three rounds of nine; here are 26"),
        ("[1, 2", "[1, 1, 2", "here are 28"),
        ("fish = 4", "", "fish are missing"),
        ("fish = 4", "fisch = 4", "there is no kind of token 'fisch'; there are bowls, fishbones, fish, vases"),
        ("fish = 4", "fish = [4]", r"fish = how many there are, 0 to 27, not \[4\]"),
        ("vases = 4", "vases = -1", "vases = how many there are, 0 to 27, not -1"),
        ("vases = 4", "vases = true", "not True"),
        ("vases = 4", "vases = 1000000000000", "0 to 27, not 1000000000000"),
        ("[1, 2", "[0, 2", "bowls are whole numbers from 1 to 99, not 0"),
        ("[1, 2", "[1.5, 2", "bowls are whole numbers from 1 to 99, not 1.5"),
        ("[1, 2", "['1', 2", "bowls are whole numbers from 1 to 99, not '1'"),
        ("[-1, -2", "[-1, 2", "fishbones are whole numbers from -99 to -1, not 2"),
        ("[-1, -2, -3, -4, -5, -6, -7, -8]", "8", "fishbones are a list of whole numbers, not 8"),
        ("bowls = [", "bowls [", r"mine.toml is not TOML: .*line 2"),
    ],
)
def test_a_list_that_nobody_can_play_with_is_refused_with_a_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(InvalidTokens, match=reason) as error:
        parse_tokens(FILE.replace(old, new), "mine.toml")
    assert str(error.value).startswith("mine.toml")


@pytest.mark.parametrize("token", ["5", "+0", "-0", "+100", "bird", "+٣", ""])
def test_an_invalid_token_is_not_an_option(token: str) -> None:
    with pytest.raises(InvalidOption, match="is not a token"):
        Meow(tokens=(*STANDARD[1:], Token(token)))


def test_too_few_tokens_are_not_an_option() -> None:
    with pytest.raises(InvalidOption, match="needs 27 tokens"):
        Meow(tokens=STANDARD[1:])


def test_the_tokens_stand_in_the_options_of_a_record() -> None:
    rules = Meow(tokens=parse_tokens(FILE))
    assert option_texts(rules)["tokens"].startswith("-8,-7,-6,")
    assert with_options(Meow, option_texts(rules)) == rules


def test_the_order_of_the_list_does_not_matter_for_fate() -> None:
    assert Meow(tokens=STANDARD[::-1]).initial() == Meow().initial()


def test_every_token_has_its_number_in_a_draw() -> None:
    assert [token_of(token_value(token)) for token in STANDARD] == [*STANDARD]
