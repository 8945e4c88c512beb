"""Nobody is sent what they may not know: not by pictures, notes, refusals, hints, words, ledgers, logs or figures.

Two worlds that differ only in what somebody cannot know send that one the same bytes.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from shutil import copy
from sqlite3 import connect
from typing import Any, cast

import pytest
from mcp.client import Client

from purrlor.core import IllegalEvent, Match, Seat
from purrlor.core.record import event_text, parse_event
from purrlor.kit import kit
from purrlor.kit.answers import QUESTIONS
from purrlor.server.mcp.tools import assistant_server
from purrlor.server.mcp.visit import SeatKey, ToolCaller
from purrlor.table import wire
from purrlor.table.rows import EventRow
from tests.server.parlour import Chair, Device, parlour, run, two_at_a_table
from tests.table.table_driver import Sitting, begun, play_at_random

PEOPLE = ("id-of-ann-4711", "id-of-ben-4711", "id-of-cat-4711")
SPECTATOR = "id-of-wil-4711"
OPTIONS: dict[str, dict[str, str]] = {
    "meow": {},
    "addi-cats": {"timed": "false", "most_cards": "15"},
    "house-of-cats": {},
}


def played(game: str, acts: int, seed: int) -> tuple[Sitting, int]:
    """Return a match after some random acts, and how many events there were before the first of them."""
    sitting, connections = begun(game, PEOPLE, options=OPTIONS[game])
    before, random = len(sitting.rows), Random(seed)
    for _ in range(acts):
        seat = random.choice(sitting.table.play.match.awaiting.seats)
        sitting.act(connections[seat], int(seat), str(random.choice(list(sitting.table.play.match.legal(seat)))))
    return sitting, before


def other_worlds(sitting: Sitting, viewer: int | None, random: Random, tries: int = 300) -> list[list[EventRow]]:
    """Deal the same match differently where the viewer sees no difference."""
    game = sitting.table.game
    number = next(i for i, row in enumerate(sitting.rows) if len(row.text.split()) > 20)
    here = _states(game, sitting.rows)
    found: list[list[EventRow]] = []
    for _ in range(tries):
        rows = list(sitting.rows)
        rows[number] = _swapped(rows[number], random)
        there = _states(game, rows)
        seat = None if viewer is None else Seat(viewer)
        if (
            there
            and there != here
            and [game.view(each, seat) for each in there] == [game.view(each, seat) for each in here]
        ):
            found.append(rows)
    return found


def _swapped(row: EventRow, random: Random) -> EventRow:
    who, *values = row.text.split()
    i, j = random.sample(range(len(values)), 2)
    values[i], values[j] = values[j], values[i]
    return EventRow(row.number, row.at, " ".join([who, *values]))


def _states(game: Any, rows: Sequence[EventRow]) -> list[Any]:
    match: Match[Any, Any, Any] = Match(game)
    try:
        for row in rows:
            match.push(parse_event(game, row.text, row.at))  # type: ignore[arg-type]
    except IllegalEvent:
        return []
    return list(match.states)


def bytes_heard(sitting: Sitting, rows: Sequence[EventRow], before: int, viewer: int | None) -> list[bytes]:
    """Return all that the viewer receives during the acts of `rows`, with refusals, hints and words in between."""
    world = sitting.with_events(rows[:before], sitting.now)
    connections = [world.enter(who) for who in PEOPLE]
    mine = connections[viewer] if viewer is not None else world.enter(SPECTATOR)
    own = 0 if viewer is None else viewer
    for row in rows[before:]:
        who, action = row.text.split(" ", 1)
        if who.startswith("seat"):
            seat = int(who[4:]) - 1
            world.act(connections[seat], seat, action)
            world.act(mine, own, "play G1")
            world.act(mine, own, "nonsense")
            world.act(mine, own, "turn", version=9999)
            if not world.update(mine)["take_back"]:
                world.send(mine, wire.TakeBack(own))
            world.send(mine, wire.AskHint(own))
            world.send(mine, wire.Say("hello"))
    assert world.rows == list(rows)
    return world.bytes[mine]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(("game", "acts"), [("meow", 8), ("addi-cats", 9)])
def test_what_somebody_cannot_know_changes_no_byte(game: str, acts: int, viewer: int | None) -> None:
    sitting, before = played(game, acts, seed=5)
    worlds = other_worlds(sitting, viewer, Random(f"{game}{viewer}"))
    assert len(worlds) > 3
    here = bytes_heard(sitting, sitting.rows, before, viewer)
    assert len(here) > acts
    for world in worlds[:6]:
        assert bytes_heard(sitting, world, before, viewer) == here


def hidden_turn(choices: Random) -> tuple[Sitting, list[bytes], list[bytes]]:
    """Let Ann do two random secret things, and Ben the same two as always; return what Ben and a spectator receive."""
    sitting, connections = begun("house-of-cats", PEOPLE)
    sitting = sitting.with_events(sitting.rows, sitting.now)
    ann, ben, _, spectator = (sitting.enter(who) for who in (*PEOPLE, SPECTATOR))
    fixed = Random(1)
    for _ in range(2):
        sitting.act(
            ann, 0, choices.choice([each for each in sitting.update(ann)["legal"] if each not in ("back", "done")])
        )
        sitting.act(
            ben, 1, fixed.choice([each for each in sitting.update(ben)["legal"] if each not in ("back", "done")])
        )
        sitting.act(ben, 1, "place 6 A1")
        sitting.send(ben, wire.AskHint(1))
    sitting.send(ann, wire.TakeBack(0))
    assert connections
    return sitting, sitting.bytes[ben], sitting.bytes[spectator]


def test_hidden_acts_of_others_change_no_byte() -> None:
    worlds = [hidden_turn(Random(seed)) for seed in range(8)]
    assert len({tuple(row.text for row in sitting.rows) for sitting, _, _ in worlds}) > 1
    without_id = [[_without_ids(sitting, each) for each in (ben, spectator)] for sitting, ben, spectator in worlds]
    assert all(each == without_id[0] for each in without_id)


def _without_ids(sitting: Sitting, heard: Sequence[bytes]) -> list[bytes]:
    return [message.replace(sitting.row.id.encode(), b"TABLE") for message in heard]


def secrets_of(sitting: Sitting) -> dict[str, bytes]:
    secret, key = sitting.row.secret, sitting.table.setup.key
    found = {"seed": secret.hex().encode(), "raw seed": secret, "key": key.encode()}
    found |= {
        "seed in base64": base64.b64encode(secret)[:20],
        "seed for addresses": base64.urlsafe_b64encode(secret)[:20],
    }
    return found | {who: who.encode() for who in (*PEOPLE, SPECTATOR)}


@pytest.mark.parametrize(
    ("game", "options", "pause"),
    [*((game, options, 0) for game, options in OPTIONS.items()), ("addi-cats", {"most_cards": "8"}, 600)],
)
def test_no_secret_is_sent_to_anybody_in_a_whole_match(game: str, options: dict[str, str], pause: int) -> None:
    sitting, connections = begun(game, PEOPLE, options=options, lesson="")
    connections.append(sitting.enter(SPECTATOR))
    sitting.send(connections[0], wire.Say("good_luck"))
    play_at_random(sitting, connections, Random(3), pause)
    assert bool(pause) == any(each["type"] == "race" for each in sitting.heard[connections[-1]])
    secrets = secrets_of(sitting)
    for connection in connections:
        for message in sitting.bytes[connection]:
            over = b'"status":"over"' in message
            assert [name for name, text in secrets.items() if text in message and not (over and name == "seed")] == []


def test_no_card_of_another_hand_is_named_before_it_is_played() -> None:
    sitting, connections = begun("meow", PEOPLE)
    connections.append(sitting.enter(SPECTATOR))
    random = Random(4)
    seen = dict.fromkeys(connections, 0)
    while sitting.table.status == "running":
        hands = [{str(card) for card in hand} for hand in sitting.table.play.match.state.hands]
        for seat, connection in enumerate(connections):
            hidden = {card for other, hand in enumerate(hands) if other != seat for card in hand}
            for message in sitting.heard[connection][seen[connection] :]:
                assert not hidden & set(_texts(message, lambda key: key not in ("contributions", "options", "deck")))
            seen[connection] = len(sitting.heard[connection])
        (seat,) = sitting.table.play.match.awaiting.seats
        sitting.act(connections[seat], int(seat), str(random.choice(list(sitting.table.play.match.legal(seat)))))


def _texts(value: Any, wanted: Callable[[str], bool]) -> list[str]:
    """Return every text in a message, word by word."""
    match value:
        case {**fields}:
            kept: list[Any] = [each for key, each in fields.items() if wanted(str(key))]
            return [part for each in kept for part in _texts(each, wanted)]
        case [*items]:
            return [part for each in items for part in _texts(each, wanted)]
        case str(text):
            return text.split()
        case _:
            return []


def test_logs_figures_and_answers_hold_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="purrlor")
    pages: list[bytes] = []
    words: list[str] = []

    async def go() -> None:
        async with two_at_a_table(tmp_path / "s", "meow", lesson="", chat="free") as (house, ann, ben, table):
            chairs = [await ann.sit(table), await ben.sit(table)]
            for chair in chairs:
                await chair.send("ready", contribution="my-share")
            await play_a_little(chairs)
            live = house.app.tables.live[table].table
            hands = [str(card) for hand in live.play.match.state.hands for card in hand]
            cookies = [cookie.value for device in (ann, ben) for cookie in device.session.cookie_jar]
            words.extend([live.row.secret.hex(), live.setup.key, house.app.services.access.signer.key.hex(), *cookies])
            words.extend(seat.person for seat in live.setup.seats)
            for path in ("", "/races", "/record", "/replay", "/review"):
                async with ben.session.get(f"/api/tables/{table}{path}") as response:
                    pages.append(await response.read())
            for address in ("/metrics", "/healthz", "/api/tables", "/api/me"):
                async with ben.session.get(address) as response:
                    pages.append(await response.read())
            assert not any(f'"{card}"'.encode() in each for card in hands for each in pages)

    run(go())
    logged = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert "request" in logged
    for word in words:
        assert word not in logged
        assert not any(word.encode() in each for each in pages)


async def play_a_little(chairs: Sequence[Chair]) -> None:
    for chair in chairs:
        await chair.until_type("update")
    for _ in range(4):
        seat: int = chairs[0].updates[0]["awaiting"][0]
        await chairs[seat].act(seat, chairs[seat].updates[seat]["legal"][0])
        for chair in chairs:
            await chair.until_type("update")


def test_a_table_that_cannot_be_woken_says_nothing_of_any_hand() -> None:
    """A reader of the log may be a player of the table."""
    sitting, _ = begun("meow", PEOPLE)
    seat = sitting.table.play.match.awaiting.seats[0]
    held = {str(play) for play in sitting.table.play.match.legal(seat)}
    plays = (f"play {colour}{rank}" for colour in "PG" for rank in range(1, 19))
    other = next(play for play in plays if play not in held)
    broken = [*sitting.rows, EventRow(len(sitting.rows) + 1, 0, f"seat{seat + 1} {other}")]
    with pytest.raises(ValueError, match="break the rules of meow") as trouble:
        sitting.with_events(broken, sitting.now)
    assert "play" not in str(trouble.value)
    assert trouble.value.__suppress_context__


@pytest.mark.parametrize("over_http", [True, False])
def test_tools_of_assistants_tell_nothing_of_another_hand(tmp_path: Path, over_http: bool) -> None:
    """Whatever an assistant asks for, also with another seat's number in its key, it learns its own hand at most."""
    answers: list[str] = []

    async def go() -> None:
        wanted: dict[str, Any] = {"lesson": "", "watch": "anyone", "mcp": over_http}
        async with two_at_a_table(tmp_path / "s", "meow", **wanted) as (house, ann, _, table):
            tools: Any = f"{house.address}/mcp" if over_http else assistant_server(lambda _: ToolCaller())
            link = f"{house.address}/t/{table}#k={house.app.tables.live[table].table.setup.key}"
            own, seat = str(await joined(house, table)), "seat=1"
            chair = await ann.sit(table)
            await chair.send("ready", contribution="my-share")
            async with Client(tools) as client:

                async def call(tool: str, key: str, **arguments: Any) -> str:
                    found = await client.call_tool(tool, {"seat_key": key, **arguments} if key else arguments)
                    answers.append(str(found))
                    return str(found)

                await call("look", own)  # now everybody is there, and the match begins
                entered = [await call("take_seat", "", link=link, watch=watch) for watch in (False, True)]
                assert ["seat_key" in each and "events" in each for each in entered] == [False, True]
                card = house.app.tables.live[table].table.play.match.state.hands[1][0]
                for key in (own, own.replace(seat, "seat=0"), own.replace(seat, "seat=none")):
                    seen = [await call("look", key), await call("wait", key, seconds=0)]
                    assert ["events" in each for each in seen] == [key == own] * 2
                    for question in QUESTIONS:
                        await call("ask", key, question=question)
                    await call("play", key, action=f"play {card}")
                    await call("review", key)
            live = house.app.tables.live[table].table
            assert live.status == "running"
            hidden = {str(card) for card in live.play.match.state.hands[0]}
            shown = {word.strip("',.:;)") for answer in answers for word in answer.split()}
            assert not hidden & shown
            spoken_hand = "; ".join(kit("meow").answers().hand(live.play.view(Seat(0)), ["Ann", "Ben"]))
            assert not any(spoken_hand in answer for answer in answers)
            assert not any(live.row.secret.hex() in answer for answer in answers)

    run(go())


