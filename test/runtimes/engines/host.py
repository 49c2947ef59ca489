"""Plays a tape through hosts/python, as a program that imports it would.

host.py corpus.tape
test/runtimes/tape.ts says what a tape looks like.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from typing import IO, NamedTuple

from plimsoll import Engine, Refused

TITLE = b"plimsoll tape 1\n"
VERBS = ("configure", "pods", "observe", "reclaimed", "admit", "report")
NO_SUMMARY = -1


class Entry(NamedTuple):
    verb: str
    argument: int
    now: int
    document: bytes


def next_entry(tape: IO[bytes]) -> Entry | None:
    head = tape.read(13)
    if not head:
        return None
    verb, argument, now = struct.unpack("<Biq", head)
    size = 0 if VERBS[verb] == "report" else max(argument, 0)
    return Entry(VERBS[verb], argument, now, tape.read(size))


def take(engine: Engine, entry: Entry, tape: IO[bytes]) -> None:
    """Calls what the tape calls. A step that needs reclaim takes the next entry with it."""

    def reclaim(_: object) -> bytes | None:
        after = next_entry(tape)
        if after is None or after.verb != "reclaimed":
            raise ValueError("a step waits for reclaim, and the tape goes on")
        return None if after.argument == NO_SUMMARY else after.document

    if entry.verb == "observe" and entry.argument == NO_SUMMARY:
        engine.missed(entry.now)
    elif entry.verb == "observe" and entry.argument >= 0:
        engine.observe(entry.document, entry.now, reclaim)
    elif entry.verb in ("configure", "pods", "admit"):
        getattr(engine, entry.verb)(entry.document)
    else:
        raise ValueError(f"the tape has a call of {entry.verb} that hosts/python has no verb for")


def play(tape: IO[bytes]) -> dict[str, object]:
    if tape.read(len(TITLE)) != TITLE:
        raise ValueError("this is not a tape of this version")
    (cases,) = struct.unpack("<I", tape.read(4))
    engine, hash, answers = Engine({}), hashlib.sha256(), 0
    # Waits for the report about it.
    refused: Refused | None = None
    while (entry := next_entry(tape)) is not None:
        if entry.verb != "report":
            try:
                take(engine, entry, tape)
            except Refused as error:
                refused = error
            continue
        answer = engine.report(entry.argument) if refused is None else refused.json
        refused = None
        hash.update(answer + b"\n")
        answers += 1
    return {"digest": hash.hexdigest(), "cases": cases, "answers": answers}


with open(sys.argv[1], "rb") as file:
    print(json.dumps(play(file)))
