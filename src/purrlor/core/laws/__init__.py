"""The laws that every game obeys, and a function that checks them on your own game.

    from purrlor.core import laws

    laws.check(MyGame(seats=3), disguise=my_disguise)

A broken law raises `LawBroken`: the name of the law, what happened, and the match in notation with its seed.
`disguise` is needed for games with secret chance; see `Disguise`. States, views and notes are compared with `==`;
actions are hashable.
"""

from __future__ import annotations

from typing import TypeVar

from ..rules import Game
from . import fairness, flow, refusals, secrecy, texts, together
from .trial import MOST_EVENTS, Disguise, Law, LawBroken, Trial, play

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

LAWS: tuple[Law, ...] = (
    flow.rules_are_values,
    flow.states_never_change,
    flow.awaiting_is_well_formed,
    flow.awaited_seats_can_act,
    flow.what_is_awaited_applies,
    flow.matches_end,
    flow.scores_fit_the_seats,
    flow.questions_are_pure,
    flow.logs_replay,
    flow.same_seed_same_match,
    refusals.only_awaited_seats_act,
    refusals.only_legal_actions_are_accepted,
    refusals.only_possible_fates_are_accepted,
    refusals.no_timeout_before_the_deadline,
    refusals.no_act_after_the_deadline,
    refusals.nothing_follows_the_end,
    together.simultaneous_acts_commute,
    together.simultaneous_acts_are_hidden,
    secrecy.views_have_no_way_back,
    secrecy.disguises_disguise,
    secrecy.views_keep_secrets,
    secrecy.legal_actions_keep_secrets,
    secrecy.notes_keep_secrets,
    texts.notation_reads_back,
    texts.records_read_back,
    texts.stories_can_be_told,
    texts.open_events_are_told_alike,
    fairness.chance_favours_no_seat,
)
"""All laws, in order: the later laws build on the earlier ones."""
ONCE = (fairness.chance_favours_no_seat,)
"""The laws for which one trial is as good as many."""


def check(
    game: Game[S, A, V],
    *,
    disguise: Disguise[S] | None = None,
    matches: int = 24,
    seed: int = 0,
    most_events: int = MOST_EVENTS,
    equal_seats: bool = True,
) -> None:
    """Play random matches and check every law on each of them; raise `LawBroken` if one is broken.

    - `disguise`: returns another state that a viewer cannot tell from the given one; a game with secrets needs it.
    - `matches`: how many matches are played.
    - `seed`: the number of the first match; each number determines its match.
    - `most_events`: the number of events after which a match counts as endless.
    - `equal_seats`: False for games whose rules deal some seats better than others.
    """
    for number in range(seed, seed + matches):
        trial = play(game, number, disguise=disguise, most_events=most_events)
        for law in LAWS:
            if law not in ONCE or (equal_seats and number == seed):
                law(trial)
        flow.states_never_change(trial)  # once more: the other laws have called the rules many times
        flow.rules_are_values(trial)


__all__ = ["LAWS", "MOST_EVENTS", "ONCE", "Disguise", "Law", "LawBroken", "Trial", "check", "play"]
