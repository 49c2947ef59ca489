"""Documents and times in the forms that Python programs have them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from os import PathLike
from pathlib import Path
from typing import Any, Union

#: JSON bytes or text, a value that is written as JSON, or the path of a JSON file.
Document = Union[bytes, bytearray, memoryview, str, Mapping[str, Any], "PathLike[str]"]

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
TIME_MAX = 2**63 - 1
SPACE = b" \t\r\n"


def bytes_of(document: Document) -> bytes:
    if isinstance(document, (bytes, bytearray, memoryview)):
        return bytes(document)
    if isinstance(document, str):
        return document.encode()
    if isinstance(document, Mapping):
        return json.dumps(document, allow_nan=False).encode()
    if isinstance(document, PathLike):
        return Path(document).read_bytes()
    raise TypeError(
        "a document is JSON bytes or text, a dict or a path, and this is of type "
        f"{kind_of(document)}"
    )


def kind_of(value: object) -> str:
    return type(value).__name__


def opaque(saved: bytes | bytearray | memoryview) -> bytes:
    """What the module wrote is not JSON."""
    if isinstance(saved, (bytes, bytearray, memoryview)):
        return bytes(saved)
    raise TypeError(f"give the bytes that save or freeze returned, and no {kind_of(saved)}")


def nanoseconds(now: datetime | int) -> int:
    """Nanoseconds since the epoch, exactly."""
    if isinstance(now, bool) or not isinstance(now, (datetime, int)):
        raise TypeError(
            "a time is a datetime with a time zone or an int of nanoseconds, such as "
            f"time.time_ns(), and this is of type {kind_of(now)}"
        )
    if isinstance(now, datetime):
        if now.tzinfo is None:
            raise ValueError(f"the time {now} has no time zone; give one, such as timezone.utc")
        now = (now - EPOCH) // timedelta(microseconds=1) * 1000
    if not -TIME_MAX - 1 <= now <= TIME_MAX:
        raise ValueError(f"the time {now} is not a 64-bit number of nanoseconds since 1970")
    return now


def with_options(configuration: bytes, options: Mapping[str, Any]) -> bytes:
    """Puts the options into a KubeletConfiguration as its last member.

    Offsets in errors are then those of the configuration. Anything but a JSON object is left
    for the module to refuse; so is an object that is broken, since what is added is whole in
    itself.
    """
    given = {name: value for name, value in options.items() if value is not None}
    text = configuration.strip(SPACE)
    if not given or not text.startswith(b"{") or not text.endswith(b"}"):
        return configuration
    head = configuration.rstrip(SPACE)[:-1]
    comma = b"" if head.rstrip(SPACE).endswith(b"{") else b","
    return head + comma + b'"plimsoll":' + json.dumps(given).encode() + b"}"
