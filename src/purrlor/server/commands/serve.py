"""`purrlor serve`: start the server."""

from __future__ import annotations

import argparse
import asyncio
import gc
import io
import os
import socket as sockets
import sys
import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from purrlor.kit.speech import speech
from purrlor.words import refusal

from .console import unusable

if TYPE_CHECKING:
    from ..cluster.member import ClusterPlan, NoClusterPort

HIGHEST_PORT = 65535
MOST_DAYS = 36_500
MOST_WORKERS = 64
CLUSTER_PORT = 8865
PORTS_OF_WORKER = 2


def add_parser(commands: Any) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve the games to browsers on this machine and in this network",
        description="Serve the games. Open the printed address in a browser, or scan the QR code with a phone.",
        epilog="example: purrlor serve --open",
        allow_abbrev=False,
    )
    parser.add_argument("--port", type=int, default=8765, metavar="N", help="the port to listen on; 0: any free one")
    parser.add_argument("--local", action="store_true", help="listen only on this machine, not in its network")
    parser.add_argument(
        "--store",
        metavar="PLACE",
        help="a file, sqlite:///PATH or postgresql://… (default: $PURRLOR_STORE, or a file among your data)",
    )
    parser.add_argument("--open", action="store_true", help="open a browser")
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust X-Forwarded-For and X-Forwarded-Proto; only if every connection comes through a reverse proxy",
    )
    parser.add_argument(
        "--rtt-header",
        metavar="NAME",
        default="",
        help="the header with the round trip between reverse proxy and client, in microseconds",
    )
    for kind, which in (("finished", "finished matches"), ("abandoned", "tables that were never finished")):
        parser.add_argument(
            f"--remove-{kind}",
            type=days,
            metavar="DAYS",
            help=f"delete {which} after this many days without a change (default: keep them)",
        )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that share the port; more than one needs --store postgresql://…",
    )
    parser.add_argument(
        "--advertise",
        metavar="HOST",
        help="with several machines on one store: the address of this one in the private network",
    )
    parser.add_argument(
        "--cluster-port",
        type=int,
        metavar="PORT",
        help="with --advertise: the first port for the other machines, two for each worker (default: 8865)",
    )
    parser.add_argument(
        "--local-push",
        action="store_true",
        help="also notify push services in private networks and without https",
    )
    parser.add_argument("--mcp", action="store_true", help="let assistants take seats at /mcp (Model Context Protocol)")
    parser.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="warning", help="the lowest level to log"
    )
    parser.set_defaults(run=run)


