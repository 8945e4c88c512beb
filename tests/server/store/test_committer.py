"""The committer tries a failed batch again entry by entry, without writing anything twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from purrlor.server.metrics import Metrics
from purrlor.server.store import Store, StoreFailed
from purrlor.server.store.committer import Committer, WriterThread
from purrlor.server.store.connection import Done
from purrlor.table.rows import AddJournal, JournalRow, SaveTable, TableRow, Write

pytest_plugins = ["tests.server.postgres"]


class EndsOnce(WriterThread):
    """A writer that commits its first batch of several writes and ends before it answers."""

    ended = False

    def write(self, batch: Sequence[Write], done: Done) -> None:
        ends = len(batch) > 1 and not self.ended
        self.ended |= ends
        super().write(batch, (lambda error: done(error or StoreFailed("the writer has ended"))) if ends else done)


def test_a_message_is_written_once_if_the_writer_ends_between_commit_and_answer(store: Store) -> None:
    async def work() -> None:
        writer = EndsOnce(store)
        commits = Committer(writer, Metrics())
        row = TableRow("t1", "yatzy", "{}", b"", "open", 0, 0)
        said = [AddJournal("t1", JournalRow(number, "said", "hello")) for number in range(3)]
        await asyncio.gather(commits.save([SaveTable(row)]), *(commits.save([each]) for each in said))
        assert writer.ended
        await writer.close()
        stored = store.load("t1")
        assert stored is not None
        assert [entry.at for entry in stored.journal] == [0, 1, 2]

    asyncio.run(work())
