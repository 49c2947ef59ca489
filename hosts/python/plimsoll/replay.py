"""Steps on the records of a capture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import IO

from .capture import Capture, OnProblem, Record, read_capture
from .documents import Document
from .engine import Engine
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
    first one is raised. Documents are taken as they are: a capture is of one node.
    """
    capture = read_capture(source, on_problem)
    engine = Engine(capture.config if config is None else config, **capture.options)
    for record in capture:
        step = _step(engine, capture, record)
        if step is not None:
            yield ReplayedStep(step, record)


def _step(engine: Engine, capture: Capture, record: Record) -> Step | None:
    if record.pods is not None:
        try:
            engine.pods(record.pods)
        except Refused as refused:
            capture.problem(record.line, refused)
    if record.summary is None:
        return engine.missed(record.time)
    reclaims = False

    def reclaim(_: Sequence[str]) -> bytes | None:
        nonlocal reclaims
        reclaims = True
        # Nothing recorded after a reclaim: it is taken to have freed nothing.
        if record.reclaimed is None and not record.reclaimed_missed:
            return record.summary
        return record.reclaimed

    try:
        return engine.observe(record.summary, record.time, reclaim)
    except Refused as refused:
        capture.problem(record.line, refused)
        return engine.observe(record.summary, record.time) if reclaims else None
