"""The review of a race, and the table of additions with a player's own times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from purrlor.core import Record, Seat
from purrlor.games.addi_cats import Addition
from purrlor.games.addi_cats.cards import MOST
from purrlor.games.addi_cats.practice import AdditionSkill, Damage, Notebook, Sign, UnusableNotebook, skills
from purrlor.games.addi_cats.practice.matches import remember
from purrlor.games.addi_cats.practice.skill import weakest
from purrlor.games.addi_cats.review import Moment, MomentOutcome, SeatMoments, review_seats
from purrlor.kit.player import players_of
from purrlor.kit.speech import figure, listed, say

AnyRecord = Record[Any, Any, Any]
STYLES = {Sign.QUICK: "green", Sign.USUAL: "", Sign.SLOW: "yellow", Sign.WEAK: "bold red", Sign.UNSEEN: "dim"}
CELL = 6
MOST_MISSED = 3


def closing(record: AnyRecord) -> RenderableType:
    """Draw the end of a match. People's answers go into their notebooks."""
    parts: list[RenderableType] = [review(record)]
    for seat in people(record):
        parts += _remembered(record, seat)
    return Group(*parts)


def people(record: AnyRecord) -> list[Seat]:
    return [Seat(seat) for seat, player in enumerate(players_of(record)) if player.level is None]


def keep_answers(record: AnyRecord) -> list[str]:
    """Save the answers of an abandoned match in the people's notebooks; return the lines to print."""
    lines: list[str] = []
    for seat in people(record):
        try:
            notebook = remember(record, seat, record.names[seat], datetime.now(UTC))
        except UnusableNotebook as error:
            lines.append(say("terminal.addi-cats.practice.unusable", reason=error))
        else:
            lines += damage_lines(notebook.damage)
    return lines


def _remembered(record: AnyRecord, seat: Seat) -> Iterator[RenderableType]:
    try:
        notebook = remember(record, seat, record.names[seat], datetime.now(UTC))
    except UnusableNotebook as error:
        yield Text(say("terminal.addi-cats.practice.unusable", reason=error))
        return
    yield from (Text(line) for line in damage_lines(notebook.damage))
    if notebook.answers:
        yield Text("")
        yield additions_table(notebook)


def damage_lines(damage: Damage | None) -> list[str]:
    if damage is None:
        return []
    return [
        say(
            "terminal.addi-cats.practice.damaged",
            file=damage.file,
            aside=damage.aside,
            kept=damage.kept,
            lost=damage.lost,
        )
    ]


# Looking back


def review(record: AnyRecord, seats: Sequence[Seat] | None = None) -> RenderableType:
    """Draw the review of the seats played by people, or of all seats if only bots played."""
    chosen = seats or people(record) or [Seat(seat) for seat in range(len(record.names))]
    found = review_seats(record)
    lines = [line for seat in chosen for line in _lines(record, found[seat])]
    return Group(*lines)


def _lines(record: AnyRecord, found: SeatMoments) -> Iterator[Text]:
    yield Text("")
    yield Text(say("addi-cats.review.heading", seat=players_of(record)[found.seat].name), style="bold")
    yield from (Text(f"  {line}") for line in (*_reactions(record, found), *_missed(found), *_greed(found)))


def _reactions(record: AnyRecord, found: SeatMoments) -> Iterator[str]:
    won, beaten = found.of(MomentOutcome.WON), found.of(MomentOutcome.BEATEN)
    if won or beaten:
        yield say("addi-cats.review.won", won=len(won), decided=len(won) + len(beaten))
    if found.times:
        fastest, usual = min(found.times), found.median_time or 0
        yield say("addi-cats.review.times", fastest=seconds(fastest), usual=seconds(usual))
    if found.signals:
        values = {"led": found.chases_led, "last": found.chases_last}
        yield say("addi-cats.review.signals", usual=seconds(sorted(found.signals)[len(found.signals) // 2]), **values)
    rivals = [moment.by for moment in beaten if moment.by is not None]
    if rivals:
        rival = max(set(rivals), key=rivals.count)
        yield say("addi-cats.review.rival", seat=players_of(record)[rival].name, count=rivals.count(rival))


def _missed(found: SeatMoments) -> Iterator[str]:
    missed = found.of(MomentOutcome.MISSED)
    if not missed:
        yield say("addi-cats.review.missed.none")
        return
    dearest = sorted(missed, key=lambda moment: -moment.stake)[:MOST_MISSED]
    examples = listed([moment_text(moment) for moment in dearest])
    yield say("addi-cats.review.missed", count=len(missed), cards=found.missed_cards, examples=examples)


def _greed(found: SeatMoments) -> Iterator[str]:
    if not found.grabs:
        yield say("addi-cats.review.greed.none")
        return
    yield say("addi-cats.review.greed", count=len(found.grabs), cards=found.greed_cost)


def moment_text(moment: Moment) -> str:
    return (" – " if moment.sumo else " = ").join(dict.fromkeys(map(str, moment.cards)))


def seconds(millis: float) -> str:
    return f"{figure(millis / 1000, '.2f')} s"


# The table of additions


def additions_table(notebook: Notebook) -> RenderableType:
    """Draw ten by ten additions, each with the player's usual time in seconds and a sign; list the weak ones below."""
    found = skills(notebook.answers)
    heading = Text(say("terminal.addi-cats.practice.table", player=notebook.player), style="bold")
    head = Text("    +" + "".join(f"{second:>{CELL}}" for second in range(1, MOST + 1)), style="bold")
    rows = [_row(first, found) for first in range(1, MOST + 1)]
    legend = Text(f"  {say('terminal.addi-cats.practice.legend')}", style="dim")
    weak = weakest(found)
    lines = [heading, head, *rows, legend]
    if weak:
        lines.append(Text("  " + say("terminal.addi-cats.practice.weak", additions=listed(list(map(str, weak))))))
    return Group(*lines)


def _row(first: int, found: Mapping[Addition, AdditionSkill]) -> Text:
    line = Text(f"{first:>5}", style="bold")
    for second in range(1, MOST + 1):
        skill = found[Addition(first, second)]
        line += Text(f"{cell_text(skill):>{CELL}}", style=STYLES[skill.sign])
    return line


def cell_text(skill: AdditionSkill) -> str:
    """Format a time and its sign, with the sign always in the same column."""
    if skill.sign is Sign.UNSEEN:
        return f"{skill.sign} "
    time = "ok" if skill.millis is None else figure(skill.millis / 1000, ".1f")
    time = "" if skill.millis is None and skill.sign is Sign.WEAK else time
    return time + (skill.sign or " ")
