"""Where people get push messages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple

from purrlor.table.rows import Person

from ..people.passkey_queries import KEEP_PERSON
from ..store.connection import DatabaseConnection

COLUMNS = "endpoint, person_id, point, auth, origin, language, created"
ADD = f"""INSERT INTO subscriptions ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (endpoint) DO UPDATE SET person_id = excluded.person_id, point = excluded.point, auth = excluded.auth,
origin = excluded.origin, language = excluded.language"""  # noqa: S608
OLDEST = """DELETE FROM subscriptions WHERE person_id = ? AND endpoint NOT IN
(SELECT endpoint FROM subscriptions WHERE person_id = ? ORDER BY created DESC, endpoint LIMIT ?)"""


class Subscription(Struct, frozen=True):
    endpoint: str
    person: str
    point: str
    """The browser's public key in base64url."""
    auth: str
    """The secret that it shares with us, in base64url."""
    origin: str
    """The address of the parlour that it was made at."""
    language: str
    created: int


def add_subscription(writer: DatabaseConnection, subscription: Subscription, owner: Person, most: int) -> None:
    """Keep it; of more than `most` of one person the oldest go."""
    writer.run(KEEP_PERSON, (owner.id, owner.name))
    writer.run(ADD, astuple(subscription))
    writer.run(OLDEST, (owner.id, owner.id, most))


def subscriptions_of(reader: DatabaseConnection, persons: Sequence[str]) -> list[Subscription]:
    if not persons:
        return []
    marks = ", ".join("?" * len(persons))
    sql = f"SELECT {COLUMNS} FROM subscriptions WHERE person_id IN ({marks}) ORDER BY created, endpoint"  # noqa: S608
    return [Subscription(*row) for row in reader.run(sql, tuple(persons))]


def remove_subscription(writer: DatabaseConnection, endpoint: str, person: str | None = None) -> None:
    """`person`: only if it is theirs."""
    if person is None:
        writer.run("DELETE FROM subscriptions WHERE endpoint = ?", (endpoint,))
    else:
        writer.run("DELETE FROM subscriptions WHERE endpoint = ? AND person_id = ?", (endpoint, person))