async def joined(house: Any, table: str) -> SeatKey:
    """Return Ben's seat, for a program that has his token."""
    live = house.app.tables.live[table]
    person = live.table.setup.seats[1].person
    return SeatKey(house.address, table, 1, house.app.services.access.signer.signed(person))


@asynccontextmanager
async def assisted(
    place: Path, game: str
) -> AsyncGenerator[tuple[Any, Callable[[int | None], Any], Callable[..., Any], dict[int | None, str]]]:
    """A match of Ann and Ben: the table, new connections of somebody's browser, calls of tools, keys of seats."""
    opened = two_at_a_table(place, game, mcp=True, watch="anyone", options=OPTIONS.get(game, {}))
    async with opened as (house, ann, ben, table), house.device() as wil:
        live = house.app.tables.live[table].table
        await wil.join(table, live.setup.key, "Wil", watch=True)
        devices: dict[int | None, Device] = {0: ann, 1: ben, None: wil}
        for chair in (await ann.sit(table), await ben.sit(table)):
            await chair.send("ready", contribution="my-share")
        await caught_up(chair, 1, 0)

        @asynccontextmanager
        async def browser(seat: int | None) -> AsyncGenerator[Chair]:
            chair = await devices[seat].sit(table)
            await caught_up(chair, seat, 0)
            yield chair
            await chair.leave()

        async with Client(f"{house.address}/mcp") as client:
            link = f"{house.address}/t/{table}#k={live.setup.key}"
            joined_watcher: Any = await client.call_tool("take_seat", {"link": link, "watch": True})
            keys = {1: str(await joined(house, table)), None: joined_watcher.structured_content["seat_key"]}

            async def call(tool: str, seat: int | None, **arguments: Any) -> Any:
                found = await client.call_tool(tool, {"seat_key": keys[seat], **arguments})
                assert not found.is_error, found
                return found.structured_content

            yield live, browser, call, keys


