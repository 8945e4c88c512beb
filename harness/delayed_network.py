"""Two network namespaces whose connections are delayed, with jitter and loss, packet by packet (Linux, TUN devices).

Unlike a proxy, which ends the TCP connection and opens another, this leaves one TCP connection between client and
server, so that the server's kernel measures the real round trip. It needs no privileges where user namespaces are
allowed: `run_apart()` starts the program again inside one.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import multiprocessing
import os
import random
import socket
import struct
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
SERVER = "10.77.0.1"
INSIDE = "PURRLOR_INSIDE_NAMESPACE"
LARGEST_PACKET = 65536
BURST_SECONDS = 0.003
"""Packets of a connection that are sent together travel together."""


class Delay(NamedTuple):
    """The delay of a connection: its round trip in milliseconds, and the jitter each way (uniform, never below 0)."""

    trip: int
    jitter: int = 0
    loss: float = 0.0
    """The share of the packets that never arrive."""

    def __str__(self) -> str:
        return f"{self.trip} ms" + (f" ± {self.jitter} ms each way" if self.jitter else "")

    def one_way(self) -> float:
        """Return the seconds that a packet takes one way."""
        return max(0.0, self.trip / 2 + random.uniform(-self.jitter, self.jitter)) / 1000


def address_of(number: int) -> str:
    """Return the address from which clients connect with delay `number`."""
    return f"10.77.1.{number + 1}"


def available() -> bool:
    """Return whether this machine allows namespaces and TUN devices."""
    probe = "ip tuntap add dev probe0 mode tun"
    command = ["unshare", "--map-root-user", "--net", "sh", "-c", probe]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run_apart(module: str) -> bool:
    """Run `python -m module` inside a network namespace of its own. Returns False if we are there already."""
    if os.environ.get(INSIDE):
        return False
    command = ["unshare", "--map-root-user", "--net", sys.executable, "-m", module]
    with subprocess.Popen(command, env={**os.environ, INSIDE: "1"}, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
    if process.returncode:
        raise SystemExit(process.returncode)
    return True


@contextlib.contextmanager
def started(server: Sequence[str], delays: Sequence[Delay]) -> Generator[subprocess.Popen[str]]:
    """Run the server in a namespace of its own, with a process that carries packets between it and us."""
    near = tun([address_of(number) for number in range(len(delays))])
    process, far = _apart(SERVER, server)
    with _carried(near, far, delays):
        yield process


@contextlib.contextmanager
def namespaces(delay: Delay) -> Generator[tuple[list[str], list[str]]]:
    """Connect two namespaces with this delay; yield the command prefixes that run programs in them. Needs root."""
    ends = [_apart(address, ["sleep", "infinity"]) for address in (address_of(0), SERVER)]
    try:
        with _carried(ends[0][1], ends[1][1], [delay]):
            near, far = (["nsenter", f"--net=/proc/{process.pid}/ns/net"] for process, _ in ends)
            yield near, far
    finally:
        for process, _ in ends:
            process.kill()
            process.communicate()


def _apart(address: str, command: Sequence[str]) -> tuple[subprocess.Popen[str], int]:
    """Start a command in a new namespace with this address; return its process and the device's file descriptor."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        handing = [sys.executable, "-m", "harness.delayed_network", str(theirs.fileno()), address]
        process = subprocess.Popen(
            ["unshare", "--net", *handing, *command], stdout=subprocess.PIPE, text=True, pass_fds=[theirs.fileno()]
        )
        _, (device, *_), _, _ = socket.recv_fds(ours, 1, 1)
    return process, device


@contextlib.contextmanager
def _carried(near: int, far: int, delays: Sequence[Delay]) -> Generator[None]:
    """Carry packets between two devices in a process of its own, and close the devices at the end."""
    by_address = {socket.inet_aton(address_of(number)): delay for number, delay in enumerate(delays)}
    carrier = multiprocessing.get_context("fork").Process(target=_carry, args=(near, far, by_address), daemon=True)
    carrier.start()
    try:
        yield
    finally:
        carrier.kill()
        carrier.join()
        os.close(far)
        os.close(near)


def tun(addresses: Sequence[str]) -> int:
    """Create a TUN device of this namespace that owns these addresses; return its file descriptor."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"tun0", IFF_TUN | IFF_NO_PI))
    for address in addresses:
        subprocess.run(["ip", "addr", "add", f"{address}/32", "dev", "tun0"], check=True)
    for change in ("link set lo up", "link set tun0 mtu 1500 txqueuelen 5000 up", "route add 10.77.0.0/16 dev tun0"):
        subprocess.run(["ip", *change.split()], check=True)
    os.set_blocking(device, False)
    return device


def _carry(near: int, far: int, delays: Mapping[bytes, Delay]) -> None:
    import uvloop

    uvloop.run(_Carrier(near, far, delays).run())


class _Carrier:
    """Delays each packet, and keeps the order of the packets of one connection."""

    def __init__(self, near: int, far: int, delays: Mapping[bytes, Delay]) -> None:
        self.near = near
        self.far = far
        self.delays = delays
        self.last: dict[bytes, tuple[float, float]] = {}
        """For each direction of a connection when its last packet was sent, and when it arrives."""

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.near, self._pass, self.near, self.far, slice(12, 16))
        self.loop.add_reader(self.far, self._pass, self.far, self.near, slice(16, 20))
        await asyncio.Event().wait()

    def _pass(self, source: int, target: int, client: slice) -> None:
        try:
            while packet := os.read(source, LARGEST_PACKET):
                delay = self.delays.get(packet[client])
                if delay is None or packet[0] >> 4 != 4 or random.random() < delay.loss:
                    continue
                connection, now = packet[12:24], self.loop.time()  # addresses and ports
                sent, arrives = self.last.get(connection, (0.0, 0.0))
                if now - sent > BURST_SECONDS:
                    arrives = max(arrives, now + delay.one_way())
                self.last[connection] = now, max(arrives, now)
                self.loop.call_at(arrives, _write, target, packet)
        except BlockingIOError:
            pass


def _write(target: int, packet: bytes) -> None:
    with contextlib.suppress(OSError):  # the device's queue is full, or it is gone: networks lose packets, too
        os.write(target, packet)


def serve_apart() -> None:
    """Set up a device inside the server's namespace, pass it to the parent, and become the server."""
    channel, address, command = socket.socket(fileno=int(sys.argv[1])), sys.argv[2], sys.argv[3:]
    device = tun([address])
    # Browsers offer the address of the default route only.
    subprocess.run(["ip", "route", "add", "default", "dev", "tun0"], check=True)
    socket.send_fds(channel, [b"."], [device])
    os.execvp(command[0], command)


if __name__ == "__main__":
    serve_apart()
