"""Which machine this is, so that processes of one machine find each other's sockets."""

from __future__ import annotations

import socket
from functools import cache
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
MOUNTS = Path("/proc/self/ns/mnt")
"""Containers of one machine, and services with a /tmp of their own, do not see each other's sockets."""


@cache
def this_machine() -> str:
    """The same for all processes that share a machine and its files, until it starts again; elsewhere than on Linux
    the machine's name.
    """
    try:
        return f"{BOOT_ID.read_text().strip()} {MOUNTS.readlink()}"
    except OSError:
        return socket.gethostname()
