"""A program for the tests: it writes events three at a time, and says the last number once they are kept."""

import sys
from itertools import count

from purrlor.server.store import open_store
from purrlor.table.rows import AddEvents, EventRow, SaveTable, TableRow


def main() -> None:
    with open_store(sys.argv[1]) as store:
        store.write([SaveTable(TableRow("t1", "yatzy", "{}", b"secret", "running", 0, 0))])
        for first in count(1, 3):
            rows = [EventRow(number, number, "seat1 roll") for number in range(first, first + 3)]
            store.write([AddEvents("t1", (row,)) for row in rows])
            sys.stdout.write(f"{rows[-1].number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
