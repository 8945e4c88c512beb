"""The tables of the store and their migrations. A released migration is never changed."""

from __future__ import annotations

from collections.abc import Mapping, Set

from .connection import DatabaseConnection, StoreFailed

FIRST = (
    "CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) {end}",
    "CREATE TABLE persons (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) {end}",
    """CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        setup TEXT NOT NULL,
        secret {bytes} NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over')),
        created {whole} NOT NULL,
        changed {whole} NOT NULL,
        due {whole}
    ) {end}""",
    """CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number {whole} NOT NULL,
        at {whole} NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) {end}""",
    """CREATE TABLE journal (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number {whole} NOT NULL,
        at {whole} NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) {end}""",
    """CREATE TABLE seated (
        table_id TEXT NOT NULL REFERENCES tables (id),
        person_id TEXT NOT NULL REFERENCES persons (id),
        role TEXT NOT NULL CHECK (role IN ('host', 'player', 'watcher')),
        PRIMARY KEY (table_id, person_id)
    ) {end}""",
)
WAYS_TO_TABLES = (
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
    "CREATE INDEX seated_person ON seated (person_id)",
)
SUMMARIES = ("ALTER TABLE tables ADD COLUMN summary TEXT NOT NULL DEFAULT ''",)
OWNERS = (
    "ALTER TABLE tables ADD COLUMN owner TEXT",
    "ALTER TABLE tables ADD COLUMN epoch {whole} NOT NULL DEFAULT 0",
    """CREATE TABLE nodes (
        id TEXT NOT NULL PRIMARY KEY,
        machine TEXT NOT NULL,
        socket TEXT NOT NULL,
        address TEXT NOT NULL,
        until {whole} NOT NULL
    ) {end}""",
    "CREATE TABLE transfers (word TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, until {whole} NOT NULL) {end}",
)
USAGE = ("ALTER TABLE nodes ADD COLUMN usage TEXT NOT NULL DEFAULT ''",)
CHALLENGES = (
    """CREATE TABLE challenges (
        day TEXT NOT NULL,
        game TEXT NOT NULL,
        secret {bytes} NOT NULL,
        par TEXT NOT NULL,
        PRIMARY KEY (day, game)
    ) {end}""",
    """CREATE TABLE tries (
        day TEXT NOT NULL,
        game TEXT NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        table_id TEXT NOT NULL,
        begun {whole} NOT NULL,
        finished {whole},
        points {whole},
        millis {whole},
        judged TEXT NOT NULL,
        PRIMARY KEY (day, game, person_id)
    ) {end}""",
    "CREATE INDEX tries_person ON tries (person_id)",
)
PASSKEYS = (
    """CREATE TABLE passkeys (
        id TEXT NOT NULL PRIMARY KEY,
        person_id TEXT NOT NULL REFERENCES persons (id),
        public_key {bytes} NOT NULL,
        uses {whole} NOT NULL,
        name TEXT NOT NULL,
        created {whole} NOT NULL,
        used {whole}
    ) {end}""",
    "CREATE INDEX passkeys_person ON passkeys (person_id)",
    "CREATE TABLE merged (id TEXT NOT NULL PRIMARY KEY, into_id TEXT NOT NULL REFERENCES persons (id)) {end}",
    "CREATE INDEX merged_into ON merged (into_id)",
)
SUBSCRIPTIONS = (
    """CREATE TABLE subscriptions (
        endpoint TEXT NOT NULL PRIMARY KEY,
        person_id TEXT NOT NULL REFERENCES persons (id),
        point TEXT NOT NULL,
        auth TEXT NOT NULL,
        origin TEXT NOT NULL,
        language TEXT NOT NULL,
        created {whole} NOT NULL
    ) {end}""",
    "CREATE INDEX subscriptions_person ON subscriptions (person_id)",
)
MERITS = (
    """CREATE TABLE merits (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat {whole} NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) {end}""",
)
REGULARS = (
    """CREATE TABLE invitations (
        table_id TEXT NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        by_id TEXT NOT NULL,
        at {whole} NOT NULL,
        PRIMARY KEY (table_id, person_id)
    ) {end}""",
    "CREATE INDEX invitations_person ON invitations (person_id)",
    """CREATE TABLE blocks (
        person_id TEXT NOT NULL REFERENCES persons (id),
        other_id TEXT NOT NULL,
        PRIMARY KEY (person_id, other_id)
    ) {end}""",
)
CODES = (
    "CREATE TABLE codes (code TEXT NOT NULL PRIMARY KEY, table_id TEXT NOT NULL, until {whole} NOT NULL) {end}",
    "CREATE INDEX codes_table ON codes (table_id)",
)
PUZZLES = (
    """CREATE TABLE puzzle_tries (
        person_id TEXT NOT NULL REFERENCES persons (id),
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        first {whole} NOT NULL,
        at {whole} NOT NULL,
        score {whole} NOT NULL,
        last {whole} NOT NULL,
        rating {whole} NOT NULL,
        choices {whole} NOT NULL,
        PRIMARY KEY (person_id, game, puzzle)
    ) {end}""",
)
RATINGS = (
    """CREATE TABLE unrated (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
        until {whole} NOT NULL,
        attempts {whole} NOT NULL
    ) {end}""",
    """CREATE TABLE forfeits (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat {whole} NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        PRIMARY KEY (table_id, seat)
    ) {end}""",
    """CREATE TABLE ratings (
        table_id TEXT NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        game TEXT NOT NULL,
        number {whole} NOT NULL,
        at {whole} NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (table_id, person_id)
    ) {end}""",
    "CREATE UNIQUE INDEX ratings_person ON ratings (person_id, game, number)",
)
CLUBS = (
    """CREATE TABLE clubs (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        word TEXT NOT NULL,
        created {whole} NOT NULL
    ) {end}""",
    """CREATE TABLE members (
        club TEXT NOT NULL REFERENCES clubs (id),
        person_id TEXT NOT NULL REFERENCES persons (id),
        since {whole} NOT NULL,
        owner {whole} NOT NULL,
        PRIMARY KEY (club, person_id)
    ) {end}""",
    "CREATE INDEX members_person ON members (person_id)",
)
EVENINGS = (
    """CREATE TABLE evenings (
        id TEXT NOT NULL PRIMARY KEY,
        word TEXT NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        name TEXT NOT NULL,
        setup TEXT NOT NULL,
        secret {bytes} NOT NULL,
        version {whole} NOT NULL,
        created {whole} NOT NULL,
        ended {whole}
    ) {end}""",
    "CREATE INDEX evenings_person ON evenings (person_id)",
    """CREATE TABLE attendees (
        evening TEXT NOT NULL REFERENCES evenings (id),
        number {whole} NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        name TEXT NOT NULL,
        cat TEXT NOT NULL,
        plays {whole} NOT NULL,
        PRIMARY KEY (evening, number)
    ) {end}""",
    "CREATE INDEX attendees_person ON attendees (person_id)",
    """CREATE TABLE evening_rounds (
        evening TEXT NOT NULL REFERENCES evenings (id),
        number {whole} NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (evening, number)
    ) {end}""",
)
ROOMS = (
    """CREATE TABLE rooms (
        id TEXT NOT NULL PRIMARY KEY,
        person_id TEXT NOT NULL REFERENCES persons (id),
        word TEXT NOT NULL,
        pin TEXT NOT NULL,
        locked {whole} NOT NULL,
        created {whole} NOT NULL
    ) {end}""",
    "CREATE INDEX rooms_person ON rooms (person_id)",
    """CREATE TABLE room_cats (
        room TEXT NOT NULL REFERENCES rooms (id),
        cat TEXT NOT NULL,
        child TEXT NOT NULL,
        PRIMARY KEY (room, cat)
    ) {end}""",
    "CREATE TABLE room_tables (table_id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, learned {whole} NOT NULL) {end}",
    "CREATE INDEX room_tables_room ON room_tables (room)",
    """CREATE TABLE room_leads (
        room TEXT NOT NULL REFERENCES rooms (id),
        game TEXT NOT NULL,
        cat TEXT NOT NULL,
        lead {whole} NOT NULL,
        PRIMARY KEY (room, game, cat)
    ) {end}""",
    """CREATE TABLE room_answers (
        room TEXT NOT NULL REFERENCES rooms (id),
        table_id TEXT NOT NULL,
        cat TEXT NOT NULL,
        game TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (room, table_id, cat)
    ) {end}""",
)
JOURNAL_KEYS = (
    "ALTER TABLE journal ADD COLUMN key TEXT",
    "CREATE UNIQUE INDEX journal_key ON journal (table_id, key)",
)
"""Migration that adds keys to the journal. Older entries have none; both databases treat missing keys as different."""
ROOM_WAITING = (
    """CREATE TABLE room_waiting (
        ticket TEXT NOT NULL PRIMARY KEY,
        room TEXT NOT NULL REFERENCES rooms (id),
        number {whole} NOT NULL,
        at {whole} NOT NULL,
        admitted {whole} NOT NULL
    ) {end}""",
    "CREATE INDEX room_waiting_room ON room_waiting (room)",
)
POSITIONS = (
    """CREATE TABLE positions (
        id TEXT NOT NULL PRIMARY KEY,
        word TEXT NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        name TEXT NOT NULL,
        start TEXT NOT NULL,
        secret {bytes} NOT NULL,
        tries {whole} NOT NULL,
        created {whole} NOT NULL,
        until {whole} NOT NULL
    ) {end}""",
    "CREATE INDEX positions_person ON positions (person_id)",
    """CREATE TABLE position_tries (
        position_id TEXT NOT NULL REFERENCES positions (id),
        number {whole} NOT NULL,
        person_id TEXT NOT NULL REFERENCES persons (id),
        name TEXT NOT NULL,
        cat TEXT NOT NULL,
        table_id TEXT NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (position_id, number)
    ) {end}""",
    "CREATE UNIQUE INDEX position_tries_person ON position_tries (person_id, position_id)",
)
MIGRATIONS = (
    FIRST, WAYS_TO_TABLES, SUMMARIES, OWNERS, USAGE, CHALLENGES, PASSKEYS, SUBSCRIPTIONS, MERITS, REGULARS, CODES,
    PUZZLES, RATINGS, CLUBS, EVENINGS, ROOMS, JOURNAL_KEYS, ROOM_WAITING, POSITIONS,
)  # fmt: skip
CURRENT = len(MIGRATIONS)

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "settings": ("key", "value"),
    "persons": ("id", "name"),
    "tables": ("id", "game", "setup", "secret", "status", "created", "changed", "due", "summary"),
    "events": ("table_id", "number", "at", "text"),
    "journal": ("table_id", "number", "at", "kind", "text"),
    "seated": ("table_id", "person_id", "role"),
    "merits": ("table_id", "seat", "text"),
    "unrated": ("table_id", "until", "attempts"),
    "forfeits": ("table_id", "seat", "person_id"),
    "ratings": ("table_id", "person_id", "game", "number", "at", "text"),
    "challenges": ("day", "game", "secret", "par"),
    "tries": ("day", "game", "person_id", "table_id", "begun", "finished", "points", "millis", "judged"),
    "puzzle_tries": ("person_id", "game", "puzzle", "first", "at", "score", "last", "rating", "choices"),
    "passkeys": ("id", "person_id", "public_key", "uses", "name", "created", "used"),
    "merged": ("id", "into_id"),
    "invitations": ("table_id", "person_id", "by_id", "at"),
    "blocks": ("person_id", "other_id"),
    "clubs": ("id", "name", "word", "created"),
    "members": ("club", "person_id", "since", "owner"),
    "evenings": ("id", "word", "person_id", "name", "setup", "secret", "version", "created", "ended"),
    "attendees": ("evening", "number", "person_id", "name", "cat", "plays"),
    "evening_rounds": ("evening", "number", "text"),
    "positions": ("id", "word", "person_id", "name", "start", "secret", "tries", "created", "until"),
    "position_tries": ("position_id", "number", "person_id", "name", "cat", "table_id", "result"),
    "rooms": ("id", "person_id", "word", "pin", "locked", "created"),
    "room_cats": ("room", "cat", "child"),
    "room_tables": ("table_id", "room", "learned"),
    "room_leads": ("room", "game", "cat", "lead"),
    "room_answers": ("room", "table_id", "cat", "game", "text"),
    "subscriptions": ("endpoint", "person_id", "point", "auth", "origin", "language", "created"),
}
"""The contents of a copy of a store, in an order in which rows can be inserted."""
NOT_COPIED: Mapping[str, tuple[str, ...]] = {
    "tables": ("owner", "epoch"),
    "journal": ("key",),
    "nodes": ("id", "machine", "socket", "address", "until", "usage"),
    "transfers": ("word", "person", "until"),
    "codes": ("code", "table_id", "until"),
    "room_waiting": ("ticket", "room", "number", "at", "admitted"),
}
"""Data that is not copied: it belongs to running servers or is valid only for minutes."""
OURS = frozenset(("settings", "persons", "tables", "events", "journal", "seated"))
"""The tables of the first version, which every store of ours has."""


