"""Actions at a table that tests of several servers share."""

from __future__ import annotations

from tests.server.parlour import Chair, Device, Message


async def begin(device: Device, table: str) -> Chair:
    chair = await device.sit(table)
    await chair.send("ready")
    await chair.until_type("update")
    return chair


async def rolled(chair: Chair) -> Message:
    """Return the message after a roll for the person who is still to act: nothing else happens then by itself."""
    if not chair.updates[0]["legal"]:
        await chair.until(lambda _: bool(chair.updates[0]["legal"]))
    version = chair.updates[0]["version"]
    await chair.act(0, "roll")
    return await chair.until(
        lambda message: message["type"] == "update" and message["version"] > version and bool(message["legal"])
    )
