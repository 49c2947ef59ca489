"""What verbs answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from .instance import parse

#: Asks the engine about a step that is its last one: a detail to report, or what to explain.
Ask = Callable[[Union[int, bytes]], bytes]


class StepPassed(Exception):
    """A question about a step that is not the engine's last one."""


@dataclass(frozen=True)
class Eviction:
    """A pod to evict, and the message the kubelet sets on it."""

    namespace: str
    name: str
    uid: str
    #: The override that is handed to the pod worker.
    grace_period_seconds: int
    reason: str
    #: The kubelet's, to the letter; it ends in a space, as the kubelet's does.
    message: str
    annotations: Mapping[str, str] = field(default_factory=dict)
    #: The local storage limit that was exceeded; None for node pressure.
    cause: str | None = None


@dataclass(frozen=True)
class Admission:
    """Whether the node takes a pod; reason and message are the kubelet's, for a rejected pod."""

    admit: bool
    sentence: str
    reason: str | None = None
    message: str | None = None


class Step:
    """What one step decided. `detail` and `explain` ask the engine, before its next verb only."""

    def __init__(self, ask: Ask, answer: bytes) -> None:
        self._ask = ask
        #: The decision as a dict: schemas/decision-1.schema.json. Numbers with a fraction are
        #: Decimal.
        self.decision: dict[str, Any] = parse(answer)

    @property
    def action(self) -> str:
        """`None`, `EvictPod` or `EvictPods`, as a text."""
        return str(self.decision["action"])

    @property
    def number(self) -> int:
        """Counts steps from 1; 0 before the first one that was not missed."""
        return int(self.decision["step"])

    @property
    def time(self) -> str:
        """In RFC 3339 with nanoseconds, which a datetime does not have."""
        return str(self.decision["time"])

    @property
    def conditions(self) -> list[str]:
        """Of the node, such as `MemoryPressure`."""
        return list(self.decision["nodeConditions"])

    @property
    def evictions(self) -> list[Eviction]:
        return [
            Eviction(grace_period_seconds=each.pop("gracePeriodSeconds"), **each)
            for each in map(dict, self.decision["evictions"])
        ]

    @property
    def missed(self) -> bool:
        """No Summary could be read: nothing was decided."""
        return bool(self.decision.get("missed", False))

    @property
    def failed(self) -> str | None:
        """Why the step ended before it looked at anything; None when it did not."""
        failed = self.decision.get("failed")
        return None if failed is None else str(failed)

    @property
    def warnings(self) -> list[str]:
        """What is odd about the time of the step."""
        return [str(warning["message"]) for warning in self.decision.get("warnings", [])]

    @property
    def digest(self) -> str:
        """Hosts with equal digests decided alike."""
        return str(self.decision["digest"])

    def detail(self, detail: int) -> dict[str, Any]:
        """The decision with more: 1 arithmetic and ranking, 2 what would have spared the pod."""
        answer: dict[str, Any] = parse(self._ask(detail))
        return answer

    def explain(
        self,
        *,
        uid: str | None = None,
        namespace: str | None = None,
        name: str | None = None,
        signal: str | None = None,
    ) -> dict[str, Any]:
        """The decision with all detail about one pod: why it was evicted, or why not.

        A signal, such as `nodefs.available`, ranks by another one than was chosen; with a pod or
        without.
        """
        if uid is None and (namespace is None) != (name is None):
            raise ValueError("a pod is named by its uid, or by namespace and name")
        members = {"uid": uid, "namespace": namespace, "name": name, "signal": signal}
        query = {key: value for key, value in members.items() if value is not None}
        if not query:
            raise ValueError("name a pod, by uid or by namespace and name, or a signal")
        answer: dict[str, Any] = parse(self._ask(json.dumps(query).encode()))
        return answer
