"""A report on arenas: one HTML file with tables, plots and the commands to repeat it, without network requests."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import sqrt
from typing import Any

from purrlor.core.options import option_texts, with_recorded_options
from purrlor.kit import games, kit, levels
from purrlor.kit.game_kit import AnyGame
from purrlor.kit.speech import figure, language, percent, say, speech
from purrlor.kit.statistics import Estimate, Share
from purrlor.words import refusal

from .arena import Arena, ArenaStanding
from .run_file import Run
from .tally import Tally, bars

CSS = """
:root { color-scheme: light dark; --ink: #2a2430; --paper: #fffdf8; --soft: #f4ede2; --line: #c9bfb2;
  --first: #8a3b12; --second: #1f5f8b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6f0; --paper: #1b1820; --soft: #262130; --line: #544b5c; --first: #f0a066; --second: #7cc1ee }
}
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 52rem; padding: 1rem }
h1 { font-size: 1.6rem; line-height: 1.2 }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; overflow-wrap: anywhere }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95rem }
th, td { padding: .3rem .8rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
thead th { white-space: normal; vertical-align: bottom; line-height: 1.25 }
th:first-child { text-align: left }
figure { margin: 1rem 0 }
svg { width: 100%; height: auto; max-width: 34rem }
pre { font: .85rem ui-monospace, monospace; background: var(--soft); padding: .6rem; border-radius: .4rem;
  white-space: pre-wrap; overflow-wrap: anywhere }
"""


@dataclass(frozen=True)
class Result:
    """An arena with its results."""

    arena: Arena
    tally: Tally

    @property
    def standings(self) -> Sequence[ArenaStanding]:
        return self.arena.standings(self.tally)

    @property
    def command(self) -> str:
        """The command line that repeats the arena."""
        arena, usual = self.arena, type(self.arena.game)()
        words = ["purrlor", "arena", arena.game.name, "--bots", ",".join(arena.names)]
        words += ["--matches", str(self.tally.matches), "--seed", arena.seed]
        words += ["--duplicate"] * arena.duplicate + ["--luck"] * arena.luck
        return shlex.join(words) + _options(arena.game, usual)


def _options(game: AnyGame, usual: AnyGame) -> str:
    texts, defaults = option_texts(game), option_texts(usual)
    found = ""
    for name, text in texts.items():
        flag = name.replace("_", "-")
        if name == "seats" or text == defaults.get(name):
            continue
        if text in ("true", "false"):
            found += f" --{flag}" if text == "true" else f" --no-{flag}"
        else:
            found += f" --{flag} {shlex.quote(text)}"
    return found


def result_of(run: Run) -> Result:
    """Return the result of a run that was read from its file."""
    heading: dict[str, Any] = run.heading
    if heading["game"] not in games():
        raise refusal("lab.report.no_game", game=heading["game"])
    game = with_recorded_options(games()[heading["game"]], heading["options"])
    arena = Arena(
        game, tuple(heading["bots"]), heading["seed"], heading["duplicate"], luck=bool(heading.get("luck", False))
    )
    return Result(arena, run.tally())


def rungs(game: AnyGame, seed: str, only: Sequence[str] = ()) -> list[Arena]:
    """Return arenas of each level, or each of `only`, against the one below.

    The lower level has all other seats; random outcomes repeat in each rotation of the seats.
    """
    names = [each.name for each in levels(game.name) if each.at is None]
    luck = kit(game.name).luck(game) is not None
    return [
        Arena(game, (name, *[rival] * (game.seats - 1)), seed, duplicate=True, luck=luck)
        for rival, name in pairwise(names)
        if not only or name in only
    ]


def markdown(results: Sequence[Result]) -> str:
    """Return the ladder as a table for docs/research/bots."""
    lines = [f"| {results[0].arena.game.seats} seats | against | matches | share of wins | points ahead |"]
    lines.append("|---|---|---|---|---|")
    for result in results:
        first = result.standings[0]
        margin = f"{first.margin.mean:+.1f} ± {first.margin.margin:.1f}"
        rival = result.arena.names[1]
        lines.append(f"| {first.name} | {rival} | {result.tally.matches} | {first.share} | {margin} |")
    return "\n".join(lines) + "\n"


def html(results: Sequence[Result], *, ladder: bool, command: str) -> str:
    """Return the whole page, in the current language."""
    title = say("lab.report.title", game=speech().title(results[0].arena.game.name))
    parts = [
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}</title><style>{CSS}</style></head><body><main><h1>{escape(title)}</h1>",
        f"<p>{escape(say('lab.report.intervals'))}</p>",
        f"<h3>{escape(say('lab.report.repeat'))}</h3><pre>{escape(command)}</pre>",
    ]
    if ladder:
        parts += _ladder(results)
    for result in results:
        parts += _section(result)
    return "\n".join([*parts, "</main></body></html>\n"])


def _ladder(results: Sequence[Result]) -> Iterable[str]:
    from .plots import Interval, intervals

    firsts = [(result.arena.names[1], result.standings[0]) for result in results]
    found = [
        Interval(f"{each.name} : {rival}", 100 * each.share.mean, 100 * each.share.low, 100 * each.share.high)
        for rival, each in firsts
    ]
    fair = 100 / results[0].arena.game.seats
    alt = "; ".join(f"{each.label} {percent(each.mean / 100)}" for each in found)
    yield f"<h2>{escape(say('lab.report.ladder'))}</h2><p>{escape(say('lab.report.ladder.how'))}</p>"
    yield f"<figure>{intervals([('', found)], say('lab.report.wins_axis'), alt, fair)}</figure>"
    heads = ["", *_heads("arena.wins", "arena.margin")]
    rows = [[f"{each.name} : {rival}", _share(each.share), _estimate(each.margin)] for rival, each in firsts]
    if all(result.tally.luck and not result.tally.luck_cancels for result in results):
        heads += _heads("lab.report.adjusted", "arena.fewer")
        for row, (_, each) in zip(rows, firsts, strict=True):
            row.extend(_luck_cells(each, points_only=False))
    yield _table(say("lab.report.rungs"), heads, rows)


def _section(result: Result) -> Iterable[str]:
    from .plots import Interval, intervals

    arena, tally, standings = result.arena, result.tally, result.standings
    single = len(standings) == 1
    yield f"<h2>{escape(' : '.join(arena.names))}</h2>"
    points_only = single or tally.luck_cancels
    yield f"<p>{escape(say('lab.report.matches', matches=tally.matches))}</p>"
    if not single and tally.luck_cancels:
        yield f"<p>{escape(say('arena.luck_cancels'))}</p>"
    yield _results(standings, points_only=points_only)
    measured = [("lab.report.raw", [each.score if points_only else each.margin for each in standings])]
    if tally.luck:
        without = [each.without_luck for each in standings if each.without_luck is not None]
        measured.append((_adjusted_key(points_only), [each.score if points_only else each.margin for each in without]))
    series = [
        (
            say(key),
            [
                Interval(f"{place + 1} {standing.name}", each.mean, each.mean - each.margin, each.mean + each.margin)
                for place, (standing, each) in enumerate(zip(standings, found, strict=True))
            ],
        )
        for key, found in measured
    ]
    axis = say("arena.points" if points_only else "arena.margin")
    alt = "; ".join(f"{name} {each.label} {each.mean:.1f}" for name, found in series for each in found)
    if tally.matches > 1:
        yield f"<figure>{intervals(series, axis, alt, None if points_only else 0)}</figure>"
    if not single:
        yield _matrix(arena, tally)
    yield from _lengths(tally)
    yield f"<pre>{escape(result.command)}</pre>"


def _results(standings: Sequence[ArenaStanding], *, points_only: bool) -> str:
    """Return a row for each contestant; columns of wins and luck appear only if they are informative."""
    heads = _heads("arena.bot", "arena.points")
    rows = [[each.name, _estimate(each.score)] for each in standings]
    if len(standings) > 1:
        heads += _heads("arena.wins", "arena.margin")
        for row, each in zip(rows, standings, strict=True):
            row.extend([_share(each.share), _estimate(each.margin)])
    if standings[0].without_luck is not None:
        heads += _heads(_adjusted_key(points_only), "arena.fewer")
        for row, each in zip(rows, standings, strict=True):
            row.extend(_luck_cells(each, points_only=points_only))
    return _table(say("lab.report.results"), heads, rows)


def _adjusted_key(points_only: bool) -> str:
    return "lab.report.adjusted_points" if points_only else "lab.report.adjusted"


def _luck_cells(standing: ArenaStanding, *, points_only: bool) -> list[str]:
    adjusted = standing.without_luck
    assert adjusted is not None
    found, times = (adjusted.score, adjusted.fewer_for_points) if points_only else (adjusted.margin, adjusted.fewer)
    return [_estimate(found), "–" if times is None else say("arena.fewer.times", times=figure(times, ".1f"))]


def _lengths(tally: Tally) -> Iterable[str]:
    """Yield the length of matches: mean and deviation.

    If lengths were counted, a plot and its table follow.
    """
    from .plots import histogram

    moves = tally.moves / tally.matches
    spread = sqrt(max(0.0, tally.move_squares / tally.matches - moves * moves))
    length = say("lab.report.length", mean=figure(moves, ".1f"), spread=figure(spread, ".1f"))
    yield f"<h3>{escape(say('lab.report.lengths'))}</h3><p>{escape(length)}</p>"
    if not tally.lengths:
        return
    found, counted = bars(tally.lengths), sum(tally.lengths.values())
    if counted < tally.matches:
        yield f"<p>{escape(say('lab.report.lengths.some', matches=counted))}</p>"
    shares = [(span, 100 * matches / counted) for span, matches in found]
    alt = "; ".join(f"{_span(span)}: {percent(share / 100)}" for span, share in shares)
    axes = (say("lab.report.lengths.actions"), say("lab.report.lengths.share"))
    yield f"<figure>{histogram(shares, axes, alt)}</figure>"
    rows = [
        [_span(span), str(matches), percent(share / 100)]
        for (span, matches), (_, share) in zip(found, shares, strict=True)
    ]
    yield _table(
        say("lab.report.lengths"),
        _heads("lab.report.lengths.actions", "lab.report.lengths.matches", "lab.report.lengths.share"),
        rows,
    )


def _span(span: range) -> str:
    return str(span.start) if len(span) == 1 else f"{span.start}–{span.stop - 1}"


def _matrix(arena: Arena, tally: Tally) -> str:
    """Return a table of how often the bot of a row has more points than that of a column."""
    places = range(len(arena.names))
    rows = [
        [
            f"{row + 1} {arena.names[row]}",
            *("–" if row == column else percent(tally.win_rate(row, column)) for column in places),
        ]
        for row in places
    ]
    return _table(say("lab.report.matrix"), ["", *(f"{place + 1} {arena.names[place]}" for place in places)], rows)


def _heads(*keys: str) -> list[str]:
    return [say(key) for key in keys]


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    # the region scrolls where a phone is narrower than the table, also by keyboard
    return (
        f'<h3>{escape(caption)}</h3><div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f'<table aria-label="{escape(caption)}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _estimate(found: Estimate) -> str:
    return f"{figure(found.mean, '.2f')} ± {figure(found.margin, '.2f')}"


def _share(found: Share) -> str:
    low, high = (figure(100 * each, ".1f") for each in (found.low, found.high))
    return f"{percent(found.mean)} ({low}–{high})"
