"""`purrlor arena`: let bots play each other and show confidence intervals."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from purrlor.kit.speech import figure, percent, say
from purrlor.words import refusal

from .options import WHO, add_bot_limits, add_game_options, examples, game_options, seed_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.console import Console

    from purrlor.kit.statistics import Estimate, Share
    from purrlor.lab.arena import Adjusted, Arena, ArenaStanding, Progress
    from purrlor.lab.command_bot import CommandLimits
    from purrlor.lab.run_file import Run
    from purrlor.lab.tally import Tally

PARTING_SECONDS = 3
MOST_MATCHES = 10_000_000_000
SCHEMES = ("tcp", "tls", "ws", "wss")
"""The URL schemes that a Dask scheduler on another machine may have."""
WORTH_A_TABLE = 1.05
"""The smallest saving that is worth a second table.

Where luck cancels between seats, points without luck are shown only if they save at least this factor of matches.
"""


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "arena",
        help="let bots play many matches and compare them",
        description="Let bots play many matches with rotating seats. Shows points and wins with 95% confidence "
        "intervals. The same seed gives the same result with any number of workers.",
        epilog=examples("arena"),
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument(
        "--bots",
        "--seats",
        dest="seats",
        required=True,
        metavar="NAMES",
        help=f"one bot for each seat, {WHO}",
    )
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="number of matches")
    parser.add_argument("--seed", type=seed_text, default="0", metavar="TEXT", help="a text that determines everything")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that share the work (default: one for each core)"
    )
    parser.add_argument(
        "--duplicate",
        action="store_true",
        help="play the same rolls and deals in every rotation of the seats, so that luck cancels",
    )
    parser.add_argument(
        "--luck",
        action="store_true",
        help="also show results with luck subtracted: the same precision from fewer matches",
    )
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write finished matches to this file as they come"
    )
    parser.add_argument("--resume", action="store_true", help="continue the run in --out")
    parser.add_argument("--cluster", metavar="ADDRESS", help="use the Dask cluster of this scheduler")
    add_bot_limits(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:

    from .console import counting, working
    from .players import bot_limits

    if not 1 <= args.matches <= MOST_MATCHES:
        raise refusal("arena.matches", most=MOST_MATCHES, count=args.matches)
    if args.workers is not None and args.workers < 1:
        raise refusal("arena.workers", count=args.workers)
    if args.resume and args.out is None:
        raise refusal("arena.resume")
    if args.cluster is not None and not _is_address(args.cluster):
        raise refusal("arena.cluster", address=args.cluster)
    limits = bot_limits(args)
    with working(say("arena.preparing")):
        arena = make_arena(args, limits)
    started = perf_counter()
    try:
        with counting(say("arena.playing"), args.matches) as progress:
            tally = play(arena, args, progress)
    except KeyboardInterrupt:
        _exit_soon()
        raise
    report(arena, tally, perf_counter() - started, as_text=not args.json)
    return 0


def report(arena: Arena, tally: Tally, seconds: float, *, as_text: bool) -> None:
    standings = arena.standings(tally)
    if as_text:
        show(arena, standings, tally, seconds)
    else:
        sys.stdout.write(json.dumps(as_json(arena, standings, tally), indent=2) + "\n")


def play(arena: Arena, args: argparse.Namespace, progress: Progress) -> Tally:
    """Play all matches and return the tally. With `--out`, also write finished portions to the run file."""
    workers = args.workers or os.cpu_count() or 1
    with _executor(args.cluster) as executor:
        if args.out is None:
            return arena.play(args.matches, workers, progress, executor)
        return _recorded(arena, args, workers, progress, executor)


def _recorded(
    arena: Arena, args: argparse.Namespace, workers: int, progress: Progress, executor: Executor | None
) -> Tally:
    from purrlor.lab.run_file import RunWriter, write_run

    run = _run_of(arena, args)
    portions = arena.portions(args.matches)
    left = run.missing(portions)
    progress(args.matches - sum(map(len, left)))
    writer = RunWriter(args.out, run)
    try:
        with closing(arena.parts(left, workers, executor)) as parts:
            for portion, tally in parts:
                writer.add(portion, tally)
                progress(tally.matches)
    finally:
        writer.close()
    write_run(args.out, run.in_portions(portions))
    return run.tally()


def _run_of(arena: Arena, args: argparse.Namespace) -> Run:
    """Return the run to resume, or a new one."""
    from purrlor.lab.run_file import Run, heading, mend_end, read_run

    if not args.out.exists():
        return Run(heading(arena))
    if not args.resume:
        raise refusal("arena.exists", file=str(args.out))
    mend_end(args.out)
    run = read_run(args.out)
    if run.heading != heading(arena):
        raise refusal("arena.other", file=str(args.out))
    if any(stop > args.matches for _, stop in run.parts):
        raise refusal("arena.longer", file=str(args.out), count=max(stop for _, stop in run.parts))
    return run


@contextmanager
def _executor(address: str | None) -> Generator[Executor | None]:
    """Yield an executor that runs portions on a cluster, or None for this machine."""
    if address is None:
        yield None
        return
    from purrlor.lab.executors import cluster_executor

    with ExitStack() as stack:
        try:
            executor = stack.enter_context(cluster_executor(address))
        except ModuleNotFoundError:
            raise refusal("arena.no_dask") from None
        except OSError:
            raise refusal("arena.no_cluster", address=address) from None
        yield executor


def _is_address(text: str) -> bool:
    """Return whether Dask can connect to this address.

    Dask itself reports a bad address late and with a long traceback.
    """
    try:
        parts = urlsplit(text if "://" in text else f"tcp://{text}")
        return parts.scheme in SCHEMES and bool(parts.hostname) and bool(parts.port)
    except ValueError:
        return False


def _exit_soon() -> None:
    """Force the process to exit soon: at exit, Python may wait for a thread that waits for dead workers."""
    end = Timer(PARTING_SECONDS, os._exit, (130,))
    end.daemon = True
    end.start()


def make_arena(args: argparse.Namespace, limits: CommandLimits) -> Arena:
    from purrlor.kit import games, kit
    from purrlor.kit.speech import listed
    from purrlor.lab.arena import Arena

    from .players import bot_names, check_players, game_for

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    names = tuple(bot_names(args.seats))
    if not names:
        raise refusal("arena.nobody")
    if args.duplicate and args.matches % len(names):
        raise refusal("arena.duplicate", seats=len(names), count=args.matches)
    game = game_for(args.game, len(names), game_options(args))
    check_players(names, game, limits)
    if args.luck and kit(args.game).luck(game) is None:
        raise refusal("arena.no_luck", game=args.game)
    return Arena(game, names, args.seed, args.duplicate, limits, args.luck)


def show(arena: Arena, standings: Sequence[ArenaStanding], tally: Tally, seconds: float) -> None:
    from rich.table import Table

    from .console import new_console

    console = new_console()
    table = Table(box=None, pad_edge=False)
    table.add_column(say("arena.bot"), overflow="fold")
    columns = ("arena.points", "arena.wins", "arena.margin") if len(standings) > 1 else ("arena.points",)
    for key in columns:
        table.add_column(say(key), justify="right", no_wrap=True)
    for standing in standings:
        cells = (interval(standing.score), share_text(standing.share), interval(standing.margin))
        table.add_row(standing.name, *cells[: len(columns)])
    console.print(table)
    _show_adjusted(console, standings, tally)
    below = say("arena.below", matches=tally.matches, seed=arena.seed, game=arena.game.name)
    console.print(below, soft_wrap=True)
    times = arena.narrowing(tally)
    if times is not None:
        console.print(say("arena.narrower", times=figure(times, ".2f")), soft_wrap=True)
    sys.stdout.flush()
    sys.stderr.write(
        say("arena.speed", seconds=figure(seconds, ".1f"), rate=figure(tally.moves / seconds, ",.0f")) + "\n"
    )


def _show_adjusted(console: Console, standings: Sequence[ArenaStanding], tally: Tally) -> None:
    """Show a second table with luck subtracted.

    It has wins and margins, or only points if there is a single seat or luck cancels between seats.
    """
    from rich.table import Table

    rows = [(standing.name, standing.without_luck) for standing in standings if standing.without_luck is not None]
    if not rows:
        return
    console.print()
    points_only = len(standings) == 1 or tally.luck_cancels
    if len(standings) > 1 and tally.luck_cancels:
        console.print(say("arena.luck_cancels"), soft_wrap=True)
        if max(adjusted.fewer_for_points or 1 for _, adjusted in rows) < WORTH_A_TABLE:
            return
    table = Table(box=None, pad_edge=False)
    table.add_column(say("arena.without_luck"), overflow="fold")
    for key in ("arena.points", "arena.fewer") if points_only else ("arena.wins", "arena.margin", "arena.fewer"):
        table.add_column(say(key), justify="right", no_wrap=True)
    for name, adjusted in rows:
        cells = [interval(adjusted.score)] if points_only else [share_text(adjusted.share), interval(adjusted.margin)]
        times = adjusted.fewer_for_points if points_only else adjusted.fewer
        table.add_row(name, *cells, times_fewer(times))
    console.print(table)


def times_fewer(times: float | None) -> str:
    return "–" if times is None else say("arena.fewer.times", times=figure(times, ".1f"))


def interval(found: Estimate) -> str:
    return f"{figure(found.mean, '.2f')} ± {figure(found.margin, '.2f')}"


def share_text(found: Share) -> str:
    low, high = (figure(100 * each, ".1f") for each in (found.low, found.high))
    return f"{percent(found.mean)} ({low}–{high})"


def as_json(arena: Arena, standings: Sequence[ArenaStanding], tally: Tally) -> dict[str, Any]:
    from purrlor.core.options import option_texts

    return {
        "game": arena.game.name,
        "options": option_texts(arena.game),
        "seed": arena.seed,
        "matches": tally.matches,
        "duplicate": arena.duplicate,
        "narrowing": arena.narrowing(tally),
        "moves": tally.moves,
        "sums": tally.as_json(),
        "bots": [_standing_json(standing) for standing in standings],
    }


def _standing_json(standing: ArenaStanding) -> dict[str, Any]:
    found = {"name": standing.name, **_figures(standing)}
    if standing.without_luck is not None:
        adjusted = standing.without_luck
        times = {"fewer": adjusted.fewer, "fewer_for_points": adjusted.fewer_for_points}
        found["without_luck"] = {**_figures(adjusted), **times}
    return found


def _figures(of: ArenaStanding | Adjusted) -> dict[str, Any]:
    return {
        "points": {"mean": of.score.mean, "margin95": _finite(of.score.margin)},
        "wins": {"mean": of.share.mean, "low95": of.share.low, "high95": of.share.high},
        "margin": {"mean": of.margin.mean, "margin95": _finite(of.margin.margin)},
    }


def _finite(number: float) -> float | None:
    """Return None for infinity, which JSON lacks: the interval of a single match is unknown."""
    return None if number == float("inf") else number
