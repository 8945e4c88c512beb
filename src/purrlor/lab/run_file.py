"""A run of an arena on disk: one line that describes the arena, then a line for each finished portion.

While a run is going on, lines are only appended, so an interrupted run keeps all that was finished; a last line that
was cut off is ignored. A finished run is rewritten, in order and in portions of one size: the same bytes however the
work was shared. Files of the same arena can be merged, in any division of the portions.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from purrlor.core.options import option_texts
from purrlor.kit.files import write_atomically
from purrlor.words import refusal

from .arena import Arena, Portion
from .players import fingerprints
from .tally import Tally, merged

FORMAT = 1


def heading(arena: Arena) -> dict[str, Any]:
    """Return the fields that must be equal for two runs to be comparable.

    The user's own bots add a hash of their files: a changed bot is a different one.
    """
    own = fingerprints(arena.names)
    return {
        "purrlor_arena": FORMAT,
        "game": arena.game.name,
        "version": arena.game.version,
        "options": option_texts(arena.game),
        "bots": list(arena.names),
        "seed": arena.seed,
        "duplicate": arena.duplicate,
        **({"own": own} if own else {}),
        **({"luck": True} if arena.luck else {}),
    }


@dataclass
class Run:
    """The finished portions of an arena."""

    heading: dict[str, Any]
    parts: dict[tuple[int, int], Tally] = field(default_factory=dict[tuple[int, int], Tally])
    repeated: int = 0
    """The number of matches found again, with the same result, when runs were merged; they count once."""

    def missing(self, portions: Iterable[Portion]) -> list[Portion]:
        """Return the unfinished parts of these portions."""
        found: list[Portion] = []
        spans = sorted(self.parts)
        for portion in portions:
            first = portion.start
            for start, stop in spans[bisect_left(spans, portion.start, key=lambda span: span[1]) :]:
                if start >= portion.stop:
                    break
                if first < start:
                    found.append(range(first, start))
                first = max(first, stop)
            if first < portion.stop:
                found.append(range(first, portion.stop))
        return found

    def in_portions(self, portions: Sequence[Portion]) -> Run:
        """Return the same run, with pieces joined that make up one of these portions."""
        pieces: dict[Portion, list[tuple[int, int]]] = {portion: [] for portion in portions}
        for span in sorted(self.parts):
            place = bisect_right(portions, span[0], key=lambda portion: portion.start) - 1
            inside = place >= 0 and span[1] <= portions[place].stop
            pieces.setdefault(portions[place] if inside else range(*span), []).append(span)
        parts: dict[tuple[int, int], Tally] = {}
        for portion, spans in pieces.items():
            whole = sum(stop - start for start, stop in spans) == len(portion)
            joined = {(portion.start, portion.stop): spans} if whole else {span: [span] for span in spans}
            parts |= {span: merged(self.parts[each] for each in found) for span, found in joined.items()}
        return Run(self.heading, parts, self.repeated)

    def drop_repeated(self) -> None:
        """Remove pieces that lie inside a larger one."""
        inside: dict[tuple[int, int], list[tuple[int, int]]] = {}
        whole = (0, 0)
        for span in sorted(self.parts, key=lambda span: (span[0], -span[1])):
            if span[1] <= whole[1]:
                inside.setdefault(whole, []).append(span)
            else:
                whole = span
        for whole, spans in inside.items():
            again = merged(self.parts.pop(span) for span in spans)
            self.repeated += again.matches
            if again.matches == whole[1] - whole[0] and not self.parts[whole].agrees(again):
                raise refusal("lab.run.contradiction", first=whole[0], last=whole[1] - 1)

    def add(self, portion: tuple[int, int], tally: Tally) -> None:
        known = self.parts.setdefault(portion, tally)
        if not known.agrees(tally):
            raise refusal("lab.run.contradiction", first=portion[0], last=portion[1] - 1)

    def tally(self) -> Tally:
        """Return the tally of everything finished; it does not depend on the order."""
        spans = sorted(self.parts)
        for (_, stop), (start, _) in pairwise(spans):
            if start < stop:
                raise refusal("lab.run.overlap", match=start)
        if not spans:
            raise refusal("lab.run.empty")
        return merged(self.parts[span] for span in spans)

    def gaps(self) -> list[tuple[int, int]]:
        """Return the first and last match of each piece missing before the last finished one."""
        spans = sorted(self.parts)
        return [(stop, start - 1) for (_, stop), (start, _) in pairwise([(0, 0), *spans]) if stop < start]


class RunWriter:
    """Appends finished portions to a file."""

    def __init__(self, path: Path, run: Run) -> None:
        self.run = run
        self._file = path.open("a", encoding="utf-8")
        if not run.parts and self._file.tell() == 0:
            self._write(run.heading)

    def add(self, portion: Portion, tally: Tally) -> None:
        self.run.add((portion.start, portion.stop), tally)
        self._write(_portion(portion.start, portion.stop, tally))

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(_line(line))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


def _portion(first: int, stop: int, tally: Tally) -> dict[str, Any]:
    return {"first": first, "stop": stop, "tally": tally.as_json()}


def write_run(path: Path, run: Run) -> None:
    """Write the whole run atomically, its portions in order."""
    parts = [_portion(*span, run.parts[span]) for span in sorted(run.parts)]
    write_atomically(path, "".join(map(_line, (run.heading, *parts))).encode())


def read_run(path: Path) -> Run:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        first = json.loads(lines[0])
        if first["purrlor_arena"] != FORMAT:
            raise refusal("lab.run.format", file=path, found=first["purrlor_arena"], known=FORMAT)
        run = Run(first)
        for line in lines[1:-1]:  # text after the last line break was cut off
            data = json.loads(line)
            run.add((data["first"], data["stop"]), Tally.from_json(data["tally"]))
    except (ValueError, KeyError, TypeError):
        raise refusal("lab.run.damaged", file=path) from None
    return run


def mend_end(path: Path) -> None:
    """Remove a last line that was cut off, so that the next one starts on its own line."""
    text = path.read_bytes()
    end = text.rfind(b"\n") + 1
    if end < len(text):
        with path.open("r+b") as file:
            file.truncate(end)


def merge_runs(paths: Sequence[Path]) -> Run:
    """Return the portions of all these files, which must be of the same arena."""
    for place, path in enumerate(paths):
        if any(path.samefile(earlier) for earlier in paths[:place]):
            raise refusal("lab.run.twice", file=path)
    runs = [(path, read_run(path)) for path in paths]
    first = runs[0][1]
    for path, run in runs[1:]:
        for field_name in {**first.heading, **run.heading}:
            here, there = run.heading.get(field_name), first.heading.get(field_name)
            if here != there:
                raise refusal(
                    "lab.run.other", file=path, other=runs[0][0], field=field_name, here=_said(here), there=_said(there)
                )
        for portion, tally in run.parts.items():
            if portion in first.parts:
                first.repeated += tally.matches
            first.add(portion, tally)
    first.drop_repeated()
    return first


def _said(value: Any) -> str:
    """Return a field of a heading in short form."""
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in cast("dict[str, Any]", value).items()) or "-"
    return ",".join(map(str, cast("list[Any]", value))) if isinstance(value, list) else str(value)
