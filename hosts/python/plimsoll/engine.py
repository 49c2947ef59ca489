"""One node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Union

from .documents import Document, bytes_of, nanoseconds, with_options
from .instance import NO_SUMMARY, PODS, Instance, parse
from .refused import Finding
from .step import Admission, Step

#: A datetime with a time zone, or nanoseconds since the epoch.
Time = Union[datetime, int]
#: Runs the node-level reclaim functions that a step asks for, in order, and returns a stats
#: Summary taken afterwards; None when none could be had.
Reclaim = Callable[[Sequence[str]], Union[Document, None]]

RECLAIM = "ReclaimNodeLevelResources"


class Engine:
    """One node: a configuration, a pod list and the state between steps.

    A verb that is refused raises Refused and changes nothing. An engine serves one thread at a
    time; `{}` is a kubelet's default configuration.
    """

    def __init__(
        self,
        config: Document,
        *,
        kubelet_version: str | None = None,
        layout: Mapping[str, bool] | None = None,
        capacity: Mapping[str, str] | None = None,
        profile: str | None = None,
        what_if: bool = False,
        replaced_by_flags: Sequence[str] = (),
    ) -> None:
        self._instance = Instance()
        # Counts the verbs that put another answer in the place of the last one.
        self._calls = 0
        self._pods_touched = False
        options = {
            "kubeletVersion": kubelet_version,
            "layout": layout,
            "capacity": capacity,
            "profile": profile,
            "whatIf": what_if,
            "replacedByFlags": list(replaced_by_flags),
        }
        self._configure(with_options(bytes_of(config), options))

    def _configure(self, document: bytes) -> None:
        self._change("configure", document)
        #: The policy in force: schemas/policy-1.schema.json.
        self.policy: dict[str, Any] = parse(self.report())
        #: Traps in the configuration that a kubelet starts with and says nothing about.
        self.warnings = [Finding(**finding) for finding in self.policy["warnings"]]
        self._configuration = document

    def configure(self, config: Document) -> None:
        """Puts a KubeletConfiguration in force, with a fresh state; the pod list stays.

        Options stand in its member `plimsoll`: assembly/README.md.
        """
        self._configure(bytes_of(config))

    def pods(self, pod_list: Document) -> int:
        """Replaces the pod list with the pods of this node, a v1 PodList; returns their number."""
        count = self._change("pods", bytes_of(pod_list))
        self._pods_touched = True
        return count

    def observe(self, summary: Document, now: Time, reclaim: Reclaim | None = None) -> Step:
        """Takes one step on a stats Summary.

        When the step needs node-level reclaim it calls `reclaim` and goes on with the Summary that
        this returns; without one nothing is reclaimed. An exception of `reclaim`, or a Summary of
        it that is refused, ends the step as if it had not been taken.
        """
        step = self._observe(bytes_of(summary), now)
        if step.action != RECLAIM:
            return step
        after = None if reclaim is None else reclaim(list(step.decision["reclaim"]))
        return self._reclaimed(None if after is None else bytes_of(after))

    def _observe(self, summary: bytes, now: Time) -> Step:
        """Leaves a step that needs reclaim suspended."""
        self._change("observe", summary, nanoseconds(now))
        return self._step()

    def _reclaimed(self, summary: bytes | None) -> Step:
        """Goes on with a suspended step."""
        if summary is None:
            self._calls += 1
            self._instance.call_size("reclaimed", NO_SUMMARY)
        else:
            self._change("reclaimed", summary)
        return self._step()

    def missed(self, now: Time) -> Step:
        """A step without a Summary: nothing is decided, grace periods and conditions stay."""
        time = nanoseconds(now)
        self._calls += 1
        self._instance.call_size("observe", NO_SUMMARY, time)
        return self._step()

    def admit(self, pod: Document) -> Admission:
        """Whether the node would take a v1 Pod under its present conditions."""
        self._change("admit", bytes_of(pod))
        answer = parse(self.report())
        del answer["plimsoll"]
        return Admission(**answer)

    def report(self, detail: int = 0) -> bytes:
        """The JSON about the last verb that was not refused; its schemas are in schemas/."""
        return self._instance.written(self._instance.call_size("report", detail))

    def save(self) -> bytes:
        """The state between steps, opaque; for `restore` under the same configuration."""
        return self._instance.written(self._instance.call_size("save"))

    def restore(self, state: bytes) -> None:
        self._change("restore", state)

    def freeze(self) -> bytes:
        """The decoded pod list, opaque; `thaw` takes it in a twentieth of the time of `pods`."""
        return self._instance.written(self._instance.call_size("freeze", PODS))

    def thaw(self, frozen: bytes) -> None:
        self._pods_touched = True
        self._change("thaw", frozen)

    def _explain(self, subject: bytes) -> bytes:
        return self._instance.written(self._instance.call("explain", subject))

    def _change(self, verb: str, document: bytes, *more: int) -> int:
        self._calls += 1
        return self._instance.call(verb, document, *more)

    def _step(self) -> Step:
        return Step(self, self._calls, self.report())
