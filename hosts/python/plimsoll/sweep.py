"""One node's history under many configurations, in the cells of `plimsoll sweep`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import IO, Any, Union

from .capture import Capture, CaptureError, Record, read_capture
from .cells import CellCounter, cell_line, format_time
from .documents import bytes_of, with_options
from .engine import Engine
from .one_node import NO_PODS, OneNode, node_of_summary
from .packed import PackableStep, pack_steps, packed_after, packed_count
from .recorded import RecordedEnd, RecordedEnds, comparable_ends
from .refused import Refused

Source = Union["PathLike[str]", str, IO[bytes]]
#: Small enough for a processor's cache; a run has one pod list.
RUN_BYTES = 0x80000
#: Frozen Summaries that are held at once: a day of 110 pods is three times as much.
PART_BYTES = 64 * 2**20
OVERLAP = "it overlaps in time with another capture of its node; sweep one cluster at a time"


@dataclass(frozen=True)
class Run:
    """Steps of one pod list."""

    pods: bytes
    steps: bytes


@dataclass
class _Position:
    """How far a history has come."""

    configuration: bytes = b""
    states: list[bytes | None] = field(default_factory=list)
    counters: list[CellCounter] = field(default_factory=list)
    refusals: list[str | None] = field(default_factory=list)
    start: int | None = None
    end: int | None = None
    node: str | None = None
    recorded: list[RecordedEnd] = field(default_factory=list)


@dataclass(frozen=True)
class LeftOut:
    """A capture that is not counted, and why."""

    capture: str
    reason: str


def settings_of(vary: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Every combination of the values, the last member fastest."""
    return [dict(zip(vary, values)) for values in itertools.product(*vary.values())]


def with_settings(config: Mapping[str, Any], settings: Mapping[str, str]) -> dict[str, Any]:
    """A KubeletConfiguration with settings changed: `evictionHard.memory.available`.

    The module leaves the defaults of hard thresholds that are not named (`keepDefaults`).
    """
    changed = dict(config)
    for name, value in settings.items():
        member, _, signal = name.partition(".")
        if not signal:
            changed[member] = value
            continue
        stated = changed.get(member)
        if member == "evictionHard" and not isinstance(stated, dict):
            changed["plimsoll"] = {**(changed.get("plimsoll") or {}), "keepDefaults": True}
        changed[member] = {**(stated if isinstance(stated, dict) else {}), signal: value}
    return changed


def sweep(
    captures: Sequence[tuple[str, Source]],
    vary: Mapping[str, Sequence[str]],
    *,
    node: str | None = None,
    left_out: list[LeftOut] | None = None,
) -> Iterator[str]:
    """Yields the line of each configuration over the captures of one node, in the order of time.

    `vary` has the values of each setting, such as `{"evictionHard.memory.available": ["100Mi"]}`.
    Captures are pairs of a name and a path or a file. With `left_out`, a capture that cannot be
    read is added to it; without, it raises CaptureError.
    """
    sweeper = _Sweeper(settings_of(vary))
    for name, source in captures:
        try:
            sweeper.take(source)
        except (CaptureError, OSError) as error:
            if left_out is None:
                raise
            left_out.append(LeftOut(name, str(error)))
    yield from sweeper.lines(node, captures[0][0] if captures else "")


