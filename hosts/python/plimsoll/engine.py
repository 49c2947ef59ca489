"""One node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Union

from .documents import Document, bytes_of, nanoseconds, opaque, with_options
from .instance import NO_SUMMARY, PODS, SUMMARY, Instance, parse
from .objects import ObjectDocument, ObjectText
from .refused import Finding, InUse, TurnPassed
from .step import Admission, Step, StepPassed

#: A datetime with a time zone, or nanoseconds since the epoch.
Time = Union[datetime, int]
#: Runs the node-level reclaim functions that a step asks for, in order, and returns a stats
#: Summary taken afterwards; None when none could be read. It must not call the engine.
Reclaim = Callable[[Sequence[str]], Union[Document, None]]

RECLAIM = "ReclaimNodeLevelResources"


@dataclass(frozen=True)
class NodePods:
    """The pods of one node in a list."""

    #: A PodList of the node's pods alone; the same bytes when the list has no others.
    pods: bytes
    #: Of how many pods the list names the node.
    named: int
    #: The other nodes that the list names, sorted.
    other_nodes: list[str]
    #: Pods of the list that are not in `pods`: those of other nodes.
    left_out: int
    #: And those of no node, which the scheduler has not placed.
    left_out_unscheduled: int


class Engine:
    """One node: a configuration, a pod list and the state between steps.

    A verb that is refused raises Refused and changes nothing. An engine serves one thread at a
    time: another one gets InUse. `{}` is a kubelet's default configuration.
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
        # Counts the verbs that replace the last answer.
        self._calls = 0
        self._pods_touched = False
        # Set on the engine of a fleet's node after the node's turn.
        self._is_over = False
        if isinstance(replaced_by_flags, str):
            raise TypeError("replaced_by_flags is a list of names of members, not one text")
        options = {
            "kubeletVersion": kubelet_version,
            "layout": layout,
            "capacity": capacity,
            "profile": profile,
            "whatIf": what_if or None,
            "replacedByFlags": list(replaced_by_flags) or None,
        }
        self._configure(with_options(bytes_of(config), options))

    @contextmanager
    def _running(self) -> Iterator[Instance]:
        """Takes the engine for one call: two at once would mix their documents."""
        if not self._instance.running.acquire(blocking=False):
            raise InUse(
                "the engine is in use: it serves one thread at a time, and none during a reclaim; "
                "give each thread an engine, or use a Fleet"
            )
        try:
            if self._is_over:
                raise TurnPassed("the node's turn in the fleet has ended; take another turn")
            yield self._instance
        finally:
            self._instance.running.release()

    def _configure(self, document: bytes) -> None:
        self._change("configure", document)
        #: The policy in force: schemas/policy-1.schema.json.
        self.policy: dict[str, Any] = parse(self._report(0))
        #: Traps in the configuration that a kubelet starts with and says nothing about.
        self.warnings = [Finding(**finding) for finding in self.policy["warnings"]]
        self._configuration = document

    def configure(self, config: Document) -> None:
        """Puts a KubeletConfiguration in force, with a fresh state; the pod list stays.

        Options are in its member `plimsoll`: assembly/README.md.
        """
        document = bytes_of(config)
        with self._running():
            self._configure(document)

    def pods(self, pod_list: Document) -> int:
        """Replaces the pod list with the pods of this node, a v1 PodList; returns their number."""
        document = bytes_of(pod_list)
        with self._running():
            count = self._change("pods", document)
            self._pods_touched = True
            return count

    def pods_of_node(self, pod_list: Document, node: str) -> NodePods:
        """Takes the pods of one node out of a v1 PodList; the engine stays as it is.

        A list in which no pod names a node is the node's own; in any other, a pod of no node counts
        only when the kubelet itself has started it (a static pod).
        """
        document, name = bytes_of(pod_list), node.encode()
        with self._running():
            size = self._instance.call("podsOfNode", document + name, len(name))
            answer = parse(self._instance.answered())
            is_whole = size == len(document)
            return NodePods(
                pods=document if is_whole else self._instance.left(size),
                named=answer["named"],
                other_nodes=sorted(set(answer["otherNodes"])),
                left_out=0 if is_whole else len(answer["otherNodes"]),
                left_out_unscheduled=0 if is_whole else answer["unscheduled"],
            )

    def split_objects(self, source: IO[bytes]) -> Iterator[ObjectDocument]:
        """Splits JSON of any size, read from a file, into documents; raises ObjectsError.

        It may be what `kubectl get --output json` prints, several values one after another, lists
        in lists, or a dump with logs between its lists. At most some megabytes of it are held.
        Other verbs may be called between two documents; an engine splits one text at a time.
        """
        return ObjectText(self._running).read(source)

    def observe(self, summary: Document, now: Time, reclaim: Reclaim | None = None) -> Step:
        """Takes one step on a stats Summary.

        When the step needs node-level reclaim it calls `reclaim` and goes on with the Summary that
        this returns; without one nothing is reclaimed. An exception of `reclaim`, or a Summary of
        it that is refused, ends the step as if it had not been taken.
        """
        if summary is None:
            raise TypeError("there is no Summary; call missed when none could be read")
        document, time = bytes_of(summary), nanoseconds(now)
        with self._running():
            self._change("observe", document, time)
            self._instance.keep()
            step = self._step()
            if step.action != RECLAIM:
                return step
            after = None if reclaim is None else reclaim(list(step.decision["reclaim"]))
            return self._reclaimed(None if after is None else bytes_of(after))

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
        with self._running():
            self._calls += 1
            self._instance.call_size("observe", NO_SUMMARY, time)
            return self._step()

    def admit(self, pod: Document) -> Admission:
        """Whether the node would take a v1 Pod under its present conditions."""
        document = bytes_of(pod)
        with self._running():
            self._change("admit", document)
            answer = parse(self._report(0))
        del answer["plimsoll"]
        return Admission(**answer)

    def report(self, detail: int = 0) -> bytes:
        """The JSON about the last verb that was not refused; its schemas are in schemas/."""
        with self._running():
            return self._report(detail)

    def _report(self, detail: int) -> bytes:
        # The module refuses -1, and would see only the lowest 32 bits of what is given.
        known = int(detail) if detail in (0, 1, 2) else -1
        return self._instance.written(self._instance.call_size("report", known))

    def save(self) -> bytes:
        """The state between steps, opaque; for `restore` under the same configuration."""
        with self._running():
            return self._save()

    def _save(self) -> bytes:
        return self._instance.written(self._instance.call_size("save"))

    def restore(self, state: bytes) -> None:
        """Takes back what `save` returned under the same configuration."""
        with self._running():
            self._change("restore", opaque(state))

    def freeze(self) -> bytes:
        """The decoded pod list, opaque; `thaw` takes it in a twentieth of the time of `pods`."""
        with self._running():
            return self._freeze()

    def _freeze(self) -> bytes:
        return self._instance.written(self._instance.call_size("freeze", PODS))

    def freeze_summary(self) -> bytes:
        """The Summary observed last, decoded and opaque; for `steps` over the same pod list."""
        with self._running():
            return self._instance.written(self._instance.call_size("freeze", SUMMARY))

    def steps(self, packed: bytes) -> tuple[int, dict[str, Any]]:
        """Takes many steps in one call, on what `pack_steps` returned.

        Returns how many were taken, and what they amount to: schemas/steps-1.schema.json. It ends
        before a step that is refused, and raises Refused if that is the first one.
        """
        with self._running():
            taken = self._change("steps", opaque(packed))
            return taken, parse(self._instance.answered())

    def thaw(self, frozen: bytes) -> None:
        """Replaces the pod list with one that `freeze` returned."""
        with self._running():
            self._pods_touched = True
            self._change("thaw", opaque(frozen))

    def _explain(self, subject: bytes) -> bytes:
        return self._instance.written(self._instance.call("explain", subject))

    def _change(self, verb: str, document: bytes, *more: int) -> int:
        self._calls += 1
        return self._instance.call(verb, document, *more)

    def _step(self) -> Step:
        call = self._calls

        def ask(question: int | bytes) -> bytes:
            with self._running():
                if call != self._calls:
                    raise StepPassed("the step has passed; ask before the engine's next verb")
                if isinstance(question, bytes):
                    return self._explain(question)
                return self._report(question)

        return Step(ask, self._report(0))
