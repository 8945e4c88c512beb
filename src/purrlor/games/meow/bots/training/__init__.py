"""Training for `purrlor lab train meow`; no level imports anything from here.

`policy_training.py` trains the policy network that `tiger` uses. `value_network.py` trains a network that no level
uses (`--from results`). Nothing slow is imported before training begins.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from purrlor.kit.lab import Log, Trainer, positive

TREES, RESULTS = "trees", "results"
SEATS = (3, 4, 5, 6)
"""Two seats have the exact solver."""
_MATCHES = {TREES: 40_000, RESULTS: 200_000}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="teacher",
        choices=(TREES, RESULTS),
        default=TREES,
        help="learn what search trees play (trees), or what cards bring (results)",
    )
    parser.add_argument(
        "--matches", type=int, metavar="N", help="number of matches (default: 40000 with trees, 200000 with results)"
    )
    parser.add_argument(
        "--batch", type=int, metavar="N", help="decisions in a batch (default: 512 with trees, 2048 with results)"
    )
    parser.add_argument("--rate", type=positive, default=1e-3, metavar="X", help="learning rate at the start")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="a number that determines everything")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads that play")
    trees = parser.add_argument_group("trees")
    trees.add_argument("--seats", type=int, choices=SEATS, default=4, help="seats at the tables to learn for")
    trees.add_argument("--iterations", type=int, default=2000, metavar="N", help="iterations of each search")
    trees.add_argument("--epochs", type=int, default=10, metavar="N", help="passes over all decisions")
    trees.add_argument("--begin", type=policy_weights, metavar="FILE", help="begin with these weights")
    results = parser.add_argument_group("results")
    results.add_argument("--side-by-side", type=int, default=512, metavar="N", help="matches played at a time")
    results.add_argument("--learn-on", choices=("cpu", "gpu"), default="cpu", help="gpu needs CuPy")
    parser.add_argument(
        "-o",
        "--out",
        "--output",
        dest="output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file for the weights",
    )


def policy_weights(text: str) -> bytes:
    """Read the weights of a policy network; they are checked here, because training takes long."""
    from purrlor.games.meow.bots.policy.network import NETWORK_SHAPES

    try:
        content = Path(text).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text} cannot be read: {error.strerror}") from None
    needed = sum(4 + 2 * rows * columns for rows, columns in NETWORK_SHAPES)
    if len(content) != needed:
        raise argparse.ArgumentTypeError(f"{text} has {len(content)} bytes; weights learned from trees have {needed}")
    return content


def train(args: argparse.Namespace, log: Log) -> None:
    matches = args.matches or _MATCHES[args.teacher]
    common: dict[str, Any] = {"matches": matches, "rate": args.rate, "seed": args.seed, "threads": args.threads}
    if args.batch:
        common["batch"] = args.batch
    args.output.write_bytes(_content(args, common, log))


def _content(args: argparse.Namespace, common: dict[str, Any], log: Log) -> bytes:
    if args.teacher == TREES:
        from . import policy_training

        own = {"seats": args.seats, "iterations": args.iterations, "epochs": args.epochs}
        return policy_training.train(policy_training.TrainingOptions(**common, **own, begin=args.begin), log)
    from . import value_network

    return value_network.train(
        value_network.TrainingOptions(**common, side_by_side=args.side_by_side, gpu=args.learn_on == "gpu"), log
    )


def needs(args: argparse.Namespace) -> tuple[str, ...]:
    return ("cupy",) if args.learn_on == "gpu" else ()


LEAST = {"matches": 1, "side_by_side": 1, "batch": 1, "seed": 0, "threads": 1, "iterations": 1, "epochs": 1}
TRAINER = Trainer("the networks that judge cards", add_arguments, train, LEAST, needs)
