"""The picture of Addi Cat's for the web client."""

import msgspec

from purrlor.core import Fates, Match, Millis, Seat, fate_key, secret_from_text
from purrlor.core.record import parse_event
from purrlor.games.addi_cats import AddiCats, Card, Phase, Place, State, parse_card
from purrlor.games.addi_cats.picture import Picture
from purrlor.kit import kit

TRIO = AddiCats(seats=3, first=Seat(0))
DUEL = AddiCats(seats=2, first=Seat(0))
CALM = AddiCats(seats=3, first=Seat(0), timed=False)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def laid(rules: AddiCats, *places: str) -> State:
    """Each place: a stack, top card first, and after a bar a pile, top card last."""
    parted = [text.partition("|") for text in places]
    owners = zip(rules.owners, parted, strict=True)
    table = tuple(Place(owner, cards(stack), cards(pile)) for owner, (stack, _, pile) in owners)
    return State(table, Phase.TURN, player=len(table) - 1, deadline=Millis(10_000) if rules.timed else None)


def after(rules: AddiCats, state: State, *lines: str) -> State:
    for line in lines:
        at, _, event = line.partition(" ")
        state = rules.apply(state, parse_event(rules, event, Millis(int(at))))
    return state


def drawn(rules: AddiCats, state: State, seat: int | None = 0) -> Picture:
    viewer = None if seat is None else Seat(seat)
    legal = () if viewer is None else rules.legal(state, viewer)
    painted: Picture = kit("addi-cats").painter().picture(rules, rules.view(state, viewer), legal)
    return painted


def test_cards_are_described_by_their_numbers() -> None:
    found = drawn(TRIO, laid(TRIO, "2 | 3+8", "4 | 11", "6 | clock"))
    tops = [place.top[-1] for place in found.places]
    assert [(card.kind, card.text, card.numbers) for card in tops] == [
        ("addition", "3+8", (3, 8)),
        ("sum", "11", (11,)),
        ("action", "clock", ()),
    ]


def test_no_sum_of_an_addition_is_described_while_the_race_is_on() -> None:
    text = msgspec.json.encode(drawn(TRIO, laid(TRIO, "2 | 9+8", "4 | 8+9", "6 |")))
    assert b"17" not in text


def test_of_a_stack_only_its_height_is_described() -> None:
    found = drawn(TRIO, laid(TRIO, "13 14 | 2 3 4 5", "15 |", "16 |"))
    assert (found.places[0].face_down, found.places[0].open) == (2, 4)
    assert [card.text for card in found.places[0].top] == ["3", "4", "5"]
    assert not any(number in msgspec.json.encode(found.places) for number in (b"13", b"14", b"15", b"16"))


def test_the_table_waits_for_the_player_to_turn_for_a_limited_time() -> None:
    found = drawn(TRIO, laid(TRIO, "2 |", "4 |", "6 |"))
    assert (found.up, found.turn, found.deadline, found.window) == (0, 0, 10_000, 10_000)
    found = drawn(TRIO, after(TRIO, laid(TRIO, "2 9 |", "4 |", "6 |"), "500 seat1 turn"))
    assert (found.phase, found.up, found.turn, found.window) == ("look", 1, None, 2000)


def test_a_hit_has_its_time_since_the_card() -> None:
    state = laid(TRIO, "14 2 |", "4 | 7+7", "6 |")
    found = drawn(TRIO, after(TRIO, state, "100 seat1 turn", "823 seat2 hit head"))
    assert [(hit.seat, hit.part, hit.after) for hit in found.hits] == [(1, "head", 723)]
    assert found.window == TRIO.margin


def test_a_verdict_brings_its_correction_card() -> None:
    state = laid(TRIO, "2 | 4", "4 | 3 2+2", "6 | 20")
    found = drawn(TRIO, after(TRIO, state, "700 seat2 hit head", "719 timeout"))
    (verdict,) = found.verdict
    assert verdict.note["kind"] == "wins_equality"
    assert verdict.correction is not None
    assert (verdict.correction.total, verdict.correction.additions) == (4, ((1, 3), (2, 2), (3, 1)))


def test_greed_has_a_reason_and_no_correction_card() -> None:
    state = after(TRIO, laid(TRIO, "2 | 14", "4 | 5", "6 | 20"), "700 seat3 hit head", "719 timeout")
    (verdict,) = drawn(TRIO, state).verdict
    assert (verdict.note["kind"], verdict.note["reason"], verdict.correction) == ("greedy", "nothing_equal", None)


def test_the_action_card_that_is_carried_out_is_named() -> None:
    found = drawn(TRIO, after(TRIO, laid(TRIO, "chase 2 |", "4 |", "6 |"), "500 seat1 turn"))
    assert found.called is not None
    assert (found.phase, found.called.card, found.called.owner, found.window) == ("chase", "chase", 0, 3000)


def test_two_players_have_two_places_each_and_one_count() -> None:
    found = drawn(DUEL, laid(DUEL, "2 | 3", "4 |", "6 7 |", "8 |"))
    assert [place.owner for place in found.places] == [0, 1, 0, 1]
    assert found.left == [4, 2]


def test_without_a_clock_a_decision_is_announced_but_not_what_it_is() -> None:
    state = after(CALM, laid(CALM, "2 9 |", "4 |", "6 |"), "0 seat1 turn", "0 seat2 hit")
    found = drawn(CALM, state)
    assert (found.phase, found.decided, found.decision, found.window) == ("decide", [False, True, False], None, None)
    assert drawn(CALM, state, seat=1).decision is True


def test_the_end_says_who_has_won() -> None:
    state = after(TRIO, laid(TRIO, "| 4", "4 | 2+2", "6 |"), "700 seat1 hit head", "719 timeout")
    found = drawn(TRIO, state)
    assert (found.over, found.won, found.left[0]) == (True, [[0]], 0)


def test_every_moment_of_the_deal_can_be_drawn() -> None:
    rules = AddiCats(seats=6)
    match = Match(rules, Fates(fate_key(secret_from_text("page"))))
    phases = [drawn(rules, match.state, None).phase]
    while match.awaiting.chance is not None:
        match.draw()
        phases.append(drawn(rules, match.state, None).phase)
    assert phases == ["first", "deal", "turn"]
