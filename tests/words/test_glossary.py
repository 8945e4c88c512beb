"""Each thing of a game has one name in a language: that of its glossary."""

from __future__ import annotations

from purrlor.words.check import Term, glossary_terms, term_problems

TEXT = """# Glossar
## Überall
| English | Deutsch |
|---|---|
| match | Partie |

## Addi Cat's
| English | Deutsch |
|---|---|
| stack (face down), pile | Stapel |
| Chase, Trap | Jagd, Falle |
"""
TERMS = glossary_terms(TEXT)
ENGLISH = {"card.chase": "Chase", "note.trapped": "{seat} is caught in the Trap.", "way": "Trap the mouse"}


def problems(**said: str) -> list[str]:
    sentences = {key.replace("_", "."): text for key, text in said.items()}
    return [problem for _, problem in term_problems(TERMS, "Addi Cat's", ENGLISH, sentences)]


def test_terms_stand_in_pairs() -> None:
    assert [
        Term("Überall", "match", "Partie"),
        Term("Addi Cat's", "Chase", "Jagd"),
        Term("Addi Cat's", "Trap", "Falle"),
    ] == TERMS


def test_a_name_is_the_glossarys() -> None:
    assert problems(card_chase="Jagd") == []
    assert problems(card_chase="Hatz") == ["is 'Hatz', the glossary calls it 'Jagd'"]


def test_a_sentence_says_the_name_in_any_form() -> None:
    assert problems(note_trapped="{seat} sitzt in den Fallen.") == []
    assert problems(note_trapped="{seat} ist gefangen.") == ["does not say 'Falle', the glossary's term for 'Trap'"]


def test_a_word_that_begins_a_sentence_may_be_no_name() -> None:
    assert problems(way="Fang die Maus") == []
