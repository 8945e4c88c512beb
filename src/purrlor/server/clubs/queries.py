"""Clubs, their members, and what the members played.

A club's token grants the right to join. Every change first locks the row of the club, so that limits hold and there is
one owner even when several servers change the club at the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from purrlor.table.daily import club_day
from purrlor.table.keys import new_key, new_table, same
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow

from ..store.connection import DatabaseConnection

MOST_MEMBERS = 60
MOST_CLUBS = 20
"""Maximum number of clubs per person."""
MOST_MATCHES = 500
"""Maximum number of matches per month that are evaluated, latest first."""
OF_PERSON = """SELECT clubs.id, clubs.name, (SELECT COUNT(*) FROM members AS every WHERE every.club = clubs.id), owner
FROM members JOIN clubs ON clubs.id = club WHERE person_id = ? ORDER BY clubs.name, clubs.id"""
MEMBERS = """SELECT person_id, name, since, owner FROM members JOIN persons ON id = person_id
WHERE club = ? ORDER BY owner DESC, since, person_id"""
JOIN = "INSERT INTO members (club, person_id, since, owner) VALUES (?, ?, ?, ?)"
LOCK = "UPDATE clubs SET name = name WHERE id = ? RETURNING name, word"
PLAYED = """SELECT id, game, setup, secret, status, created, changed, due, summary FROM tables
WHERE status = 'over' AND changed >= ? AND changed < ? AND id IN (
    SELECT table_id FROM seated JOIN members ON seated.person_id = members.person_id
    WHERE club = ? AND role <> 'watcher' GROUP BY table_id HAVING COUNT(*) > 1
) ORDER BY changed DESC, id LIMIT ?"""


class ClubOf(Struct, frozen=True):
    """A club in the list of one person."""

    id: str
    name: str
    members: int
    owner: bool


class ClubMemberRow(Struct, frozen=True):
    person: str
    name: str
    since: int
    owner: bool


class Club(Struct, frozen=True):
    id: str
    name: str
    word: str
    members: tuple[ClubMemberRow, ...]
    """The members: the owner first, then by length of membership."""

    def member(self, person: str) -> ClubMemberRow | None:
        return next((each for each in self.members if person and each.person == person), None)


def clubs_of(reader: DatabaseConnection, person: str) -> list[ClubOf]:
    return [ClubOf(row[0], row[1], int(row[2]), bool(row[3])) for row in reader.run(OF_PERSON, (person,))]


def find_club(reader: DatabaseConnection, club: str) -> Club:
    rows = reader.run("SELECT name, word FROM clubs WHERE id = ?", (club,))
    members = _members(reader, club) if rows else ()
    if not rows:
        raise refused("no_club")
    return Club(club, rows[0][0], rows[0][1], members)


def find_joined(reader: DatabaseConnection, club: str, person: str) -> tuple[Club, ClubMemberRow]:
    """Return the club as seen by one of its members, and that member. Refuses people who are not members."""
    found = find_club(reader, club)
    you = found.member(person)
    if you is None:
        raise refused("not_member")
    return found, you


def make_club(writer: DatabaseConnection, name: str, person: str, now: int) -> Club:
    club, word = new_table(), new_key()
    _check_person(writer, person)
    writer.run("INSERT INTO clubs (id, name, word, created) VALUES (?, ?, ?, ?)", (club, name, word, now))
    writer.run(JOIN, (club, person, now, 1))
    return find_club(writer, club)


def join_club(writer: DatabaseConnection, club: str, word: str, person: str, now: int) -> None:
    """Join a club; does nothing if the person is already a member."""
    _, known = _locked(writer, club)
    members = _members(writer, club)
    if any(each.person == person for each in members):
        return
    if not same(word, known):
        raise refused("wrong_key")
    if len(members) >= MOST_MEMBERS:
        raise refused("club_full", most=MOST_MEMBERS)
    _check_person(writer, person)
    writer.run(JOIN, (club, person, now, 0))


def rename_club(writer: DatabaseConnection, club: str, person: str, name: str) -> None:
    _check_owner(writer, club, person)
    writer.run("UPDATE clubs SET name = ? WHERE id = ?", (name, club))


def renew_link(writer: DatabaseConnection, club: str, person: str) -> None:
    """Replace the club's token, so that links sent earlier stop working."""
    _check_owner(writer, club, person)
    writer.run("UPDATE clubs SET word = ? WHERE id = ?", (new_key(), club))


def hand_over_club(writer: DatabaseConnection, club: str, person: str, other: str) -> None:
    _check_owner(writer, club, person)
    writer.run("UPDATE members SET owner = 0 WHERE club = ?", (club,))
    writer.run("UPDATE members SET owner = 1 WHERE club = ? AND person_id = ?", (club, other))


