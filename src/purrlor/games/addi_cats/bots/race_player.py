"""A player with reflexes.

A bot chooses again after every event, but a reaction belongs to its stimulus: a bot that drew a new reaction time at
each choice would react too fast, since the shortest of many draws wins. So this bot draws nothing from its source. It
takes a salt from it, the same as long as the source is untouched. The salt and the stimulus (these equal sums, this
Chase, this card) decide whether the player notices it, and when they answer. A repeated choice names the same moment.
The caller passes the same unused random source throughout a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from purrlor.core import Millis, Seat
from purrlor.games.addi_cats import Action, Contest, Hit, Part, Pass, Phase, PlaceView, Turn, View, contests
from purrlor.games.addi_cats.table import top_sum
from purrlor.kit.bots import Choice

from .reflexes import Reflexes, steps_of

NEVER = Millis(10**12)
"""The delay of a bot that lets things pass."""
TEMPTATION = 4
"""Factor by which a greedy hit is likelier when a sum is off by one."""
CONSIDERING = Millis(800)


@dataclass(frozen=True)
class RacePlayer:
    """A bot that sees equal sums and Action cards late or not at all, and sometimes sees one that is not there."""

    reflexes: Reflexes

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        assert view.viewer is not None
        mind = Mind(self.reflexes, view, view.viewer, _salt(random))
        if Pass() in legal:
            return Choice(Hit() if mind.moment() is not None else Pass(), CONSIDERING)
        if len(legal) == 1:
            return Choice(Turn(), mind.turning())
        moment = mind.moment()
        if moment is not None:
            return Choice(Hit(mind.part()), Millis(max(0, moment - view.now)))
        return Choice(Turn(), mind.turning()) if Turn() in legal else Choice(Hit(Part.BODY), NEVER)


def _salt(random: Random) -> str:
    return "/".join(map(str, random.getstate()[1][:4]))


@dataclass(frozen=True)
class Mind:
    """A player's interpretation of the open cards."""

    reflexes: Reflexes
    view: View
    seat: Seat
    salt: str

    def source(self, *what: object) -> Random:
        """Return a random source that belongs to one stimulus, the same on every call."""
        return Random(f"{self.salt}/{what}")

    def moment(self) -> Millis | None:
        """Return when the player hits, as things are; None: not at all."""
        if self.view.phase in (Phase.CHASE, Phase.TRAP):
            return self._signal()
        places = self.view.places
        own = [each for each in contests(places, sumo=self.view.sumo) if self.seat in each.seats(places)]
        moments = [moment for contest in own if (moment := self._noticed(contest)) is not None]
        return min(moments) if moments else None if own else self._greed()

    def turning(self) -> Millis:
        return self.reflexes.recognising(self.source("turn", self.view.cards_turned))

    def part(self) -> Part:
        aims = self.source("part", self.view.cards_turned).random() < self.reflexes.aims
        return Part.HEAD if aims else Part.BODY

    def _signal(self) -> Millis | None:
        """Return when the player answers a Chase or Trap; None if they miss it."""
        since = max(self._last_look(), self.view.mouse_free_since)
        source = self.source("signal", self.view.cards_turned, len(self.view.called), since)
        return None if source.random() < self.reflexes.sleeps else Millis(since + self.reflexes.recognising(source))

    def _noticed(self, contest: Contest) -> Millis | None:
        """Return when the player notices a fight: at its start, or at a later look when a card is turned elsewhere."""
        fighters = [self.view.places[number] for number in contest.fighters]
        risen = max(place.shown_at for place in fighters)
        steps = steps_of(place.pile[-1] for place in fighters if place.shown_at == risen)
        round_ = None if self.view.timed else self.view.cards_turned
        for look in self._looks(max(risen, self._concerned_since(contest))):
            source = self.source("contest", contest.fighters, contest.sums, look, self.view.mouse_free_since, round_)
            if source.random() >= self.reflexes.overlooked(steps):
                return Millis(max(look, self.view.mouse_free_since) + self.reflexes.spotting(steps, source))
        return None

    def _concerned_since(self, contest: Contest) -> Millis:
        """Return since when the player takes part: in a Sumo since its card, as an outsider since their last card."""
        if contest.sumo:
            return self._last_look()
        places = [self.view.places[number] for number in contest.fighters]
        if all(place.owner != self.seat for place in places):
            outside = [self.view.places[number] for number in contest.outsiders]
            return min(place.shown_at for place in outside if place.owner == self.seat)
        return Millis(0)

    def _looks(self, since: Millis) -> Iterator[Millis]:
        later = {place.shown_at for place in self.view.places if place.pile and place.shown_at > since}
        yield from [since, *sorted(later)]

    def _last_look(self) -> Millis:
        return max(place.shown_at for place in self.view.places)

    def _greed(self) -> Millis | None:
        """Return when the player hits by mistake for sums that are not equal; usually None."""
        look = self._last_look()
        source = self.source("greed", self.view.cards_turned, look)
        if source.random() >= self.reflexes.greed * (TEMPTATION if self._off_by_one() else 1):
            return None
        moment = Millis(look + self.reflexes.spotting(0, source))
        return moment if moment > self.view.now or not self.view.timed else None

    def _off_by_one(self) -> bool:
        own = _sums(place for place in self.view.places if place.owner == self.seat)
        others = _sums(place for place in self.view.places if place.owner != self.seat)
        return any(abs(mine - other) == 1 for mine in own for other in others)


def _sums(places: Iterator[PlaceView]) -> list[int]:
    return [total for place in places if (total := top_sum(place)) is not None]
