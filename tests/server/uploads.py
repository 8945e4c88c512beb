"""Matches that were played elsewhere, stored on a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.parlour import Device

YATZY = (Path(__file__).parents[1] / "golden" / "yatzy.purr").read_text(encoding="utf-8")


async def keep(device: Device, text: str | bytes) -> tuple[int, Any]:
    async with device.session.post("/api/records", data=text) as response:
        return response.status, await response.json()
