"""The metrics of all workers of a machine in one response, with the worker's number on each sample.

The worker that gets the request queries the others through their Unix sockets. The workers of a supervisor have their
folders side by side (`ClusterPlan.folder`), so this does not use the database: metrics are needed most when it is
unreachable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout, UnixConnector

from ..metrics import Metrics
from .handover import node_path, relay_path
from .relay import KEY_HEADER

ANSWER_SECONDS = 2.0
SILENT = '# TYPE purrlor_worker_up gauge\npurrlor_worker_up{{worker="{}"}} 0.0\n'


class MachineMetrics:
    def __init__(self, metrics: Metrics, folder: Path, key: str) -> None:
        """Prepare for the workers whose folders are beside `folder`, which is this worker's."""
        self._metrics = metrics
        self._folder = folder
        self._key = key

    async def text(self) -> str:
        others = [each for each in sorted(self._folder.parent.iterdir()) if each.is_dir() and each != self._folder]
        texts = await asyncio.gather(*(self._text_of(each) for each in others))
        return merged([self._metrics.text().decode(), *texts])

    async def _text_of(self, folder: Path) -> str:
        path = relay_path(node_path(folder))
        timeout = ClientTimeout(total=ANSWER_SECONDS)
        try:
            async with (
                ClientSession(connector=UnixConnector(path), timeout=timeout) as session,
                session.get("http://node/metrics", headers={KEY_HEADER: self._key}) as answer,
            ):
                answer.raise_for_status()
                return await answer.text()
        except (ClientError, TimeoutError, OSError):
            return SILENT.format(number_of(folder)) if folder.exists() else ""


def folder_name(worker: str, process: str) -> str:
    return f"{worker}-{process}"


def number_of(folder: Path) -> str:
    """Return the number of the worker that owns this folder."""
    return folder.name.partition("-")[0]


def merged(texts: Iterable[str]) -> str:
    """Merge several expositions into one: each family once, with all samples."""
    families: dict[str, tuple[dict[str, None], list[str]]] = {}
    for text in texts:
        samples: list[str] = []
        for line in text.splitlines():
            if line.startswith("# "):
                heads, samples = families.setdefault(line.split(" ", 3)[2], ({}, []))
                heads[line] = None
            else:
                samples.append(line)
    return "".join(f"{line}\n" for heads, samples in families.values() for line in (*heads, *samples))
