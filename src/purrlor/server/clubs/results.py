"""What the members of a club played in a month, per game and in total, with luck separated from results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from statistics import fmean

from msgspec import Struct, json

from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow
from purrlor.table.setup import Setup, Summary

from .queries import Club


class MemberResult(Struct, frozen=True):
    """The result of one member in one match."""

    game: str
    person: str
    won: bool
    merit: SkillSummary | None


def month_of(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m")


def span_of(month: str) -> tuple[int, int]:
    """Return the first millisecond of a UTC month and of the month after it."""
    try:
        begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
        after = begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)
    except ValueError:
        raise refused("no_month") from None
    return int(begin.timestamp() * 1000), int(after.timestamp() * 1000)


def played_of(club: Club, row: TableRow, merits: Mapping[tuple[str, int], str]) -> list[MemberResult]:
    """Return the results of the members who played a match, if there were at least two.

    Members who joined later or shared a device do not count.
    """
    setup = json.decode(row.setup, type=Setup)
    if setup.origin:  # a fork counts for nothing
        return []
    summary = json.decode(row.summary, type=Summary) if row.summary else Summary()
    found: list[MemberResult] = []
    for member in club.members:
        seats = setup.seats_of(member.person)
        if len(seats) == 1 and member.since <= row.changed:
            text = merits.get((row.id, seats[0]), "")
            merit = json.decode(text, type=SkillSummary | None) if text else None
            found.append(MemberResult(row.game, member.person, seats[0] in summary.winners, merit))
    return found if len(found) > 1 else []


def month_tables(club: Club, played: Sequence[MemberResult], you: str) -> list[wire.ClubTable]:
    """Return one table for all games together, then one per game, most played first."""
    by_game: dict[str, list[MemberResult]] = defaultdict(list)
    for each in played:
        by_game[each.game].append(each)
    games = sorted(by_game, key=lambda game: (-len(by_game[game]), game))
    tables = [wire.ClubTable(game, _standings(club, by_game[game], you, merits=True)) for game in games]
    together = [wire.ClubTable("", _standings(club, played, you, merits=False))] if len(games) > 1 else []
    return [*together, *tables]


def _standings(club: Club, played: Sequence[MemberResult], you: str, *, merits: bool) -> list[wire.ClubStanding]:
    found: list[wire.ClubStanding] = []
    for member in club.members:
        own = [each for each in played if each.person == member.person]
        if own:
            known = [each.merit for each in own if each.merit is not None] if merits else []
            luck = [merit.luck for merit in known if merit.luck is not None]
            lost = [merit.lost for merit in known if merit.lost is not None]
            found.append(
                wire.ClubStanding(
                    member.name,
                    member.person == you,
                    len(own),
                    sum(each.won for each in own),
                    fmean(luck) if luck else None,
                    fmean(lost) if lost else None,
                )
            )
    return sorted(found, key=lambda each: (-each.won, each.played, each.name))
