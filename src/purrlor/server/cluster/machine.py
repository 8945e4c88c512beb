"""Which machine this is, so that processes of one machine find each other's sockets."""

from __future__ import annotations

import socket
from functools import cache
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@cache
def this_machine() -> str:
    """The same for all processes between two starts of the machine; elsewhere than on Linux its name."""
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return socket.gethostname()
