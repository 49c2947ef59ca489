"""Steps on the records of a capture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import IO

from .capture import Capture, OnProblem, Record, read_capture
from .documents import Document
from .engine import Engine
from .one_node import OneNode
from .refused import Refused
from .step import Step


@dataclass(frozen=True)
class ReplayedStep:
    step: Step
    record: Record


def replay(
    source: PathLike[str] | str | IO[bytes],
    config: Document | None = None,
    on_problem: OnProblem | None = None,
) -> Iterator[ReplayedStep]:
    """Takes a step on each record, under the configuration that was in force or another one.

    With `on_problem` a line that is not a record and a document that is refused are reported, and
    the replay goes on: a pod list that is refused leaves the one before in force. Without it the
    first one is raised. A capture belongs to one node, the one that its first Summary names: pods
    of other nodes are left out of its lists, and a Summary or a list of another node is a problem
    with an OtherNode.
    """
    capture = read_capture(source, on_problem)
    engine = Engine(capture.config if config is None else config, **capture.options)
    node = OneNode()
    for record in capture:
        step = _step(engine, capture, record, node)
        if step is not None:
            yield ReplayedStep(step, record)


def _step(engine: Engine, capture: Capture, record: Record, node: OneNode) -> Step | None:
    def problem(error: Exception) -> None:
        capture.problem(record.line, error)

    summary = record.summary
    try:
        summary, pods = node.documents(engine, record, problem)
        if pods is not None:
            engine.pods(pods)
    except Refused as refused:
        problem(refused)
    if summary is None:
        return engine.missed(record.time)
    reclaims = False

    def reclaim(_: Sequence[str]) -> bytes | None:
        nonlocal reclaims
        reclaims = True
        # Nothing recorded after a reclaim: it is assumed to have freed nothing.
        if record.reclaimed is None and not record.reclaimed_missed:
            return summary
        return record.reclaimed

    try:
        return engine.observe(summary, record.time, reclaim)
    except Refused as refused:
        problem(refused)
        return engine.observe(summary, record.time) if reclaims else None
