"""`purrlor lab duel`: let a game's bots play each other on its compiled implementation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..options import examples, seed_text

if TYPE_CHECKING:
    from purrlor.lab.duels import Duel, DuelRun


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "duel",
        help="play bots against each other on a game's compiled rules",
        description="Play bots against each other on the compiled rules of a game, without the reference rules: more "
        "matches in the same time than an arena. Points with ± and wins with brackets are 95% confidence intervals. "
        "The same seed gives the same figures, with any number of workers.",
        epilog=examples("lab duel"),
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument("names", nargs="+", metavar="NAME", help="a bot for each seat")
    parser.add_argument("--variants", metavar="V,V", help="only these variants of the game, such as 1,4 (default: all)")
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="number of matches in each variant")
    parser.add_argument(
        "--seed", type=seed_text, default="ladder", metavar="TEXT", help="a text that determines everything"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that share the work")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write finished matches to this file as they come"
    )
    parser.add_argument("--resume", action="store_true", help="continue the duel in --out")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say
    from purrlor.lab.duels import Duel, matches_of

    from ..console import counting

    variants = _checked_variants(args)
    played = _run_of(Duel(args.game, tuple(args.names), args.seed), args.out, resume=args.resume)
    wanted = matches_of(variants, args.matches)
    with counting(say("arena.playing"), len(wanted)) as progress:
        played.play(wanted, args.workers, progress)
    for line in played.table(variants, args.matches):
        sys.stdout.write(line + "\n")
    return 0


def _checked_variants(args: argparse.Namespace) -> Sequence[str]:
    """Return the variants to play; refuse names that do not exist."""
    from purrlor.kit import games, kit
    from purrlor.kit.speech import listed
    from purrlor.words import refusal

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    duels = kit(args.game).duels()
    if duels is None:
        raise refusal("lab.duel.none", game=args.game)
    if len(args.names) < 2:
        raise refusal("lab.duel.few", names=listed(duels.names))
    variants = tuple(args.variants.split(",")) if args.variants is not None else duels.variants
    for chosen, known in ((args.names, duels.names), (variants, duels.variants)):
        for name in chosen:
            if name not in known:
                raise refusal("lab.duel.unknown", name=name, known=listed(known))
    for name, count in (("matches", args.matches), ("workers", args.workers)):
        if count < 1:
            raise refusal("lab.train.least", name=f"--{name}", least=1, count=count)
    return variants


def _run_of(duel: Duel, path: Path | None, *, resume: bool) -> DuelRun:
    """Return the duel to resume, or a new one."""
    from purrlor.lab.duels import DuelRun
    from purrlor.words import refusal

    if path is None or not path.exists():
        if resume and path is None:
            raise refusal("arena.resume")
        return DuelRun(duel, path=path)
    if not resume:
        raise refusal("arena.exists", file=str(path))
    return DuelRun.resumed(duel, path)
