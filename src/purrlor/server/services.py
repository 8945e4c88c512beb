"""The services of a running server that its features share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from aiohttp import web

from purrlor.core import new_secret
from purrlor.table import wire

from .bots.workers import Thinkers
from .cluster.member import ClusterMember, ClusterPlan, cluster_key
from .cluster.shared_limits import SharedLimits
from .daily.daily import Daily
from .http.access import Access
from .http.limits import Limits, counting
from .http.overload import Overload
from .live.live_tables import LiveTables
from .live.proxy_rtt import ProxyRoundTrips
from .metrics import Metrics
from .people.identity import Signer
from .push.sender import Notices, Presence, Sender
from .rating import Ratings
from .review import Comparisons, Reviews, SkillSummaries
from .store import Store

CodeOwner: TypeAlias = Callable[[web.Request, str], Awaitable[wire.CodeFound | None]]
"""Finds the target of a code and the right to join it; None if it belongs to another feature."""


class Services:
    """All services of a server, created once in the order of their dependencies."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        limits: Limits,
        *,
        proxied: bool = False,
        rtt_header: str = "",
        plan: ClusterPlan | None = None,
        shared: SharedLimits | None = None,
        local_push: bool = False,
        mcp: bool = False,
    ) -> None:
        """Create the services.

        `rtt_header` names a trusted proxy's header with the round trip to the client; empty for none.
        """
        self.limits = limits
        self.proxied = proxied
        """Whether requests come through a reverse proxy that names the client."""
        self.mcp = mcp
        """Whether assistants may use /mcp."""
        self.metrics = Metrics("" if plan is None else plan.worker)
        self.thinkers = thinkers
        self.tables = LiveTables(store, thinkers, self.metrics)
        self.store = self.tables.store
        self.now = self.tables.now
        self.tasks = self.tables.tasks
        self.present = Presence()
        self.sender = Sender(self.store, self.tables.threads, self.tasks, self.present, self.metrics, local=local_push)
        self.tables.notices = Notices(self.sender)
        self.reviews = Reviews(thinkers, self.tasks.start)
        self.comparisons = Comparisons(thinkers, self.tasks.start)
        self.skill_summaries = SkillSummaries(self.store, thinkers)
        self.overload = Overload(limits, waiting=lambda: len(self.store.committer.waiting))
        self.counting = counting(limits)
        self.member: ClusterMember | None = None
        """This process's membership of a cluster, where several servers may share the store."""
        if store.connect_nodes is not None:
            shared = shared or SharedLimits(-1, 1, 0, bytes.fromhex(cluster_key(store)), limits)
            self.counting = shared.counting()
            self.member = ClusterMember(self.tables, plan or ClusterPlan(), shared, proxied=proxied)
        signer = Signer(bytes.fromhex(store.keep_setting("signing_key", lambda: new_secret().hex())))
        self.access = Access(self.store, signer)
        self.proxy_round_trips = ProxyRoundTrips(self.access, rtt_header)
        self.ratings = Ratings(self)
        self.daily = Daily(self)
        self.code_owners: list[CodeOwner] = []
        """The features whose things have codes."""
