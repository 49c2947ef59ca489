"""Recorded nodes: schemas/capture-1.schema.json."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import TextIOBase
from json.decoder import scanstring  # type: ignore[attr-defined]
from os import PathLike
from typing import IO, Any

from .documents import kind_of, nanoseconds

#: A line with more bytes than a document may have is skipped, so memory stays bounded.
LINE_BYTES_MAX = 20 * 2**20
#: Finds where a value ends and makes nothing of its numbers.
DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
SPACE = re.compile(r"[ \t\r\n]*")
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)")


class CaptureError(Exception):
    """The bytes are not a capture, or one of its lines is not a record."""


@dataclass(frozen=True)
class CaptureProblem:
    """What is wrong with one line; the lines after it count."""

    #: Counts from 1.
    line: int
    error: Exception

    def __str__(self) -> str:
        return f"line {self.line} of the capture: {self.error}"


#: Called with each problem; without it the first problem is raised as a CaptureError.
OnProblem = Callable[[CaptureProblem], None]


@dataclass(frozen=True)
class Record:
    """One moment of a node."""

    line: int
    #: Nanoseconds since the epoch.
    time: int
    #: A v1 PodList; None when the one before it is still in force.
    pods: bytes | None
    #: None when none could be read; `summary_error` may say why.
    summary: bytes | None
    summary_error: str | None
    #: The Summary after node-level reclaim; None when none was recorded.
    reclaimed: bytes | None
    #: The record says that no Summary could be read after the reclaim.
    reclaimed_missed: bool


class Capture:
    """An opened capture; iterate over it once for its records."""

    def __init__(
        self,
        stream: IO[bytes] | gzip.GzipFile,
        on_problem: OnProblem | None,
        opened: IO[bytes] | None,
    ) -> None:
        self._stream = stream
        #: The file to close after the last record.
        self._opened = opened
        self._on_problem = on_problem
        self._line = 0
        try:
            line = next(self._lines(), b"").removeprefix(b"\xef\xbb\xbf")
            members = _members(line)
            header = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CaptureError(f"the first line is not a capture header: {error}") from error
        if header.get("plimsoll") != "capture/1":
            raise CaptureError(
                'the first line is not a "capture/1" header; `plimsoll capture pack` makes captures'
            )
        #: What the first line says.
        self.header: Mapping[str, Any] = header
        #: The KubeletConfiguration that was in force; `{}` when none was recorded.
        self.config = members.get("config", b"{}")
        named = {
            "kubelet_version": header.get("kubelet"),
            "layout": header.get("layout"),
            "capacity": header.get("capacity"),
        }
        #: What the header says of the node, for Engine.
        self.options = {name: value for name, value in named.items() if value is not None}

    def __iter__(self) -> Iterator[Record]:
        try:
            for line in self._lines():
                try:
                    record = _record(self._line, line)
                except (ValueError, RecursionError) as error:
                    self.problem(self._line, error)
                else:
                    yield record
        finally:
            self.close()

    def close(self) -> None:
        """Closes the file if `read_capture` opened it: for a capture not read to its end."""
        if self._opened is not None:
            self._opened.close()

    def problem(self, line: int, error: Exception) -> None:
        """Tells of a problem, or raises it."""
        problem = CaptureProblem(line, error)
        if self._on_problem is None:
            raise CaptureError(str(problem)) from error
        self._on_problem(problem)

    def _lines(self) -> Iterator[bytes]:
        try:
            while line := self._stream.readline(LINE_BYTES_MAX + 1):
                self._line += 1
                if len(line) <= LINE_BYTES_MAX:
                    if line.strip():
                        yield line
                    continue
                while line and not line.endswith(b"\n"):
                    line = self._stream.readline(LINE_BYTES_MAX)
                self.problem(self._line, ValueError(f"it has more than {LINE_BYTES_MAX} bytes"))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            self.problem(self._line + 1, error)


def read_capture(
    source: PathLike[str] | str | IO[bytes], on_problem: OnProblem | None = None
) -> Capture:
    """Opens a capture, plain or gzip, from a path or a binary file that can seek.

    A file that is opened here is closed after the last record, or by `Capture.close`.
    """
    if not isinstance(source, (str, PathLike)):
        return _from_stream(source, on_problem, None)
    opened = open(source, "rb")
    try:
        return _from_stream(opened, on_problem, opened)
    except BaseException:
        opened.close()
        raise


def _from_stream(
    stream: IO[bytes], on_problem: OnProblem | None, opened: IO[bytes] | None
) -> Capture:
    if isinstance(stream, TextIOBase) or not hasattr(stream, "read"):
        raise TypeError(
            "a capture is a path or a file opened in binary mode, and this is of type "
            f"{kind_of(stream)}"
        )
    start = stream.tell()
    is_packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(start)
    unpacked = gzip.GzipFile(fileobj=stream) if is_packed else stream
    return Capture(unpacked, on_problem, opened)


def _record(number: int, line: bytes) -> Record:
    members = _members(line)
    if "plimsoll" in members:
        raise ValueError("a second header; give one capture")
    if not {"pods", "summary", "summaryError"} & members.keys():
        raise ValueError("it has neither a summary nor a summaryError nor pods")
    return Record(
        line=number,
        time=_time(_text(members.get("time"))),
        pods=_document(members, "pods"),
        summary=_document(members, "summary"),
        summary_error=_text(members.get("summaryError")),
        reclaimed=_document(members, "reclaimed"),
        reclaimed_missed=members.get("reclaimed") == b"null",
    )


def _members(line: bytes) -> dict[str, bytes]:
    """The members of a JSON object as they stand: the module reads them, and reads more exactly."""
    text = line.decode()
    members: dict[str, bytes] = {}
    at = _past(text, 0, "{")
    if text[at : at + 1] == "}":
        return members
    while True:
        name, at = scanstring(text, _past(text, at, '"'))
        start = _past(text, at, ":")
        _, at = DECODER.raw_decode(text, start)
        members[name] = text[start:at].encode()
        at = _after_space(text, at)
        if text[at : at + 1] == ",":
            at += 1
            continue
        end = _past(text, at, "}")
        if end != len(text):
            raise ValueError(f"characters follow the object at {end}")
        return members


def _past(text: str, at: int, mark: str) -> int:
    """Where the text goes on after a mark and white space; a string begins at once."""
    at = _after_space(text, at)
    if text[at : at + 1] != mark:
        raise ValueError(f"{mark} is expected at {at}")
    return at + 1 if mark == '"' else _after_space(text, at + 1)


def _after_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()


def _document(members: Mapping[str, bytes], name: str) -> bytes | None:
    member = members.get(name)
    return None if member == b"null" else member


def _text(member: bytes | None) -> str | None:
    """What is not text is kept as JSON."""
    if member is None:
        return None
    value = json.loads(member)
    return value if isinstance(value, str) else member.decode()


def _time(text: str | None) -> int:
    """Exact to the nanosecond, which a datetime is not."""
    found = TIME.fullmatch(text or "")
    if found is None:
        raise ValueError("it has no RFC 3339 time")
    seconds, fraction, zone = found.groups()
    whole = datetime.fromisoformat(seconds + ("+00:00" if zone == "Z" else zone))
    # Digits beyond the ninth are cut, as Go's parser cuts them.
    return nanoseconds(nanoseconds(whole) + int((fraction or "")[:9].ljust(9, "0")))
