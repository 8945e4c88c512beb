"""Updates as they are sent: `wire.Update`, whose view joins what everybody sees with the viewer's own part."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from purrlor.core import Seat
from purrlor.kit import games
from purrlor.kit.plain_view import view_from_plain
from purrlor.table import wire
from purrlor.table.updates import joined_update, shared_part
from tests.table.table_driver import begun

DECODER: msgspec.json.Decoder[wire.Update] = msgspec.json.Decoder(wire.Update)


@pytest.mark.parametrize("own", [{}, {"a": {}}, {"a": {}, "b": [1, {"c": "}"}]}])
@pytest.mark.parametrize("shown", [{}, {"x": None}, {"x": "{", "y": {"z": 1}}])
def test_an_update_is_joined_as_if_it_had_been_encoded_for_its_viewer(own: Any, shown: Any) -> None:
    def update(**values: Any) -> wire.Update:
        shared: dict[str, Any] = {"version": 3, "events": 3, "awaiting": (1,), "racing": False, "now": 7}
        rest: dict[str, Any] = {"deadline": None, "clock": None, "notes": (), "over": True, "winners": (0,)}
        return wire.Update(**values, **shared, **rest, scores=(5, 4))

    shared = shared_part(update(seat=None, legal=(), take_back=False, view=msgspec.Raw(msgspec.json.encode(shown))))
    joined = joined_update(wire.ViewerUpdate(1, ("keep 3 3",), True, own), shared)
    assert joined == msgspec.json.encode(update(seat=1, legal=("keep 3 3",), take_back=True, view={**own, **shown}))


@pytest.mark.parametrize("game", games())
def test_what_is_sent_is_the_encoding_of_an_update(game: str) -> None:
    sitting, connections = begun(game)
    sent = [text for connection in connections for text in sitting.bytes[connection] if b'"type":"update"' in text]
    assert sent
    for text in sent:
        assert msgspec.json.encode(DECODER.decode(text)) == text


@pytest.mark.parametrize("game", ["yatzy", "meow", "house-of-cats"])
def test_a_bot_may_ask_for_the_view_of_its_own_seat(game: str) -> None:
    sitting, (ann, ben) = begun(game)
    play = sitting.table.play
    for seat, connection in enumerate((ann, ben)):
        found = sitting.send(connection, wire.AskView(seat, 7))[-1]
        assert (found["type"], found["seat"], found["version"], found["id"]) == ("view", seat, play.version, 7)
        assert view_from_plain(found["view"], play.game) == play.match.view(Seat(seat))
        assert found["legal"] == [str(action) for action in play.match.legal(Seat(seat))]
    assert sitting.send(ann, wire.AskView(1))[-1]["code"] == "not_your_seat"


def test_an_update_says_whether_the_first_one_to_act_decides() -> None:
    sitting, (ann, _) = begun("addi-cats", options={"first": "1", "actions": ""})
    sitting.act(ann, 0, "turn")
    sitting.wait(1000)
    assert sitting.update(ann)["racing"]
    sitting, (ann, _) = begun("yatzy")
    assert not sitting.update(ann)["racing"]


def test_a_refusal_names_the_values_of_its_sentence() -> None:
    sitting, (ann, _) = begun("yatzy")
    (refusal,) = sitting.act(ann, 0, "roll", version=99)
    assert (refusal["code"], refusal["values"]) == ("unknown_version", {"version": 99, "latest": 1})
