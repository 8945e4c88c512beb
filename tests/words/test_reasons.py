"""Every refusal has a sentence in every language; without one, its English stands in."""

from __future__ import annotations

import ast
import pickle
import re
from string import Formatter

import pytest

from purrlor.core import Act, Fate, IllegalEvent, InvalidNotation, InvalidOption, Match, Seat, Timeout
from purrlor.core.events import Millis
from purrlor.core.match import Refusal
from purrlor.core.options import option_types, with_options
from purrlor.core.reason import Reason, Refused, as_reason
from purrlor.kit.registry import games
from purrlor.words import languages, words
from tests.words.reason_codes import ERRORS, SOURCE, reasons

ALL = reasons()
ENGLISH_WORDS = re.compile(
    r"\b(the|is|are|not|there|this|that|of|or|and|with|without|cannot|must|than|most|least|now|turn|possible)\b"
)
WRONG = ("", "dance", "keep 9", "keep", "score x", "play", "play X9", "hit tail", "use Z", "use L", "place x C2")
OURS = ("yatzy", "meow", "addi-cats", "house-of-cats")


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_source_was_read() -> None:
    assert len(ALL) > 150


@pytest.mark.parametrize("language", languages())
def test_every_code_in_the_source_has_a_sentence_with_the_same_blanks(language: str) -> None:
    found = words(language).catalogue
    assert [code for code in ALL if code not in found] == []
    assert [code for code, english in ALL.items() if blanks(found[code]) != blanks(english)] == []


def test_no_sentence_is_left_over() -> None:
    said = {key for key in words().catalogue if re.match(r"(refused|server\.refused\.reason|[a-z-]+\.refused)\.", key)}
    ours = {key for key in said if not key.startswith("server.refused.") or key.startswith("server.refused.reason.")}
    assert sorted(ours - ALL.keys()) == []


def test_every_error_of_the_core_and_of_our_games_is_raised_with_a_reason() -> None:
    plain = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in SOURCE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ERRORS
        if isinstance(call.args[0], ast.Constant | ast.JoinedStr) and len(call.args) == 1
    ]
    assert plain == []


def test_an_error_says_its_reason_in_english() -> None:
    error = InvalidNotation("refused.numbers", "'{text}' is not a list of numbers", text="x")
    assert str(error) == "'x' is not a list of numbers"
    assert words("de").reason(error.reason) == "„x“ ist keine Reihe von Zahlen"


def test_a_game_without_words_is_heard_in_its_own() -> None:
    coded = Reason("nim.refused.heap", "there is no heap {heap}", heap=9)
    assert words("de").reason(coded) == "there is no heap 9"
    assert words("de").reason(IllegalEvent("take {one} at least").reason) == "take {one} at least"


def test_reasons_within_reasons_are_said_too() -> None:
    inner = Reason("refused.over", "the match is over")
    outer = Reason("refused.not_awaited", "it is not seat {seat}’s turn: {awaited}", seat=2, awaited=inner)
    assert str(outer) == "it is not seat 2’s turn: the match is over"
    assert words("de").reason(outer) == "Platz 2 ist nicht dran: die Partie ist zu Ende"


def test_control_characters_of_a_foreign_file_do_not_reach_a_terminal() -> None:
    assert str(Reason("x", "found '{line}'", line="\x1b[2J")) == "found '\\x1b[2J'"


def test_an_error_survives_the_way_out_of_a_worker_process() -> None:
    error = InvalidOption("refused.option_first", "first names a seat from 1 to {seats}", seats=4)
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.reason.code, back.reason.values) == (str(error), error.reason.code, error.reason.values)


def in_german(error: Refused) -> str:
    """Return the words of a refusal, without those that are the same in every language: notation, options, games."""
    said = words("de").reason(error.reason)
    return re.sub(
        r"„[^“]*“|möglich: .*|es gibt .*|sag eines von diesen: .*|eines von diesen: .*|so: .*|house-of-cats", "", said
    )


@pytest.mark.parametrize("name", OURS)
def test_wrong_actions_are_refused_in_german(name: str) -> None:
    game = games()[name]()
    match = Match(game, log=())
    errors: list[Refused] = []
    for text in WRONG:
        with pytest.raises(InvalidNotation) as no_action:
            game.parse_action(text)
        errors.append(no_action.value)
    with pytest.raises(InvalidNotation) as no_fate:
        game.parse_fate("purr 99 seat9 X7")
    events = (Fate((99,)), Timeout(Millis(0)), Act(Seat(5), object()))
    for event in events:
        with pytest.raises(IllegalEvent) as illegal:
            match.push(event)
        errors.append(illegal.value)
    said = [in_german(error) for error in (*errors, no_fate.value)]
    assert [text for text in said if ENGLISH_WORDS.search(text)] == []


@pytest.mark.parametrize("name", OURS)
def test_wrong_options_are_refused_in_german(name: str) -> None:
    rules = games()[name]
    said: list[str] = []
    for option in (*option_types(rules), "nonsense"):
        for text in ("-7", "99999999", "perhaps", "a,b,c"):
            try:
                with_options(rules, {option: text})
            except InvalidOption as error:
                said.append(in_german(error))
    assert len(said) > len(option_types(rules))
    assert [text for text in said if ENGLISH_WORDS.search(text)] == []


def test_our_english_is_found_by_that_search() -> None:
    unseen = [code for code, english in ALL.items() if ENGLISH_WORDS.search(english) is None]
    assert len(unseen) < len(ALL) / 5


def test_every_way_to_refuse_a_take_back_has_its_words() -> None:
    for refusal in Refusal:
        assert {f"server.refused.{refusal.code}", f"refused.{refusal.code}"} <= words("de").catalogue.keys()


def test_other_errors_are_reported_as_they_are() -> None:
    assert words("de").reason(as_reason(OSError("Kein Platz"))) == "Kein Platz"
