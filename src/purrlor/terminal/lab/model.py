"""`purrlor lab model`: let a language model play the protocol, and show how well it decided."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from purrlor.words import refusal

from ..options import add_game_options, examples, game_options

if TYPE_CHECKING:
    from purrlor.lab.models import Conditions, Model, ModelMatch, ModelScore

MOST_PAIRS = 100_000


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "model",
        help="let a language model play, and judge its decisions in points",
        description="Let a language model play against a level on public seeds, each seed once from every seat. "
        "Requests go to --address, or to the standard input of --command, and nowhere else. A key is read from an "
        "environment variable only.",
        epilog=examples("lab model"),
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--address", metavar="URL", help="an OpenAI-compatible address, such as http://localhost:8000/v1")
    way.add_argument("--command", metavar="COMMAND", help="a program that reads and writes JSON lines")
    parser.add_argument("--model", metavar="NAME", default="", help="with --address: the name of the model")
    parser.add_argument(
        "--key-variable",
        metavar="NAME",
        default="OPENAI_API_KEY",
        help="with --address: the environment variable with the key",
    )
    parser.add_argument(
        "--temperature",
        type=float,
        metavar="X",
        help="with --address: the sampling temperature (default: the server's)",
    )
    parser.add_argument(
        "--max-tokens", type=int, metavar="N", help="with --address: maximum length of an answer in tokens"
    )
    parser.add_argument("--timeout", type=float, metavar="SECONDS", default=120, help="time limit for an answer")
    parser.add_argument("--against", metavar="NAME", default="kitten", help="the level on the other seats")
    parser.add_argument("--seats", type=int, metavar="N", default=2, help="the number of seats")
    parser.add_argument("--pairs", type=int, metavar="N", default=5, help="seeds, each played from every seat")
    parser.add_argument("--held-out", metavar="WORD", default="", help="seeds that follow from a secret word instead")
    parser.add_argument("--hide-legal", action="store_true", help="do not list the legal actions")
    parser.add_argument("--observations", choices=("text", "json"), default="text", help="what the model reads")
    parser.add_argument("--answers", choices=("text", "json"), default="text", help="what the model writes")
    parser.add_argument(
        "--most-refusals", type=int, metavar="N", default=3, help="refusals per decision until it forfeits"
    )
    parser.add_argument(
        "--renamed",
        action="store_true",
        help="play the same seeds again with invented names for cards, boxes and abilities",
    )
    parser.add_argument("-o", "--out", type=Path, metavar="FOLDER", help="a new folder for transcripts and records")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import msgspec

    from purrlor.kit import games
    from purrlor.kit.speech import language, listed
    from purrlor.lab.models import Conditions, model_score

    from ..players import game_for

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    if not 1 <= args.pairs <= MOST_PAIRS:
        raise refusal("arena.matches", most=MOST_PAIRS, count=args.pairs)
    if args.out is not None and args.out.exists():
        raise refusal("arena.exists", file=str(args.out))
    if args.address and not args.model:
        raise refusal("model.no_name")
    game = game_for(args.game, args.seats, game_options(args))
    if game.seats < 2:
        raise refusal("lab.report.seats")
    conditions = Conditions(
        language(),
        "hidden" if args.hide_legal else "listed",
        args.observations,
        args.answers,
        max(0, args.most_refusals),
    )
    every = [conditions, *([replace(conditions, renamed=True)] if args.renamed else [])]
    model = _model(args)
    try:
        played = [_played(args, model, game, each) for each in every]
    finally:
        model.close()
    scores = [model_score(matches, game.seats) for matches in played]
    if args.out is not None:
        _write(args.out, every, played)
    if args.json:
        found = [{"conditions": each, "score": score} for each, score in zip(every, scores, strict=True)]
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        _show(model.name, every, scores)
    return 0


def _model(args: argparse.Namespace) -> Model:
    from purrlor.lab.models import AddressModel, CommandModel, key_from

    if args.command:
        return CommandModel(args.command, args.timeout)
    wished = {"temperature": args.temperature, "max_tokens": args.max_tokens}
    settings = {name: value for name, value in wished.items() if value is not None}
    return AddressModel(args.address, args.model, key_from(args.key_variable), settings, args.timeout)


def _played(args: argparse.Namespace, model: Model, game: Any, conditions: Conditions) -> list[ModelMatch]:
    from purrlor.kit import level
    from purrlor.kit.speech import say
    from purrlor.lab.models import play_model
    from purrlor.lab.protocol import seed_of

    from ..console import counting

    bot, seed = level(game.name, args.against).make(game), seed_of(game.name, args.held_out)
    found: list[ModelMatch] = []
    with counting(say("arena.playing"), args.pairs * game.seats) as progress:
        for pair in range(args.pairs):
            for seat in range(game.seats):
                found.append(play_model(model, game, bot, seed, pair, seat, conditions))
                progress(1)
    return found


def _write(folder: Path, every: list[Conditions], played: list[list[ModelMatch]]) -> None:
    for conditions, matches in zip(every, played, strict=True):
        place = folder / "renamed" if conditions.renamed else folder
        place.mkdir(parents=True)
        for match in matches:
            name = f"pair-{match.pair + 1}-seat-{match.seat + 1}"
            (place / f"{name}.jsonl").write_text(match.log, "utf-8")
            (place / f"{name}.purr").write_text(match.record, "utf-8")


def _show(name: str, every: list[Conditions], scores: list[ModelScore]) -> None:
    from rich.table import Table

    from purrlor.kit.speech import figure, say

    from ..arena import interval, share_text
    from ..console import new_console

    table = Table(box=None, pad_edge=False)
    table.add_column(name, overflow="fold")
    for conditions in every:
        table.add_column(say("model.renamed" if conditions.renamed else "model.as_it_is"), justify="right")

    def line(key: str, cells: list[str]) -> None:
        table.add_row(say(key), *cells)

    line("model.matches", [f"{score.matches}" for score in scores])
    line("arena.wins", [share_text(score.wins) for score in scores])
    if any(score.without_luck for score in scores):
        adjusted = [score.without_luck for score in scores]
        line("model.wins_adjusted", ["–" if each is None else share_text(each.share) for each in adjusted])
        line("model.margin_adjusted", ["–" if each is None else interval(each.margin) for each in adjusted])
    if any(score.regret for score in scores):
        regrets = [score.regret for score in scores]
        line("model.regret", ["–" if each is None else _exact(each.each.mean, each.each.margin) for each in regrets])
        line("model.regret_match", ["–" if each is None else interval(each.match) for each in regrets])
    line("model.refused", [f"{score.refused} / {score.requests}" for score in scores])
    line("model.forfeits", [str(score.forfeits) for score in scores])
    line("model.tokens", [f"{score.tokens_in} + {score.tokens_out}" for score in scores])
    line("model.seconds", [figure(score.seconds / max(1, score.requests), ".2f") for score in scores])
    new_console().print(table)


def _exact(mean: float, margin: float) -> str:
    from purrlor.kit.speech import figure

    return f"{figure(mean, '.3f')} ± {figure(margin, '.3f')}"