@pytest.mark.parametrize("game", ["yatzy", *OPTIONS])
def test_an_assistant_is_shown_what_a_browser_of_its_seat_is_sent(tmp_path: Path, game: str) -> None:
    async def go() -> None:
        random = Random(2)
        async with assisted(tmp_path / "s", game) as (live, browser, call, _):
            for _ in range(3):
                await act_at_random(live, browser, random)
                for viewer in (1, None):
                    seen = await call("look", viewer, since=0)
                    async with browser(viewer) as chair:
                        sent = chair.updates[viewer]
                    assert all(seen[each] == sent[each] for each in ("version", "events", "awaiting", "legal", "over"))
                    assert [note for note in seen["notes"] if note not in sent["notes"]] == []

    run(go())


async def act_at_random(live: Any, browser: Callable[[int | None], Any], random: Random) -> None:
    seat = int(random.choice(live.play.match.awaiting.seats))
    async with browser(seat) as chair:
        update = chair.updates[seat]
        await chair.act(seat, random.choice(update["legal"]))
        await caught_up(chair, seat, update["version"] + 1)


async def caught_up(chair: Chair, seat: int | None, version: int) -> None:
    """Wait for the update of this version, or a later one."""
    while chair.updates.get(seat, {"version": -1})["version"] < version:
        await chair.hear()


