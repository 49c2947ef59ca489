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

TITLE = b"plimsoll calls 3\n"


def counted(tape: IO[bytes]) -> bytes:
    """Bytes, of which the first one says how many follow."""
    (count,) = tape.read(1)
    return tape.read(count)


def verbs_of(tape: IO[bytes]) -> list[tuple[str, int]]:
    """Names, and how many arguments each has."""
    (count,) = tape.read(1)
    arguments_and_names = ((counted(tape), counted(tape)) for _ in range(count))
    return [(name.decode(), len(arguments)) for arguments, name in arguments_and_names]


def play(module: bytes, tape: IO[bytes]) -> dict[str, object]:
    if tape.read(len(TITLE)) != TITLE:
        raise ValueError("this is not a tape of calls of this version")
    (cases,) = struct.unpack("<I", tape.read(4))
    verbs, hash, answers = verbs_of(tape), hashlib.sha256(), 0
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, module), []).exports(store)
    memory = exports["memory"]
    while head := tape.read(2):
        verb, is_heard = head
        name, count = verbs[verb]
        *arguments, size = struct.unpack(f"<{count}qI", tape.read(8 * count + 4))
        # The memory grows, and wasmtime asks for its place at each access.
        memory.write(store, tape.read(size), exports["inputOffset"](store))
        exports[name](store, *arguments)
        if is_heard:
            start = exports["outputOffset"](store)
            hash.update(memory.read(store, start, start + exports["outputSize"](store)) + b"\n")
            answers += 1
    return {"digest": hash.hexdigest(), "cases": cases, "answers": answers}


with open(sys.argv[2], "rb") as file:
    print(json.dumps(play(Path(sys.argv[1]).read_bytes(), file)))
