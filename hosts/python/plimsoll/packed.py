"""Many steps as one document: assembly/README.md."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

HEAD = struct.Struct("<4sIq48x")
STEP = struct.Struct("<qii")
MAGIC = b"PLST"
NO_TIME = -(2**63)
UNREAD, UNRECORDED = -1, -2


@dataclass(frozen=True)
class PackableStep:
    """A step for `Engine.steps`."""

    #: Nanoseconds since the epoch.
    time: int
    #: A stats Summary, as JSON or as `Engine.freeze_summary` returned it; None when none could be
    #: read.
    summary: bytes | None
    #: The Summary after node-level reclaim, as JSON; None when none was recorded.
    reclaimed: bytes | None = None
    #: No Summary could be read after the reclaim.
    reclaimed_missed: bool = False

    @property
    def size(self) -> int:
        return STEP.size + len(self.summary or b"") + len(self.reclaimed or b"")


def pack_steps(steps: Sequence[PackableStep], before: int | None = None) -> bytes:
    """Packs steps of one pod list; `before` is when the step before them was, in nanoseconds."""
    parts = [HEAD.pack(MAGIC, len(steps), NO_TIME if before is None else before)]
    for step in steps:
        after = UNREAD if step.reclaimed_missed else UNRECORDED
        if step.reclaimed is not None:
            after = len(step.reclaimed)
        summary = UNREAD if step.summary is None else len(step.summary)
        parts += [STEP.pack(step.time, summary, after), step.summary or b"", step.reclaimed or b""]
    return b"".join(parts)


def packed_count(packed: bytes) -> int:
    """The number of packed steps."""
    count: int = HEAD.unpack_from(packed)[1]
    return count


def packed_after(packed: bytes, taken: int) -> bytes:
    """The steps that are left once some were taken."""
    _, count, before = HEAD.unpack_from(packed)
    at = HEAD.size
    for _ in range(taken):
        before, summary, after = STEP.unpack_from(packed, at)
        at += STEP.size + max(summary, 0) + max(after, 0)
    return HEAD.pack(MAGIC, count - taken, before) + packed[at:]
