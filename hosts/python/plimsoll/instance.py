"""One plimsoll-eviction.wasm: the only code that touches its memory."""

from __future__ import annotations

import json
from decimal import Decimal
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any

import wasmtime

from .refused import Discarded, Refused

ABI_VERSION = 2
#: The size that means a missing Summary.
NO_SUMMARY = -1
#: The parts of `freeze`.
PODS, SUMMARY = 0, 1


@cache
def compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The policy, compiled once for all threads; it takes some 0.1 s."""
    engine = wasmtime.Engine()
    module = files(__package__).joinpath("plimsoll-eviction.wasm").read_bytes()
    return engine, wasmtime.Module(engine, module)


def parse(answer: bytes) -> Any:
    """Numbers stay exact: integers of any size, and Decimal where there is a fraction."""
    return json.loads(answer, parse_float=Decimal)


class Instance:
    def __init__(self) -> None:
        engine, module = compiled()
        #: Held during each call of the engine.
        self.running = Lock()
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        version = self._invoke("abiVersion")
        if version != ABI_VERSION:
            raise RuntimeError(
                f"plimsoll-eviction.wasm speaks version {version} of the verbs and this package "
                f"{ABI_VERSION}; install the package again"
            )
        # The memory never grows.
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._input = self._invoke("inputOffset")
        self._capacity = self._invoke("inputCapacity")
        self._output = self._invoke("outputOffset")
        #: Set when the module failed.
        self.discarded: Discarded | None = None

    def call(self, verb: str, document: bytes, *more: int) -> int:
        """Passes a document to a verb; raises Refused."""
        # One that does not fit is not copied: the verb refuses its size.
        if len(document) <= self._capacity:
            self._memory.write(self._store, document, self._input)
        return self.call_size(verb, min(len(document), 2**31 - 1), *more)

    def call_size(self, verb: str, *arguments: int) -> int:
        """Calls a verb with the size of what is in the input region, or another number."""
        answer = self._checked(verb, *arguments)
        if answer >= 0:
            return answer
        # The module reports a refusal once.
        written = self.written(self._checked("report", 0))
        raise Refused(parse(written), written)

    def keep(self) -> None:
        """Keeps the text of the Summary just observed: the next one is read by what differs."""
        self._input = self._checked("keep")

    def left(self, size: int) -> bytes:
        """A copy of the document as a verb rewrote it."""
        return bytes(self._memory.read(self._store, self._input, self._input + size))

    def answered(self) -> bytes:
        """What the last verb wrote, where it answers something else than the size of that."""
        return self.written(self._checked("outputSize"))

    def written(self, size: int) -> bytes:
        """A copy of what a verb wrote: the next one writes over it."""
        return bytes(self._memory.read(self._store, self._output, self._output + size))

    def _checked(self, verb: str, *arguments: int) -> int:
        if self.discarded is not None:
            raise self.discarded
        try:
            return self._invoke(verb, *arguments)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self.discarded = Discarded(
                f"the engine stopped inside {verb}; make another, restore its last saved state "
                f"and report the document: {error}"
            )
            raise self.discarded from error

    def _invoke(self, name: str, *arguments: int) -> int:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        answer: int = function(self._store, *arguments)
        return answer
