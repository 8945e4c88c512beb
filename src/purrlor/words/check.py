"""Compare a language with English: find missing and wrong sentences.

A missing sentence is shown in English, so a language may be incomplete for a while. A wrong sentence would be visible
to players, or could not be filled in at all; no language may contain one. The glossary of a language names
the terms that its sentences should use.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from string import Formatter
from typing import NamedTuple

from purrlor.kit.registry import ENGLISH, entries, folder, guide_file, rules_file

from .catalogues import PLATFORM, PLATFORM_FILE, game_sentences, platform_sentences
from .plurals import counted_categories

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


GLOSSARY = "glossary.md"
BRACES = re.compile(r"\{[^{}]*\}")
LEAST_WORDS = 3
"""The number of words from which a sentence equal to the English one counts as untranslated."""
SAME = re.compile(r"^[a-z-]+\.title$|\.say\.")
"""Keys whose text is the same in every language: titles of games, and typed commands."""
MARKS = "†‡§"
FIXED = re.compile(r"\{#[\w-]+\}|\(figure:[\w-]+\)")
"""Parts of a guide that are the same in all languages: the ids of its sections, the names of its pictures."""


class Finding(NamedTuple):
    """A finding about one sentence, or about a whole file if `key` is empty."""

    file: str
    key: str
    problem: str

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class Checked(NamedTuple):
    """The comparison of a language with English."""

    language: str
    wrong: Sequence[Finding]
    missing: Sequence[Finding]
    sentences: int
    """The number of English sentences."""

    @property
    def share(self) -> float:
        """The share of English that this language covers, including guides, rules and glossary."""
        return 1 - len(self.missing) / (self.sentences + 2 * len(our_games()) + 1)


def our_games() -> list[str]:
    """Return the games of this package; games of other packages have their own languages."""
    return [name for name, entry in entries().items() if entry.module.startswith("purrlor.")]


def check_language(language: str, platform: Traversable = PLATFORM) -> Checked:
    """Compare every file of a language with its English source."""
    sources = {PLATFORM_FILE: platform_sentences(ENGLISH)}
    sources |= {f"{game}.json": game_sentences(game, ENGLISH) for game in our_games()}
    wrong: list[Finding] = [*_strays(language, platform, set(sources))]
    missing: list[Finding] = []
    glossary = platform.joinpath(language, GLOSSARY)
    terms = glossary_terms(glossary.read_text(encoding="utf-8")) if glossary.is_file() else []
    for name, english in sources.items():
        file = f"{language}/{name}"
        pairs = _pairs(platform, file, english)
        said = dict(pairs)
        missing += [Finding(file, key, f"missing: {text}") for key, text in english.items() if key not in said]
        wrong += [
            Finding(file, key, "is there twice") for key, often in Counter(k for k, _ in pairs).items() if often > 1
        ]
        for key, text in said.items():
            wrong += [Finding(file, key, problem) for problem in _problems(language, key, text, english.get(key))]
        title = english.get(f"{name.removesuffix('.json')}.title", "")
        wrong += [Finding(file, key, problem) for key, problem in term_problems(terms, title, english, said)]
    if language != ENGLISH:
        wrong += [*_guide_problems(language), *_rules_problems(language)]
        files = [*(f"{kind}/{game}.md" for kind in ("guide", "rules") for game in our_games()), GLOSSARY]
        lacking = [name for name in files if not platform.joinpath(language, *name.split("/")).is_file()]
        missing += [Finding(f"{language}/{name}", "", "missing") for name in lacking]
    return Checked(language, wrong, missing, sum(map(len, sources.values())))


def _pairs(platform: Traversable, file: str, english: dict[str, str]) -> list[tuple[str, str]]:
    """Return keys and sentences of a file, including duplicates."""
    language, _, name = file.partition("/")
    if language == ENGLISH:
        return list(english.items())
    path = platform.joinpath(language, name)
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list) if path.is_file() else []


def _strays(language: str, platform: Traversable, names: set[str]) -> Iterator[Finding]:
    """Find files that nothing reads: of an unknown game, or in the place used before each language had its folder."""
    if language == ENGLISH:
        return
    for file in platform.joinpath(language).iterdir():
        if file.name.endswith(".json") and file.name not in names:
            yield Finding(f"{language}/{file.name}", "", "belongs to no game, so nothing reads it")
    old = {f"{language}.json": platform.joinpath(f"{language}.json")}
    for game in our_games():
        old[f"{game}: words/{language}.json"] = folder(game).joinpath("words", f"{language}.json")
        old[f"{game}: words/rules/{language}.md"] = folder(game).joinpath("words", "rules", f"{language}.md")
    for name, path in old.items():
        if path.is_file():
            yield Finding(name, "", f"belongs into the folder {language}/")


def _problems(language: str, key: str, text: str, english: str | None) -> Iterator[str]:
    """Find what is wrong with one sentence."""
    if english is None:
        yield "there is no such sentence in English"
        return
    if not text.strip() and not key.startswith("number."):
        yield "empty"
    try:
        blanks, layouts, plurals = _holes(text)
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    wanted, wanted_layouts, _ = _holes(english)
    if blanks != wanted:
        yield f"holds {_braced(blanks)} instead of {_braced(wanted)}"
    elif layouts != wanted_layouts:
        yield f"lays out {_braced(layouts)} instead of {_braced(wanted_layouts)}"
    yield from _plural_problems(language, plurals)
    if language != ENGLISH:
        yield from _translation_problems(language, key, text, english)


def _plural_problems(language: str, plurals: set[tuple[str, str]]) -> Iterator[str]:
    categories = counted_categories(language)
    for name, spec in sorted(plurals):
        if spec.count("|") != len(categories):
            yield f"{{{name}:{spec}}} needs a form for each of {', '.join(categories)}"


def _translation_problems(language: str, key: str, text: str, english: str) -> Iterator[str]:
    if key == "language.tag" and text != language:
        yield f"is {text!r}, but the folder is called {language!r}"
    words = re.findall(r"[^\W\d_]{2,}", BRACES.sub(" ", text))
    if text == english and not SAME.search(key) and len(words) >= LEAST_WORDS:
        yield "the same as in English"


def _holes(text: str) -> tuple[set[str], set[str], set[tuple[str, str]]]:
    """Return placeholders with their conversions, their format specifications, and words that depend on a number."""
    blanks, layouts, plurals = set[str](), set[str](), set[tuple[str, str]]()
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        blanks.add(f"{name}!{conversion}" if conversion else name)
        if spec and "|" in spec:
            plurals.add((name, spec))
        elif spec:
            layouts.add(f"{name}:{spec}")
    return blanks, layouts, plurals


def _braced(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"


def _guide_problems(language: str) -> Iterator[Finding]:
    """Find guides whose sections or pictures differ from the English ones."""
    for game in our_games():
        ours, english = (guide_file(game, code) for code in (language, ENGLISH))
        if not ours or not english:
            continue
        here, there = (FIXED.findall(file.read_text(encoding="utf-8")) for file in (ours, english))
        if here != there:
            problem = f"has the sections and pictures {' '.join(here)}, the English one has {' '.join(there)}"
            yield Finding(f"{language}/guide/{game}.md", "", problem)


def _rules_problems(language: str) -> Iterator[Finding]:
    """Find rules that have other chapters, or mark other rulings, than the English ones."""
    for game in our_games():
        ours, english = (rules_file(game, code) for code in (language, ENGLISH))
        if not ours or not english:
            continue
        here, there = (file.read_text(encoding="utf-8") for file in (ours, english))
        counts = {"chapters": "\n## ", **{f"marks {mark}": mark for mark in MARKS}}
        for what, sign in counts.items():
            if here.count(sign) != there.count(sign):
                problem = f"has {here.count(sign)} {what}, the English ones have {there.count(sign)}"
                yield Finding(f"{language}/rules/{game}.md", "", problem)
