"""A tournament as one of its attendees sees it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from statistics import fmean

from msgspec import json

from purrlor.core import commitment
from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.tournament import BOT, TournamentRound, TournamentTable, is_complete, marks_of, standings
from purrlor.table.tournament.tables import round_secret

from .queries import TournamentRow

SkillSummaries = Mapping[tuple[str, int], SkillSummary | None]


def decoded_skill_summaries(texts: Mapping[tuple[str, int], str]) -> dict[tuple[str, int], SkillSummary | None]:
    return {key: json.decode(text, type=SkillSummary | None) for key, text in texts.items()}


def tournament_view(
    row: TournamentRow,
    person: str,
    code: str,
    statuses: Mapping[str, wire.Status],
    skill_summaries: SkillSummaries,
    *,
    judging: bool,
) -> wire.Evening:
    own, setup, status = row.attendee(person), row.setup, row.status
    shared = setup.plan.format == "duplicate"
    planned = setup.plan.rounds if shared else 0
    host = row.host == person
    return wire.Evening(
        id=row.id,
        key=row.word if host or own is not None else "",
        code=code,
        name=row.name,
        format=setup.plan.format,
        game=setup.game,
        options=setup.options,
        seats=setup.plan.seats,
        planned=setup.plan.rounds,
        level=setup.level,
        clock=setup.clock,
        status=status,
        version=row.version,
        host=host,
        joinable=row.joinable,
        you=own.number if own is not None else 0,
        people=[
            wire.EveningPerson(each.number, each.name, each.cat, each.plays, bool(person) and each.person == person)
            for each in row.attendees
        ],
        rounds=[_round(row, each, own.number if own else BOT, statuses, host=host) for each in row.rounds],
        standings=_standings(row, skill_summaries),
        judging=judging,
        commitments=[commitment(round_secret(row.secret, number)) for number in range(1, planned + 1)],
        commitment=commitment(row.secret),
        secret=row.secret.hex() if status == "over" else "",
        created=row.created,
    )


def _round(
    row: TournamentRow, each: TournamentRound, own: int, statuses: Mapping[str, wire.Status], *, host: bool
) -> wire.EveningRound:
    plan = row.setup.plan
    over, shared = is_complete(plan, each) or row.ended is not None, plan.format == "duplicate"
    marks = marks_of(plan, each)
    secret = round_secret(row.secret, each.number)
    seen: set[int] = set()
    tables: list[wire.EveningTable] = []
    for table in each.tables:
        yours = own != BOT and own in table.people
        status: wire.Status = "over" if table.result else statuses.get(table.id, "over" if over else "open")
        shown = table.id if yours or not shared or over else ""
        seats = _seats(table, marks, hidden=shared and not over)
        relieve = table.id if host and status != "over" and not over else ""
        tables.append(wire.EveningTable(table.group + 1, shown, relieve, yours, status, table.group in seen, seats))
        seen.add(table.group)
    return wire.EveningRound(
        number=each.number,
        over=over,
        draw=each.draw,
        commitment=commitment(secret) if shared else "",
        seed=secret.hex() if shared and over else "",
        byes=list(each.byes),
        tables=tables,
    )


def _seats(table: TournamentTable, marks: Mapping[int, Fraction], *, hidden: bool) -> list[wire.EveningSeat]:
    result = None if hidden else table.result
    return [
        wire.EveningSeat(
            person=person,
            relieved=result is not None and seat in result.relieved,
            score=None if result is None else result.scores[seat],
            won=result is not None and seat in result.winners,
            mark=_number(marks.get(person)) if person != BOT else None,
        )
        for seat, person in enumerate(table.people)
    ]


def _number(mark: Fraction | None) -> float | None:
    return None if mark is None else float(mark)


def _standings(row: TournamentRow, skill_summaries: SkillSummaries) -> list[wire.EveningStanding]:
    own: dict[int, list[SkillSummary]] = {}
    for each in row.rounds:
        for table in each.tables:
            for seat, person in enumerate(table.people):
                if (summary := skill_summaries.get((table.id, seat))) is not None:
                    own.setdefault(person, []).append(summary)
    found: list[wire.EveningStanding] = []
    for standing in standings(row.setup.plan, row.rounds):
        judged = own.get(standing.person, [])
        luck = [summary.luck for summary in judged if summary.luck is not None]
        lost = [summary.lost for summary in judged if summary.lost is not None]
        found.append(
            wire.EveningStanding(
                person=standing.person,
                place=standing.place,
                points=float(standing.points),
                tie_break=float(standing.tie_break),
                rounds=[_number(mark) for mark in standing.rounds],
                luck=fmean(luck) if luck else None,
                lost=fmean(lost) if lost else None,
            )
        )
    return found