def is_foreign(names: Set[str]) -> bool:
    """Return whether these tables belong to another program: some have our names, but not all of ours exist."""
    return bool(names & (OURS | {"schema_version"})) and not names >= OURS | {"schema_version"}


def migrate(connection: DatabaseConnection, up_to: int = CURRENT) -> None:
    """Migrate the store to this version in one transaction; other connections that open it meanwhile wait."""
    with connection.transaction(alone=True):
        if is_foreign(connection.tables()):
            raise StoreFailed("store.refused.foreign", "tables of another program are there; name another store")
        have = _version(connection)
        refuse_newer(have)
        for number in range(have + 1, up_to + 1):
            for statement in MIGRATIONS[number - 1]:
                connection.run(statement.format(**connection.types))
            connection.run("UPDATE schema_version SET version = ?", (number,))


def refuse_newer(version: int) -> None:
    if version > CURRENT:
        raise StoreFailed(
            "store.refused.newer",
            "this store was written by a newer Purrlor (its version is {version}, this one knows {known}): "
            "update Purrlor, or use another store",
            version=version,
            known=CURRENT,
        )


def _version(connection: DatabaseConnection) -> int:
    connection.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    rows = connection.run("SELECT version FROM schema_version")
    if not rows:
        connection.run("INSERT INTO schema_version (version) VALUES (0)")
    return int(rows[0][0]) if rows else 0