def test_tools_of_assistants_tell_nothing_of_hidden_acts(tmp_path: Path) -> None:
    """Ann writes in secret what she likes; Ben's assistant and a spectator's get the same answers."""

    async def world(seed: int) -> tuple[list[str], list[Any]]:
        acts, answers, random = list[str](), list[Any](), Random(seed)
        async with assisted(tmp_path / str(seed), "house-of-cats") as (live, browser, call, _):
            for _ in range(2):
                async with browser(0) as chair:
                    update = chair.updates[0]
                    acts.append(random.choice([each for each in update["legal"] if each not in ("back", "done")]))
                    await chair.act(0, acts[-1])
                    await caught_up(chair, 0, update["version"] + 1)
                for viewer in (1, None):
                    answers += [await call("look", viewer, since=since) for since in (None, 0, live.play.version)]
                    answers += [await call("ask", viewer, question=question) for question in ("table", "scores")]
        return acts, answers

    worlds = [run(world(seed)) for seed in range(3)]
    assert len({tuple(acts) for acts, _ in worlds}) > 1
    assert all(answers == worlds[0][1] for _, answers in worlds)


@dataclass(frozen=True)
class Stopped:
    """The store of a server that was stopped in a match of two, and the keys of two assistants at the table."""

    store: Path
    match: Match[Any, Any, Any]
    keys: Mapping[int | None, str]
    """The keys of Ben and of a spectator."""

    def changed(self, name: str, events: Sequence[Any], secret: bytes) -> Stopped:
        """The same match with other events, and another seed for those to come."""
        store, game = Path(copy(self.store, self.store.with_name(name))), cast("Any", self.match.rules)
        texts = [(event_text(game, event), number) for number, event in enumerate(events, 1)]
        with closing(connect(store)) as database, database:
            changed = database.executemany("UPDATE events SET text = ? WHERE number = ?", texts).rowcount
            assert changed == len(events) == len(self.match.log)
            database.execute("UPDATE tables SET secret = ?", (secret,))
        return replace(self, store=store)

    async def answers(self, key: str) -> list[str]:
        """Return all answers of the tools while the server continues the match."""
        async with (
            parlour(self.store) as house,
            Client(assistant_server(lambda _: ToolCaller(through=house.address))) as client,
        ):
            calls: list[tuple[str, dict[str, Any]]] = [
                ("look", {}),
                ("look", {"since": 0, "language": "de"}),
                ("wait", {"seconds": 0}),
                *(("ask", {"question": question}) for question in QUESTIONS),
                *(
                    ("play", {"action": action, "seconds": 0})
                    for action in ("nonsense", "play G1", "hit head", "roll 9")
                ),
                ("review", {}),
            ]
            return [str(await client.call_tool(tool, {"seat_key": key, **each})) for tool, each in calls]


async def stopped(place: Path, game: str, acts: int) -> Stopped:
    """Let Ann and Ben act at random, and stop the server."""
    async with assisted(place, game) as (live, browser, _, keys):
        random = Random(7)
        for _ in range(acts):
            await act_at_random(live, browser, random)
        return Stopped(place, live.play.match, keys)


@pytest.mark.parametrize("game", ["yatzy", *OPTIONS])
def test_what_somebody_cannot_know_changes_no_answer_of_a_tool(tmp_path: Path, game: str) -> None:
    """Hidden cards are dealt otherwise, and the dice and cards to come are others."""

    async def go() -> None:
        here = await stopped(tmp_path / "s", game, acts=7)
        heard = [await here.answers(key) for key in here.keys.values()]
        assert all("'legal':" in answers[0] for answers in heard)
        for number in range(2):
            events = kit(game).redeal(here.match, Seat(1), Random(number))
            assert (tuple(events) != tuple(here.match.log)) == kit(game).redeals
            there = here.changed(str(number), events, bytes([number]) * 32)
            assert [await there.answers(key) for key in there.keys.values()] == heard

    run(go())