def days(text: str) -> int:
    """Parse a number of days, at least 1, and return milliseconds."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= MOST_DAYS:
        raise argparse.ArgumentTypeError(speech()("server.days", most=MOST_DAYS, days=text[:20]))
    return int(text) * 24 * 3600 * 1000


def run(args: argparse.Namespace) -> int:
    from ..logs import log_to_stderr

    check_options(args)
    log_to_stderr(args.log)
    if args.workers > 1:
        return asyncio.run(supervise(args))
    runner: Any = asyncio.run
    if sys.platform != "win32":
        import uvloop

        runner = uvloop.run
    code: int = runner(serve(args))
    return code


def check_options(args: argparse.Namespace) -> None:
    """Refuse options that contradict each other or are out of range."""
    from ..store import default_place, is_postgresql

    if not 0 <= args.port <= HIGHEST_PORT:
        raise refusal("server.port", most=HIGHEST_PORT, port=args.port)
    if not 1 <= args.workers <= MOST_WORKERS:
        raise refusal("server.workers", most=MOST_WORKERS, workers=args.workers)
    shared = is_postgresql(args.store or default_place())
    if args.workers > 1 and not shared:
        raise refusal("server.workers_store")
    if args.workers > 1 and sys.platform == "win32":
        raise refusal("server.workers_windows")
    if args.advertise is not None and not shared:
        raise refusal("server.advertise_store")
    if args.cluster_port is not None and args.advertise is None:
        raise refusal("server.advertise")
    highest = HIGHEST_PORT + 1 - PORTS_OF_WORKER * args.workers
    if args.cluster_port is not None and not 1 <= args.cluster_port <= highest:
        raise refusal("server.cluster_port", most=highest, port=args.cluster_port)
    if args.mcp and find_spec("mcp") is None:
        raise refusal("server.no_mcp")
    if args.rtt_header and not args.behind_proxy:
        raise refusal("server.rtt_header")


def node_plan(args: argparse.Namespace) -> ClusterPlan:
    """Return the plan by which nodes on other machines reach this one."""
    from ..cluster.member import ClusterPlan

    if args.advertise is None:
        return ClusterPlan()
    return ClusterPlan(
        host=args.advertise, port=args.cluster_port or CLUSTER_PORT, ports=PORTS_OF_WORKER * args.workers
    )


async def supervise(args: argparse.Namespace) -> int:
    """Run several workers behind one port."""
    from ..cluster.supervisor import Supervisor
    from ..cluster.worker import WorkerPlan
    from ..http.listener import listening_sockets
    from ..store import StoreFailed, default_place, open_store

    place = args.store or default_place()
    try:
        store = open_store(place, serving=True)
    except StoreFailed as error:
        return unusable(error)
    with store:
        try:
            listening = listening_sockets("127.0.0.1" if args.local else None, args.port)
        except OSError as error:
            return no_port(args.port, error)
        plan = WorkerPlan(
            place,
            (),
            node_plan(args),
            args.workers,
            "",
            proxied=args.behind_proxy,
            rtt_header=args.rtt_header,
            remove_finished=args.remove_finished,
            remove_abandoned=args.remove_abandoned,
            local_push=args.local_push,
            mcp=args.mcp,
            log=args.log,
        )
        supervisor = Supervisor(store, plan, args.workers, listening)
        try:
            if not await supervisor.open():
                return 2
            welcome(args, listening[0].getsockname()[1])
            await supervisor.run()
        finally:
            await supervisor.close()
    return 0


def no_cluster_port(error: NoClusterPort) -> int:
    sys.stderr.write(
        f"purrlor: {speech()('server.no_cluster_port', first=error.first, last=error.last, reason=error.reason)}\n"
    )
    return 2


def no_port(port: int, error: OSError) -> int:
    reason = os.strerror(error.errno) if error.errno else str(error)
    sys.stderr.write(f"purrlor: {speech()('server.no_port', port=port, reason=reason)}\n")
    return 2


def welcome(args: argparse.Namespace, port: int) -> None:
    greet(port, local=args.local)
    if args.open:
        webbrowser.open(f"http://localhost:{port}/")


def freeze_startup_objects() -> None:
    """Exempt startup objects from garbage collection, and let threads switch often.

    A full collection would block the event loop, and a reading thread must release the GIL soon.
    """
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)


async def serve(args: argparse.Namespace) -> int:
    from ..app import App
    from ..bots.workers import Thinkers
    from ..cluster.member import NoClusterPort
    from ..http.server import RunningServer
    from ..store import StoreFailed, default_place, open_store

    try:
        app = App(
            open_store(args.store or default_place(), serving=True),
            Thinkers(),
            proxied=args.behind_proxy,
            rtt_header=args.rtt_header,
            separate_writer=True,
            remove_finished=args.remove_finished,
            remove_abandoned=args.remove_abandoned,
            local_push=args.local_push,
            mcp=args.mcp,
            plan=node_plan(args),
        )
    except StoreFailed as error:
        return unusable(error)
    server = RunningServer(app)
    try:
        await server.open("127.0.0.1" if args.local else None, args.port)
    except StoreFailed as error:
        return unusable(error)
    except NoClusterPort as error:
        await server.close()
        return no_cluster_port(error)
    except OSError as error:
        await server.close()
        return no_port(args.port, error)
    freeze_startup_objects()
    stop = server.stop_signal()
    welcome(args, server.port)
    app.services.tasks.start(app.services.thinkers.warm())
    await stop.wait()
    server.end_in_time()
    await server.close()
    return 0


def greet(port: int, *, local: bool) -> None:
    """Print the server's address, with a QR code for phones."""
    say = speech()
    print(say("server.open", address=f"http://localhost:{port}/"), flush=True)  # noqa: T201
    address = None if local else network_address()
    if address is not None:
        link = f"http://{address}:{port}/"
        print(say("server.network", address=link), flush=True)  # noqa: T201
        print(qr_text(link), flush=True)  # noqa: T201
    print(say("server.stop"), flush=True)  # noqa: T201


def qr_text(link: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(link, error="l").terminal(out=out, border=1, compact=True)
    return out.getvalue()


def network_address() -> str | None:
    """Return this machine's address in its network; looking up the route sends nothing."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address
