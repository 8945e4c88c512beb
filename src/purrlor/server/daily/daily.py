"""The daily challenge on the server: secrets, tries, scoring, and background computation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec import json

from purrlor.core import commitment
from purrlor.kit.daily import PLAYER
from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.creation import first_writes
from purrlor.table.daily import (
    ChallengePoints,
    challenge_of,
    challenge_table,
    challenges,
    day_after,
    day_of,
    end_of,
    options_of,
    parted_day,
    revealed_at,
)
from purrlor.table.refusals import refused
from purrlor.table.wire.daily import TryStatus

from ..http.requests import Feature
from ..live.registry import LiveTable
from ..people.account_merge import current_person, former_persons
from ..tasks import CALLER, SERVER, KeyedTasks
from . import work as challenge_work
from .queries import (
    ChallengeRow,
    Try,
    begin_try,
    draw_challenge,
    find_challenge,
    find_try,
    finish_try,
    names_of,
    save_try_summary,
    set_par,
    tries_of_day,
    tries_of_person,
    uncounted_tries,
)

if TYPE_CHECKING:
    from ..services import Services

MOST_SHOWN = 100
SHOWN_DAYS = 120
"""Number of days that the calendar goes back."""
MOST_COUNTED = 50
"""Maximum number of tries counted in one request for a board."""


class Daily(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.work = KeyedTasks(services.tasks, "the daily challenge")
        self.tables.on_over.append(self.note_over)

    async def challenge(self, day: str, game: str) -> ChallengeRow:
        found = await self.store.read(find_challenge, day, game)
        if found is None:
            found = await self.store.transact(draw_challenge, day, game)
        return found

    async def begin(self, day: str, game: str, person: str, wanted: wire.NewTry) -> wire.TableMade:
        """Return the table of the person's scored try, creating it if there is none."""
        row = await self.challenge(day, game)
        table = challenge_table(row.fate, person, wanted.name, wanted.cat, self.now(), pace=wanted.pace)
        writes = first_writes(table, {person: table.setup.seats[0].name}, self.tables.node)
        store, now = self.store, self.now()
        if await store.transact(begin_try, row.fate, person, table.row.id, now=now, writes=writes):
            self.tables.add(table)
            return wire.TableMade(table.row.id, table.setup.key)
        known = await self.store.read(find_try, day, game, person)
        if known is None or await self.store.load(known.table) is None:
            raise refused("tried_already")
        return wire.TableMade(known.table, "")

    # Counting

    def note_over(self, live: LiveTable) -> None:
        """Count a match that has ended, if it is a try."""
        setup = live.table.setup
        if setup.challenge:
            self.work.start(("count", live.id), self._count_table(setup.challenge, setup.game, setup.host))

    async def _count_table(self, day: str, game: str, person: str) -> None:
        current = await self.store.read(current_person, person)
        own = await self.store.read(find_try, day, game, current)
        if own is not None and own.finished is None:
            await self._count(own)

    async def count(self, day: str, game: str) -> None:
        """Count tries whose matches ended while no server could count them."""
        for each in await self.store.read(uncounted_tries, day, game, MOST_COUNTED):
            await self._count(each)

    async def _count(self, each: Try) -> None:
        stored = await self.store.load(each.table)
        if stored is None or stored.row.status != "over":
            return
        row, finished = await self.challenge(each.day, each.game), stored.row.changed
        persons = [each.person, *await self.store.read(former_persons, each.person)]
        counts: ChallengePoints | None = await self.thinkers.document(
            challenge_work.counted, stored, row.fate, persons, finished
        )
        points = (None, None) if counts is None else (counts.points, counts.millis)
        await self.store.transact(finish_try, each, finished, *points)

    # What takes long

    def _find_par(self, row: ChallengeRow) -> bool:
        """Start computing the par if it is unknown; return whether it is still being computed."""
        if row.par:
            return False
        self.work.start(("par", row.fate.day, row.fate.game), self._par(row))
        return True

    async def _par(self, row: ChallengeRow) -> None:
        CALLER.set(SERVER)  # everybody waits for it, not only the address that sent the first request
        par: ChallengePoints = await self.thinkers.study(challenge_work.par_of, row.fate)
        await self.store.transact(set_par, row.fate, json.encode(par).decode())

    def _find_skill_summary(self, own: Try) -> bool:
        if own.judged or own.points is None:
            return False
        self.work.start(("skill", own.table), self._compute_skill_summary(own))
        return True

    async def _compute_skill_summary(self, own: Try) -> None:
        summary = await self.services.skill_summaries.of(own.table, PLAYER)
        await self.store.transact(save_try_summary, own, json.encode(summary).decode())

    # What is shown

    async def today(self, day: str, person: str) -> wire.Today:
        own = await self.store.read(tries_of_person, person) if person else []
        done = [each for each in own if each.points is not None]
        shown = day_after(day, -SHOWN_DAYS)
        return wire.Today(
            day=day,
            ends=end_of(day),
            now=self.now(),
            streak=streak({each.day for each in done}, day),
            games=[await self._of_today(game, day, person) for game in challenges()],
            done=[wire.DoneTry(each.day, each.game, each.points or 0) for each in done if each.day >= shown],
        )

    async def _of_today(self, game: str, day: str, person: str) -> wire.TodayGame:
        await self.count(day, game)
        row, next_row = await self.challenge(day, game), await self.challenge(day_after(day), game)
        ranked = rank(await self.store.read(tries_of_day, day, game), timed=challenge_of(game).timed)
        own = await self.store.read(find_try, day, game, person) if person else None
        return wire.TodayGame(
            game=game,
            options=options_of(row.fate),
            bots=list(challenge_of(game).bots),
            commitment=commitment(row.fate.secret),
            tomorrow=commitment(next_row.fate.secret),
            players=len(ranked),
            own=self._own(own, ranked),
        )

    def _own(self, own: Try | None, ranked: Sequence[tuple[int, Try]]) -> wire.TryOf | None:
        if own is None:
            return None
        place = next((place for place, each in ranked if each.person == own.person), None)
        checking = ("count", own.table) in self.work
        unfinished: TryStatus = "checking" if checking else "running"
        status: TryStatus = "counts" if own.points is not None else "late" if own.finished is not None else unfinished
        return wire.TryOf(own.table, status, own.points, own.millis, place)

    async def board(self, day: str, game: str, person: str, members: Collection[str] | None = None) -> wire.Board:
        """Return the board. `members` are those of the club whose own challenge it is; its board shows only them."""
        today, alone = day_of(self.now()), parted_day(day)[0]
        row = await self.store.read(find_challenge, day, game)
        if row is None and alone == today:
            row = await self.challenge(day, game)
        if row is None or alone > today:
            raise refused("no_day")
        await self.count(day, game)
        everybody = await self.store.read(tries_of_day, day, game)
        tries = [each for each in everybody if members is None or each.person in members]
        ranked = rank(tries, timed=challenge_of(game).timed)
        own = next((each for each in tries if person and each.person == person), None)
        finished = own is not None and own.finished is not None
        over = self.now() >= revealed_at(day)
        seen = [(place, each) for number, (place, each) in enumerate(ranked) if number < MOST_SHOWN or each is own]
        names = await self.store.read(names_of, [each.person for _, each in seen])
        judging = [own is not None and self._find_skill_summary(own)]
        if ranked and (finished or over):  # the strongest bots take longer, so they come second
            judging.append(self._find_par(row))
        par = json.decode(row.par, type=ChallengePoints) if row.par and (finished or over) else None
        return wire.Board(
            game=game,
            day=alone,
            ends=end_of(day),
            revealed=revealed_at(day),
            commitment=commitment(row.fate.secret),
            secret=row.fate.secret.hex() if over else "",
            timed=challenge_of(game).timed,
            par=None if par is None else wire.Par(challenge_of(game).par, par.points, par.millis),
            players=len(ranked),
            entries=[
                wire.BoardEntry(place, names.get(each.person, ""), each.points or 0, each.millis or 0, each is own)
                for place, each in seen
            ],
            own=self._own(own, ranked),
            merit=json.decode(own.judged, type=SkillSummary | None) if own is not None and own.judged else None,
            judging=any(judging),
        )


def rank(tries: Sequence[Try], *, timed: bool) -> list[tuple[int, Try]]:
    """Return the tries that count with their ranks, best first; equal tries share a rank."""

    def worth(each: Try) -> tuple[int, int]:
        return -(each.points or 0), (each.millis or 0) if timed else 0

    ordered = sorted((each for each in tries if each.points is not None), key=worth)
    places: dict[tuple[int, int], int] = {}
    return [(places.setdefault(worth(each), number), each) for number, each in enumerate(ordered, 1)]


def streak(days: set[str], today: str) -> int:
    """Count days in a row up to today, or up to yesterday if today is not played yet."""
    day = today if today in days else day_after(today, -1)
    length = 0
    while day in days:
        day, length = day_after(day, -1), length + 1
    return length
