"""Read the glossary of a language, and find sentences that use another term.

A glossary is a Markdown file with tables `| English | <language> |`; a chapter with the name of a game applies to its
files only. A cell may list several terms with commas, then its neighbour lists as many; a semicolon separates the terms
of another idea, a round bracket is a remark. A program can check two things. A name that stands alone in English (a
box, a card, an ability) must be the glossary's term. A sentence that contains such a name in English must contain the
term. Endings may differ, because words are inflected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

ROW = re.compile(r"^\|(.+?)\|(.+)\|$")
REMARK = re.compile(r"\s*\([^)]*\)")
SEVERAL = re.compile(r"[,;] *")
ENDING = 3
"""The number of letters at the end of a word that inflection may change."""
SHORTEST = 3


class Term(NamedTuple):
    chapter: str
    """The heading above it: the title of a game, or any other text for terms that apply everywhere."""
    english: str
    named: str


def glossary_terms(text: str) -> list[Term]:
    """Return the terms in pairs; a row whose cells list different numbers of terms is not checked."""
    chapter, found = "", list[Term]()
    for line in text.splitlines():
        if line.startswith("## "):
            chapter = line.removeprefix("## ").strip()
        elif (row := ROW.match(line.strip())) and not set(line) <= set("|- "):
            ours, theirs = (SEVERAL.split(REMARK.sub("", cell).strip()) for cell in row.groups())
            if len(ours) == len(theirs):
                found += [Term(chapter, *pair) for pair in zip(ours, theirs, strict=True)]
    return [term for term in found if term.english != "English"]


def term_problems(
    terms: Sequence[Term], title: str, english: Mapping[str, str], said: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield key and problem of each sentence of the game `title` that does not use its glossary's terms.

    A single word at the beginning of a sentence may not be a name: "Flip the 5" is not the ability Flip.
    """
    ours = [term for term in terms if term.chapter and term.chapter in title and term.english[0].isupper()]
    names = {term.english: term.named for term in ours}
    for key, text in said.items():
        source = english.get(key, "")
        if source in names and text.casefold() != names[source].casefold():
            yield key, f"is {text!r}, the glossary calls it {names[source]!r}"
            continue
        for name, named in names.items():
            apart = "" if " " in name else "(?<!^)"
            if re.search(rf"{apart}\b{re.escape(name)}s?\b", source) and not _says(text, named):
                yield key, f"does not say {named!r}, the glossary's term for {name!r}"


def _says(text: str, named: str) -> bool:
    """Return whether every word of a term is in the text, in any form."""
    lowered = text.casefold()
    stems = [word[: max(SHORTEST, len(word) - ENDING)] for word in re.findall(r"\w+", named.casefold())]
    return all(stem in lowered for stem in stems)