def remove_member(writer: DatabaseConnection, club: str, person: str, other: str) -> None:
    """Remove a member on the owner's request, and renew the link, which would let the member rejoin."""
    _check_owner(writer, club, person)
    if other != person:
        writer.run("DELETE FROM members WHERE club = ? AND person_id = ?", (club, other))
        writer.run("UPDATE clubs SET word = ? WHERE id = ?", (new_key(), club))


def leave_club(writer: DatabaseConnection, club: str, person: str) -> None:
    """Leave a club. An owner's role passes to the member who joined first; the club ends with its last member."""
    _locked(writer, club)
    writer.run("DELETE FROM members WHERE club = ? AND person_id = ?", (club, person))
    mend(writer, club)


def delete_club(writer: DatabaseConnection, club: str, person: str) -> None:
    _check_owner(writer, club, person)
    writer.run("DELETE FROM members WHERE club = ?", (club,))
    mend(writer, club)


def played_by_members(reader: DatabaseConnection, club: str, begin: int, end: int) -> list[TableRow]:
    """List finished matches with two or more members, latest first."""
    return [TableRow(*row) for row in reader.run(PLAYED, (begin, end, club, MOST_MATCHES))]


def skill_summaries_at_tables(reader: DatabaseConnection, tables: Sequence[str]) -> dict[tuple[str, int], str]:
    """Return the JSON of luck and skill of these matches by table and seat, where it is known."""
    if not tables:
        return {}
    marks = ", ".join("?" * len(tables))
    sql = f"SELECT table_id, seat, text FROM merits WHERE table_id IN ({marks})"  # noqa: S608
    return {(row[0], row[1]): row[2] for row in reader.run(sql, tuple(tables))}


def mend(writer: DatabaseConnection, club: str) -> None:
    """Delete a club without members, or appoint an owner if it has none."""
    members = _members(writer, club)
    if not members:
        writer.run("DELETE FROM tries WHERE day LIKE ?", (club_day("%", club),))
        writer.run("DELETE FROM challenges WHERE day LIKE ?", (club_day("%", club),))
        writer.run("DELETE FROM clubs WHERE id = ?", (club,))
    elif not members[0].owner:
        writer.run("UPDATE members SET owner = 1 WHERE club = ? AND person_id = ?", (club, members[0].person))


def leave_all(writer: DatabaseConnection, person: str) -> None:
    """Remove the person from all clubs."""
    clubs = [row[0] for row in writer.run("SELECT club FROM members WHERE person_id = ? ORDER BY club", (person,))]
    for club in clubs:
        _locked(writer, club)
        writer.run("DELETE FROM members WHERE club = ? AND person_id = ?", (club, person))
        mend(writer, club)


def merge_members(writer: DatabaseConnection, old: str, new: str) -> None:
    """Give the new person all memberships of the old one, and ownership of every club that either owned."""
    rows = writer.run("SELECT club, owner FROM members WHERE person_id = ? ORDER BY club", (old,))
    for club, owner in rows:
        _locked(writer, club)
        if writer.run("SELECT 1 FROM members WHERE club = ? AND person_id = ?", (club, new)):
            writer.run("DELETE FROM members WHERE club = ? AND person_id = ?", (club, old))
            if owner:
                writer.run("UPDATE members SET owner = 1 WHERE club = ? AND person_id = ?", (club, new))
        else:
            writer.run("UPDATE members SET person_id = ? WHERE club = ? AND person_id = ?", (new, club, old))


def _locked(writer: DatabaseConnection, club: str) -> tuple[str, str]:
    """Lock a club until the transaction ends, and return its name and token."""
    rows = writer.run(LOCK, (club,))
    if not rows:
        raise refused("no_club")
    return rows[0][0], rows[0][1]


def _check_owner(writer: DatabaseConnection, club: str, person: str) -> None:
    _locked(writer, club)
    if not any(each.owner and each.person == person for each in _members(writer, club)):
        raise refused("owner_only")


def _check_person(writer: DatabaseConnection, person: str) -> None:
    """Check that the person has a name and is not in too many clubs. Refuses otherwise."""
    names = writer.run("SELECT name FROM persons WHERE id = ?", (person,))
    if not names or not names[0][0]:
        raise refused("no_name")
    if int(writer.run("SELECT COUNT(*) FROM members WHERE person_id = ?", (person,))[0][0]) >= MOST_CLUBS:
        raise refused("too_many_clubs", most=MOST_CLUBS)


def _members(connection: DatabaseConnection, club: str) -> tuple[ClubMemberRow, ...]:
    return tuple(ClubMemberRow(row[0], row[1], row[2], bool(row[3])) for row in connection.run(MEMBERS, (club,)))
