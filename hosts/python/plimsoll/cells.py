"""Cells of a sweep in whole numbers: schemas/sweep-cell-1.schema.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from .recorded import RecordedEnd, parting_of

CHAIN_PRIME, CHAIN_SIZE = 0x100000001B3, 2**64
CONDITIONS = ("MemoryPressure", "DiskPressure", "PIDPressure")
CLASSES = ("Guaranteed", "Burstable", "BestEffort")
NANO = 10**9


class CellCounter:
    """Adds up what parts of one node's history amount to, in the order of time."""

    def __init__(self) -> None:
        self._steps = self._missed = self._chain = 0
        self._nanoseconds: dict[str, int] = {}
        self._evictions: dict[str, dict[str, int]] = {}
        self._uids: set[str] = set()
        self._first: str | None = None
        self._headroom: dict[bool, dict[str, int]] = {True: {}, False: {}}

    def add(self, taken: Mapping[str, Any]) -> None:
        """Adds an answer of `Engine.steps`: schemas/steps-1.schema.json."""
        self._steps += taken["steps"]
        self._missed += taken["missed"]
        for name, amount in taken["conditionNanoseconds"].items():
            self._nanoseconds[name] = self._nanoseconds.get(name, 0) + amount
        for each in taken["evictions"]:
            self._uids.add(each["uid"])
            classes = self._evictions.setdefault(each.get("signal") or each["cause"], {})
            classes[each["qosClass"]] = classes.get(each["qosClass"], 0) + each["count"]
        if self._first is None and "firstEviction" in taken:
            self._first = with_nine_digits(taken["firstEviction"])
        for each in taken["headroom"]:
            least = self._headroom[each["hard"]]
            signal, amount = each["signal"], each["amount"]
            least[signal] = min(least.get(signal, amount), amount)
        factor = pow(CHAIN_PRIME, taken["steps"], CHAIN_SIZE)
        self._chain = (self._chain * factor + int(taken["chain"], 16)) % CHAIN_SIZE

    def members(self, recorded: Sequence[RecordedEnd] = ()) -> dict[str, Any]:
        """The members of a cell, in the order in which they are written."""
        parting = parting_of(recorded, self._uids)
        return {
            "steps": self._steps,
            "missed": self._missed,
            "conditionNanoseconds": _picked(self._nanoseconds, CONDITIONS),
            "evictions": {
                by: _picked(classes, CLASSES) for by, classes in sorted(self._evictions.items())
            },
            "podsEvicted": len(self._uids),
            "firstEviction": self._first,
            "hardHeadroom": dict(sorted(self._headroom[True].items())),
            "softHeadroom": dict(sorted(self._headroom[False].items())),
            "chain": f"{self._chain:016x}",
            **({} if parting is None else {"unknownAfter": _unknown_after(parting)}),
        }


def _unknown_after(parting: RecordedEnd) -> dict[str, str]:
    return {"time": format_time(parting.time), "pod": parting.pod}


def _picked(amounts: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    return {name: amounts[name] for name in names if name in amounts}


def cell_line(members: Mapping[str, Any]) -> str:
    """The line of a cell: the same bytes as `plimsoll sweep --output ndjson` prints."""
    cell = {"plimsoll": "sweep-cell/1", **members}
    return json.dumps(cell, ensure_ascii=False, separators=(",", ":"))


def format_time(nanoseconds: int) -> str:
    """RFC 3339 in UTC with nine digits of a second, so that texts sort as times do."""
    seconds, fraction = divmod(nanoseconds, NANO)
    whole = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{whole}.{fraction:09d}Z"


def with_nine_digits(time: str) -> str:
    """A time of the module, which writes no more digits than it needs."""
    seconds, _, fraction = time.removesuffix("Z").partition(".")
    return f"{seconds}.{fraction.ljust(9, '0')}Z"
