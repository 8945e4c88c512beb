"""Rated matches: check which tables can be rated, and compute ratings from a finished match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from purrlor.kit import kit
from purrlor.kit.rating import Skill, performance, rated
from purrlor.kit.review import SkillSummary

from .refusals import refused
from .setup import Setup
from .wire.history import RatingReason

NOTICED_LUCK = 1.0
"""Points by which a seat's luck must differ from the other seats' to be mentioned."""


class Entrant(Struct, frozen=True):
    """One seat of a rated match. It contains no person's id, so it can be stored in the rows of other people."""

    seat: int
    level: str
    """The level of a bot; empty: a person."""
    before: Skill
    performance: float
    score: int
    luck: float | None
    away: bool = False
    """The person left, or a bot played for them for a while. They are ranked last, whatever the result."""


class RatedMatch(Struct, frozen=True):
    """The change of one rating by one match, with everything needed to recompute it."""

    own: int
    """The index of the player among the entrants."""
    entrants: tuple[Entrant, ...]
    after: Skill

    @property
    def before(self) -> Skill:
        return self.entrants[self.own].before


def can_be_rated(game: str) -> bool:
    """Return whether the game has at least one level to compare with."""
    return bool(known_levels(game))


def known_levels(game: str) -> list[str]:
    """Return the names of the levels of known strength."""
    return [level.name for level in kit(game).levels if level.strength is not None]


def strength_of(game: str, level: str) -> float | None:
    found = {each.name: each.strength for each in kit(game).levels}
    return found.get(level)


def check_rated(setup: Setup) -> None:
    """Raise `RequestRefused` unless a table with this setup can be rated."""
    if not can_be_rated(setup.game):
        raise refused("rated_game")
    if setup.lesson or len(setup.seats) < 2:
        raise refused("rated_alone")
    if sum(seat.kind == "person" for seat in setup.seats) > 1:
        raise refused("rated_device")
    for seat in setup.seats:
        if seat.kind == "bot" and strength_of(setup.game, seat.level) is None:
            known = known_levels(setup.game)
            raise refused("rated_level", known, level=seat.level[:40], levels=", ".join(known))


class RatedSeat(Struct, frozen=True):
    """The person or bot on a seat of a finished match."""

    seat: int
    person: str
    level: str
    away: bool


def seated(setup: Setup, forfeits: Mapping[int, str]) -> list[RatedSeat]:
    """Return the seats that count: people with one seat each, and bots of known strength.

    `forfeits` are the people who left, by seat.
    """
    found: list[RatedSeat] = []
    for number, seat in enumerate(setup.seats):
        person = seat.person or forfeits.get(number, "")
        if seat.kind == "bot":
            if strength_of(setup.game, seat.level) is not None:
                found.append(RatedSeat(number, "", seat.level, away=False))
        elif person:
            away = seat.relieved or seat.left or seat.stands_in
            found.append(RatedSeat(number, person, "", away=away))
    people = [each.person for each in found if each.person]
    return [each for each in found if people.count(each.person) <= 1]


def entrants(
    seats: Sequence[RatedSeat],
    skills: Sequence[Skill],
    scores: Sequence[int],
    skill_summaries: Mapping[int, SkillSummary | None],
) -> tuple[Entrant, ...]:
    """Combine seats, skills and results. `skills` are those before the match, in the order of `seats`."""
    found = [performance(skill_summaries.get(each.seat), scores[each.seat]) for each in seats]
    worst = min(found) - 1
    return tuple(
        Entrant(
            each.seat,
            each.level,
            skill,
            worst if each.away else played,
            scores[each.seat],
            luck=None if (summary := skill_summaries.get(each.seat)) is None else summary.luck,
            away=each.away,
        )
        for each, skill, played in zip(seats, skills, found, strict=True)
    )


def after(of: Sequence[Entrant]) -> tuple[Skill, ...]:
    return rated([each.before for each in of], [each.performance for each in of])


def reason(match: RatedMatch) -> RatingReason:
    """Return the reason for a change of rating, for its player."""
    own, others = match.entrants[match.own], [each for place, each in enumerate(match.entrants) if place != match.own]
    if own.away:
        return "away"
    up = match.after.mu >= match.before.mu
    lucks = [each.luck for each in others if each.luck is not None]
    if own.luck is None or not lucks:
        return "up" if up else "down"
    ahead = own.luck - sum(lucks) / len(lucks)
    if abs(ahead) < NOTICED_LUCK:
        return "up" if up else "down"
    if up:
        return "up_with_luck" if ahead > 0 else "up_against_luck"
    return "down_with_luck" if ahead > 0 else "down_against_luck"
