"""What msgspec has to know of a class is found out before there are threads.

It is found out when a class is first decoded, and kept at the class before it is complete: a second thread that decodes
the same class just then ends the process (msgspec 0.22, segmentation fault).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def prepare_decoders() -> None:
    """For all classes that are imported by now; some cannot be decoded and never are."""
    for kind in _below(msgspec.Struct):
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