class _Sweeper:
    def __init__(self, settings: list[dict[str, str]]) -> None:
        self._settings = settings
        self._position = _Position()
        self._freezing = Engine({})
        self._running = Engine({})

    def take(self, source: Source) -> None:
        """Takes a capture as a whole or not at all."""
        capture = read_capture(source)
        try:
            self._take(capture)
        finally:
            capture.close()

    def _take(self, capture: Capture) -> None:
        before = self._position
        base = {**json.loads(capture.config), "plimsoll": _options(capture)}
        configuration = json.dumps(base, sort_keys=True).encode()
        # With another configuration, a kubelet has been restarted.
        is_same = configuration == before.configuration
        # The one in force is the last: what it does not decide may fall between the samples.
        documents = [bytes_of(with_settings(base, each)) for each in (*self._settings, {})]
        states = before.states if is_same else [None] * len(documents)
        position = _Position(configuration, list(states), start=before.start, end=before.end)
        position.node = before.node or capture.header.get("node")
        taken: list[list[dict[str, Any]]] = [[] for _ in documents]
        refusals: list[str | None] = [None] * len(documents)
        for part in _parts(self._freezing, capture, position):
            for index, document in enumerate(documents):
                try:
                    answers, state = self._run(document, position.states[index], part)
                    taken[index] += answers
                    position.states[index] = state
                except Refused as refused:
                    refusals[index] = str(refused)
        if position.end is before.end:
            raise CaptureError("it has no record that can be replayed")
        decided = {each["uid"] for answer in taken[-1] for each in answer["evictions"]}
        if "config" not in capture.header:
            decided = set()
        own = comparable_ends(position.recorded, decided)
        position.recorded = [*before.recorded, *own]
        position.counters = before.counters or [CellCounter() for _ in documents]
        position.refusals = [
            known or new
            for known, new in zip(before.refusals or [None] * len(refusals), refusals)
        ]
        for counter, answers in zip(position.counters, taken):
            for answer in answers:
                counter.add(answer)
        self._position = position

    def _run(
        self, document: bytes, state: bytes | None, runs: list[Run]
    ) -> tuple[list[dict[str, Any]], bytes]:
        engine = self._running
        engine.configure(document)
        answers = []
        for index, run in enumerate(runs):
            engine.thaw(run.pods)
            if index == 0 and state is not None:
                engine.restore(state)
            left = run.steps
            while packed_count(left) > 0:
                count, answer = engine.steps(left)
                answers.append(answer)
                left = packed_after(left, count)
        return answers, engine.save()

    def lines(self, node: str | None, name: str) -> Iterator[str]:
        position = self._position
        if position.start is None or position.end is None:
            return
        node = node or position.node or name
        times = {"from": format_time(position.start), "to": format_time(position.end)}
        cells = zip(self._settings, position.counters, position.refusals)
        for settings, counter, refusal in cells:
            head = {"node": node, "settings": settings}
            if refusal is not None:
                yield cell_line({**head, "refusal": refusal})
            else:
                yield cell_line({**head, **times, **counter.members(position.recorded)})


def _options(capture: Capture) -> dict[str, Any]:
    named = json.loads(with_options(b"{}", _renamed(capture.options)))
    options: dict[str, Any] = named.get("plimsoll", {})
    return options


def _renamed(options: Mapping[str, Any]) -> dict[str, Any]:
    return {**{key: options[key] for key in ("layout", "capacity") if key in options}} | (
        {"kubeletVersion": options["kubelet_version"]} if "kubelet_version" in options else {}
    )


def _parts(engine: Engine, capture: Capture, position: _Position) -> Iterator[list[Run]]:
    """Decodes each document once; the position moves on to the end of each part."""
    engine.configure({})
    engine.pods(NO_PODS)
    pods = engine.freeze()
    node = OneNode()
    ends = RecordedEnds()
    runs: list[Run] = []
    steps: list[PackableStep] = []
    size = total = 0
    packed_until = position.end

    def close() -> None:
        nonlocal steps, size, packed_until
        if steps:
            runs.append(Run(pods, pack_steps(steps, packed_until)))
            packed_until = steps[-1].time
        steps, size = [], 0

    is_first = True
    for record in capture:
        if is_first and position.end is not None and record.time <= position.end:
            raise CaptureError(OVERLAP)
        is_first = False
        summary, listed = node.documents(engine, record, lambda _: None)
        if position.node is None and record.summary is not None:
            position.node = node_of_summary(record.summary)
        if listed is not None:
            position.recorded += ends.take(listed, record.time)
            frozen = _frozen_pods(engine, listed)
            if frozen is not None:
                close()
                pods = frozen
        step = _frozen_step(engine, record, summary)
        if size + step.size > RUN_BYTES:
            close()
        steps.append(step)
        size += step.size
        total += step.size
        position.start = record.time if position.start is None else position.start
        position.end = record.time
        if total > PART_BYTES:
            close()
            yield runs
            runs, total = [], 0
    close()
    if runs:
        yield runs


def _frozen_pods(engine: Engine, pods: bytes) -> bytes | None:
    """A list that is refused leaves the one before in force."""
    try:
        engine.pods(pods)
    except Refused:
        return None
    return engine.freeze()


def _frozen_step(engine: Engine, record: Record, summary: bytes | None) -> PackableStep:
    """A Summary that is refused counts as one that could not be read."""
    if summary is None:
        return PackableStep(record.time, None)
    try:
        engine.observe(summary, record.time)
    except Refused:
        return PackableStep(record.time, None)
    frozen = engine.freeze_summary()
    return PackableStep(record.time, frozen, record.reclaimed, record.reclaimed_missed)
