"""Pods that a capture lacks from some list on."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

PHASES = ("Failed", "Succeeded")
#: A kubelet has refused such a pod, and never evicted it.
REJECTION = re.compile(r"(?:Pod (?:was rejected: )?)?[Tt]he node had condition:")


@dataclass(frozen=True)
class RecordedEnd:
    """A pod that a list is the first to call ended, or to lack."""

    #: The uid of the pod, or its name where a list lacks uids.
    key: str
    #: Namespace and name.
    pod: str
    #: Nanoseconds since the epoch: the record with that list.
    time: int
    #: Whether the list says that it was evicted.
    is_eviction: bool


class RecordedEnds:
    """Follows the lists of a capture, and finds the pods that each is the first to lack."""

    def __init__(self) -> None:
        self._ended: set[str] = set()
        #: Deleted or not, and the name.
        self._others: dict[str, tuple[bool, str]] = {}
        self._is_first = True

    def take(self, pods: bytes, time: int) -> list[RecordedEnd]:
        """Pods that have ended or are missing since the list before."""
        found: list[RecordedEnd] = []
        others: dict[str, tuple[bool, str]] = {}
        for pod in _pods(pods):
            metadata, status = _members(pod, "metadata"), _members(pod, "status")
            name = f"{metadata.get('namespace') or 'default'}/{metadata.get('name', '')}"
            key = metadata.get("uid") or name
            if status.get("phase") not in PHASES:
                others[key] = (bool(metadata.get("deletionTimestamp")), name)
            elif key not in self._ended:
                self._ended.add(key)
                found.append(RecordedEnd(key, name, time, _is_eviction(status)))
        missing = [
            RecordedEnd(key, name, time, False)
            for key, (_, name) in sorted(self._others.items(), key=lambda each: each[1][0])
            if key not in others and key not in self._ended
        ]
        is_first, self._is_first, self._others = self._is_first, False, others
        return [] if is_first else [*found, *missing]


def comparable_ends(
    recorded: Sequence[RecordedEnd], in_force: Collection[str]
) -> Sequence[RecordedEnd]:
    """The ends that tell other configurations from the one in force, which evicts these pods.

    Of the others, evictions may fall between samples; if it evicts none, it is not the
    configuration of the recording.
    """
    decided = [end for end in recorded if end.key in in_force]
    return decided or [end for end in recorded if end.is_eviction]


def parting_of(
    recorded: Sequence[RecordedEnd], evicted: Collection[str]
) -> RecordedEnd | None:
    """The first pod that the recording lacks and the policy has not evicted."""
    return next((end for end in recorded if end.key not in evicted), None)


def _pods(pods: bytes) -> list[Any]:
    try:
        items = json.loads(pods).get("items")
    except (ValueError, RecursionError, AttributeError):
        return []  # The engine says what is wrong with the list.
    return items if isinstance(items, list) else []


def _is_eviction(status: dict[str, Any]) -> bool:
    message = str(status.get("message") or "").strip()
    return status.get("reason") == "Evicted" and REJECTION.match(message) is None


def _members(value: Any, name: str) -> dict[str, Any]:
    member = value.get(name) if isinstance(value, dict) else None
    return member if isinstance(member, dict) else {}
