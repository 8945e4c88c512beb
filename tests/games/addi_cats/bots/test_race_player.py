"""Bots with reflexes at the table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from purrlor.core import Act, Millis, Seat, winners
from purrlor.games.addi_cats import Action, AddiCats, Phase, Place, State, View, parse_card
from purrlor.games.addi_cats.bots.race_player import NEVER, RacePlayer
from purrlor.games.addi_cats.bots.reflexes import ADULT, CHAMPION, SIX_YEAR_OLD, TEN_YEAR_OLD
from purrlor.kit import Choice, Uniform, levels
from purrlor.lab.playout import play_out

TRIO = AddiCats(seats=3, first=Seat(0))
SMALL = AddiCats(seats=3, numbers_up_to=5)
SURE = replace(ADULT, overlooks=0, overlooks_step=0, sleeps=0, greed=0)
BLIND = replace(ADULT, overlooks=1, overlooks_step=0, sleeps=1, greed=0)
GREEDY = replace(BLIND, greed=1)


class Sleeper:
    """A bot that never does anything."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        return Choice(legal[0], NEVER)


def looking(*piles: str, now: int = 1000, third_card_at: int = 1000) -> State:
    """Return a state in which everybody looks; the cards were turned at 0, 1000 and `third_card_at` ms."""
    times = (0, 1000, third_card_at)
    table = tuple(
        Place(Seat(seat), (parse_card("2"),), (parse_card(card),), Millis(at))
        for seat, (card, at) in enumerate(zip(piles, times, strict=True))
    )
    return State(table, Phase.LOOK, Millis(now), player=1, deadline=Millis(now + 2000))


def asked(bot: RacePlayer, state: State, seat: int = 0, source: str = "s") -> Choice[Any]:
    seat_ = Seat(seat)
    return bot.choose(TRIO.view(state, seat_), TRIO.legal(state, seat_), Random(source))


def test_a_player_who_sees_equal_sums_hits_after_a_reaction_time() -> None:
    choice = asked(RacePlayer(SURE), looking("6+8", "14", "20"))
    assert str(choice.action).startswith("hit")
    assert 300 < choice.delay < 2500


def test_a_player_who_is_not_concerned_waits() -> None:
    assert asked(RacePlayer(SURE), looking("6+8", "14", "20"), seat=2).delay == NEVER


def test_asked_again_after_something_else_happened_the_bot_names_the_same_moment() -> None:
    first = asked(RacePlayer(SURE), looking("6+8", "14", "20"))
    again = asked(RacePlayer(SURE), looking("6+8", "14", "3", now=1200, third_card_at=1200))
    assert 1000 + first.delay == 1200 + again.delay


def test_the_bot_leaves_its_source_untouched() -> None:
    source = Random("s")
    state = looking("6+8", "14", "20")
    RacePlayer(SURE).choose(TRIO.view(state, Seat(0)), TRIO.legal(state, Seat(0)), source)
    assert source.getstate() == Random("s").getstate()


def test_what_was_overlooked_may_be_seen_at_the_next_look() -> None:
    dreamer = RacePlayer(replace(SURE, overlooks=0.5))
    before = [asked(dreamer, looking("6+8", "14", "20"), source=str(n)).delay == NEVER for n in range(200)]
    later = looking("6+8", "14", "3", now=3000, third_card_at=3000)
    after = [asked(dreamer, later, source=str(n)).delay == NEVER for n in range(200)]
    assert 60 < sum(before) < 140
    assert sum(after) < 80


def test_a_sum_that_is_off_by_one_tempts_more() -> None:
    tempted = RacePlayer(replace(SURE, greed=0.1))
    near = [asked(tempted, looking("15", "14", "20"), source=str(n)).delay < NEVER for n in range(300)]
    far = [asked(tempted, looking("12", "14", "20"), source=str(n)).delay < NEVER for n in range(300)]
    assert sum(near) > 2 * sum(far) > 0


def test_the_same_seed_gives_the_same_match() -> None:
    bots = [RacePlayer(SIX_YEAR_OLD), RacePlayer(TEN_YEAR_OLD), RacePlayer(ADULT)]
    assert play_out(SMALL, bots, "x").log == play_out(SMALL, bots, "x").log


def test_there_are_five_levels_and_one_that_adapts() -> None:
    assert [level.name for level in levels("addi-cats")] == [
        "uniform", "playmate", "six-year-old", "ten-year-old", "fourteen-year-old", "adult", "champion",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("timed", [True, False])
def test_the_stronger_level_wins_more_often(timed: bool) -> None:
    rules = replace(SMALL, timed=timed)
    bots = [RacePlayer(SIX_YEAR_OLD), RacePlayer(TEN_YEAR_OLD), RacePlayer(CHAMPION)]
    won = [winners(play_out(rules, bots, str(number)).scores) for number in range(20)]
    assert won.count((Seat(2),)) > won.count((Seat(0),)) + 4


@pytest.mark.slow
@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_match_ends_with_inattentive_and_greedy_players(seats: int, timed: bool) -> None:
    rules = AddiCats(seats=seats, numbers_up_to=5, timed=timed)
    for number, reflexes in enumerate([BLIND, GREEDY, SIX_YEAR_OLD, ADULT]):
        mixed = [RacePlayer(reflexes), RacePlayer(BLIND), RacePlayer(GREEDY), *[RacePlayer(SIX_YEAR_OLD)] * 3][:seats]
        for bots in ([RacePlayer(reflexes)] * seats, mixed):
            assert play_out(rules, bots, str(number)).over


def test_every_match_ends_though_everybody_sleeps() -> None:
    match = play_out(SMALL, [Sleeper(), Sleeper(), Sleeper()], "zzz")
    assert match.over
    assert not any(isinstance(event, Act) for event in match.log)


@pytest.mark.slow
def test_every_match_ends_with_players_who_do_anything() -> None:
    for seed in range(4):
        assert play_out(SMALL, [Uniform(), Uniform(), Uniform()], str(seed)).over


@pytest.mark.parametrize(
    "numbers",
    [pytest.param(range(60), marks=pytest.mark.slow), pytest.param(range(60, 600), marks=pytest.mark.nightly)],
    ids=["sixty", "hundreds"],
)
def test_matches_of_all_kinds_end_and_lose_no_card(numbers: range) -> None:
    """Sixty meet each number of seats, of cards and with or without a clock twice."""
    kinds = [BLIND, GREEDY, SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT, CHAMPION]
    settings = list(product((2, 3, 4, 5, 6), (5, 7, 10), (True, False)))
    for number in numbers:
        random = Random(number)
        seats, numbers_up_to, timed = settings[number % len(settings)]
        rules = AddiCats(seats=seats, numbers_up_to=numbers_up_to, timed=timed)
        match = play_out(rules, [RacePlayer(random.choice(kinds)) for _ in range(seats)], str(number))
        table = match.state.table
        assert sum(len(place.stack) + len(place.pile) for place in table) == len(rules.cards)
