"""Training for `purrlor lab train meow`; no level imports anything from here.

`policy_training.py` trains the policy network that `tiger` uses. It is imported only when training begins.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from purrlor.kit.lab import Log, Trainer, positive, seed_number

SEATS = (3, 4, 5, 6)
"""Two seats have the exact solver."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--matches", type=int, default=40_000, metavar="N", help="number of matches")
    parser.add_argument("--batch", type=int, default=512, metavar="N", help="decisions in a batch")
    parser.add_argument("--rate", type=positive, default=1e-3, metavar="X", help="learning rate at the start")
    parser.add_argument(
        "--seed", type=seed_number, default="1", metavar="TEXT", help="a text that determines everything"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads that play")
    parser.add_argument("--seats", type=int, choices=SEATS, default=4, help="seats at the tables to learn for")
    parser.add_argument("--iterations", type=int, default=2000, metavar="N", help="iterations of each search")
    parser.add_argument("--epochs", type=int, default=10, metavar="N", help="passes over all decisions")
    parser.add_argument("--begin", type=policy_weights, metavar="FILE", help="begin with these weights")
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
    from . import policy_training

    options = policy_training.TrainingOptions(
        seats=args.seats,
        matches=args.matches,
        iterations=args.iterations,
        epochs=args.epochs,
        batch=args.batch,
        rate=args.rate,
        seed=args.seed,
        threads=args.threads,
        begin=args.begin,
    )
    args.output.write_bytes(policy_training.train(options, log))


LEAST = {"matches": 1, "batch": 1, "threads": 1, "iterations": 1, "epochs": 1}
TRAINER = Trainer("the policy network that chooses cards", add_arguments, train, LEAST)
