"""Reflexes by age: how fast people are, how much they overlook, and how often they hit by mistake.

Reaction times are ex-Gaussian: a normal part (mu, sigma) and an exponential tail (tau), all in milliseconds; this shape
fits human reaction times well (Hohle 1965; Luce 1986). Where the numbers come from:

- `recognise`, the time to see that a Chase or Trap has come. Adults press a key about 231 ms after any signal (Woods et
  al. 2015, 1469 people); telling one kind of card from others takes 100 to 150 ms more, by our estimate, so the mean
  is near 360.
- Children are slower at everything by one factor that falls with age, 1 + 5.16·exp(-0.21·age) (Kail 1991): 2.5 at six,
  1.6 at ten, 1.3 at fourteen. Their answers also scatter more: sigma is larger (McAuley et al. 2006); that tau grows
  like mu is assumed.
- `compare`, the time to see that two known sums are equal, is our estimate for adults; children by the same factor.
- `step`, the time that an addition takes on top for each unit of its smaller number. First graders count on from the
  larger number, some 400 ms for each step; adults recall the answer, with 20 to 73 ms for each step (Groen and Parkman
  1972; Parkman and Groen 1971; Ashcraft and Stazyk 1981). Doubles such as 6+6 cost nothing extra (Groen and Parkman).
- How often somebody overlooks, sleeps or hits by mistake is our own estimate, not a measurement; harder sums are
  overlooked more, and a sum that is off by one tempts more.

Hohle, J. Exp. Psychol. 69 (1965) 382. Luce, Response Times, Oxford 1986. Woods et al., Front. Hum. Neurosci. 9 (2015)
131. Kail, Psychol. Bull. 109 (1991) 490. McAuley et al., Dev. Neuropsychol. 29 (2006) 447. Groen and Parkman, Psychol.
Rev. 79 (1972) 329. Parkman and Groen, J. Exp. Psychol. 89 (1971) 335. Ashcraft and Stazyk, Mem. Cognit. 9 (1981) 185.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor
from random import Random

from purrlor.core import Millis
from purrlor.games.addi_cats import Addition, Card

FASTEST = 120
"""The shortest possible reaction time in milliseconds; an earlier hit is not a reaction."""


@dataclass(frozen=True, slots=True)
class ExGaussian:
    mu: float
    sigma: float
    tau: float

    @property
    def mean(self) -> float:
        return self.mu + self.tau

    def draw(self, random: Random) -> float:
        return max(FASTEST, random.gauss(self.mu, self.sigma) + random.expovariate(1 / self.tau))


@dataclass(frozen=True, slots=True)
class Reflexes:
    recognise: ExGaussian
    """Chase and Trap; also the time to turn the next card."""
    compare: ExGaussian
    step: float
    """Milliseconds for each step of an addition."""
    overlooks: float
    """The chance not to see equal sums at one look."""
    overlooks_step: float
    """The additional chance to overlook a sum for each step of the additions."""
    sleeps: float
    """The chance to miss a Chase or Trap."""
    greed: float
    """The chance to hit by mistake after a card."""
    aims: float
    """The chance to hit the head."""

    @property
    def numbers(self) -> tuple[float, ...]:
        seen, equal = self.recognise, self.compare
        return (
            seen.mu, seen.sigma, seen.tau, equal.mu, equal.sigma, equal.tau, self.step, self.overlooks,
            self.overlooks_step, self.sleeps, self.greed, self.aims,
        )  # fmt: skip

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Reflexes:
        """Return the reflexes with these `numbers`."""
        return cls(ExGaussian(*numbers[:3]), ExGaussian(*numbers[3:6]), *numbers[6:])

    def spotting(self, steps: int, random: Random) -> Millis:
        """Draw how long it takes to see equal sums."""
        return Millis(round(self.compare.draw(random) + self.step * steps))

    def recognising(self, random: Random) -> Millis:
        return Millis(round(self.recognise.draw(random)))

    def overlooked(self, steps: int) -> float:
        return min(0.95, self.overlooks + self.overlooks_step * steps)


def steps_of(cards: Iterable[Card]) -> int:
    """Return the steps that a player counts: the smaller number of each addition; none for doubles and sums."""
    pairs = (card for card in cards if isinstance(card, Addition))
    return sum(min(pair.first, pair.second) for pair in pairs if pair.first != pair.second)


SIX_YEAR_OLD = Reflexes(
    recognise=ExGaussian(720, 130, 200), compare=ExGaussian(1280, 240, 460), step=400,
    overlooks=0.15, overlooks_step=0.05, sleeps=0.05, greed=0.02, aims=0.3,
)  # fmt: skip
TEN_YEAR_OLD = Reflexes(
    recognise=ExGaussian(480, 80, 120), compare=ExGaussian(850, 150, 290), step=120,
    overlooks=0.06, overlooks_step=0.02, sleeps=0.02, greed=0.01, aims=0.5,
)  # fmt: skip
FOURTEEN_YEAR_OLD = Reflexes(
    recognise=ExGaussian(380, 55, 80), compare=ExGaussian(660, 105, 195), step=70,
    overlooks=0.04, overlooks_step=0.012, sleeps=0.014, greed=0.006, aims=0.6,
)  # fmt: skip
ADULT = Reflexes(
    recognise=ExGaussian(300, 40, 60), compare=ExGaussian(520, 80, 150), step=45,
    overlooks=0.03, overlooks_step=0.008, sleeps=0.01, greed=0.004, aims=0.7,
)  # fmt: skip
CHAMPION = Reflexes(
    recognise=ExGaussian(230, 25, 35), compare=ExGaussian(390, 50, 80), step=15,
    overlooks=0.005, overlooks_step=0.001, sleeps=0.001, greed=0.0005, aims=0.95,
)  # fmt: skip

LADDER = (SIX_YEAR_OLD, TEN_YEAR_OLD, FOURTEEN_YEAR_OLD, ADULT, CHAMPION)


def reflexes_at(pace: float) -> Reflexes:
    """Interpolate the reflexes between two rungs of the ladder geometrically; 0 is the lowest rung.

    Below 0 and above the top the line of the two nearest rungs goes on.
    """
    lower = min(max(floor(pace), 0), len(LADDER) - 2)
    part = pace - lower
    pairs = zip(LADDER[lower].numbers, LADDER[lower + 1].numbers, strict=True)
    return Reflexes.of([low * (high / low) ** part for low, high in pairs])
