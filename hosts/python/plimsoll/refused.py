"""What went wrong with a verb."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Status(IntEnum):
    """Why a verb was refused."""

    NotConfigured = -1
    InputTooLarge = -2
    InvalidJson = -3
    InvalidText = -4
    TooDeep = -5
    WrongDocument = -6
    WrongType = -7
    InvalidConfiguration = -8
    InvalidQuantity = -9
    TableFull = -10
    OutputTooLarge = -11
    InvalidState = -12
    InvalidSnapshot = -13
    OutOfOrder = -14
    NotFound = -15
    InvalidArgument = -16


@dataclass(frozen=True)
class Finding:
    """One error or warning about a configuration."""

    #: A stable identifier, such as ``defaults-wiped``.
    rule: str
    #: The member it is about, such as ``evictionHard["memory.available"]``.
    path: str
    message: str


class Refused(Exception):
    """A verb was refused; the engine is as it was before."""

    def __init__(self, answer: dict[str, Any], json: bytes) -> None:
        #: Why, as a number with a name.
        self.status = Status(answer["status"])
        #: The kind of the document at fault; ``none`` when the order of calls is.
        self.document: str = answer["document"]
        #: Where in the document, such as ``$.node.fs``.
        self.path: str | None = answer.get("path")
        #: Bytes before the fault.
        self.offset: int | None = answer.get("offset")
        self.reason: str = answer["reason"]
        #: Every error of a configuration, and its warnings.
        self.errors = [Finding(**finding) for finding in answer.get("errors", [])]
        self.warnings = [Finding(**finding) for finding in answer.get("warnings", [])]
        #: The whole error as the module wrote it: schemas/error-1.schema.json.
        self.json = json
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        path, reason = self.path, self.reason
        if self.errors:
            path, reason = self.errors[0].path, self.errors[0].message
        document = None if self.document == "none" else self.document
        offset = None if self.offset is None else f"(byte {self.offset})"
        place = " ".join(part for part in (document, path, offset) if part)
        more = f" (and {len(self.errors) - 1} more)" if len(self.errors) > 1 else ""
        return f"{place or self.status.name}: {reason}{more}"


class InUse(Exception):
    """A call while the engine or the fleet serves another thread, or waits for a reclaim."""


class TurnPassed(Exception):
    """A call of the engine of a fleet's node after the node's turn."""


class Discarded(Exception):
    """The module failed, which no document may cause; the engine answers no more."""
