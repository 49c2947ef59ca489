"""Plays a tape of calls in the engine that hosts/python has, of a module that it does not carry.

calls.py plimsoll-scheduler.wasm clusters.calls
test/runtimes/callTape.ts says what a tape of calls looks like.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from pathlib import Path
from typing import IO

import wasmtime

TITLE = b"plimsoll calls 2\n"


def verbs_of(tape: IO[bytes]) -> list[tuple[str, int]]:
    """Names, and how many bits the argument of each has."""
    (count,) = tape.read(1)
    verbs = []
    for _ in range(count):
        bits, size = tape.read(2)
        verbs.append((tape.read(size).decode(), bits))
    return verbs


def play(module: bytes, tape: IO[bytes]) -> dict[str, object]:
    if tape.read(len(TITLE)) != TITLE:
        raise ValueError("this is not a tape of calls of this version")
    (cases,) = struct.unpack("<I", tape.read(4))
    verbs, hash, answers = verbs_of(tape), hashlib.sha256(), 0
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, module), []).exports(store)
    memory = exports["memory"]
    while head := tape.read(14):
        verb, is_heard, argument, size = struct.unpack("<BBqI", head)
        name, bits = verbs[verb]
        # The memory grows, and wasmtime asks for its place at each access.
        memory.write(store, tape.read(size), exports["inputOffset"](store))
        exports[name](store, *([argument] if bits else []))
        if is_heard:
            start = exports["outputOffset"](store)
            hash.update(memory.read(store, start, start + exports["outputSize"](store)) + b"\n")
            answers += 1
    return {"digest": hash.hexdigest(), "cases": cases, "answers": answers}


with open(sys.argv[2], "rb") as file:
    print(json.dumps(play(Path(sys.argv[1]).read_bytes(), file)))
