"""JSON of any size as documents that a verb takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import IO, Any

from .instance import Instance, parse

Cut = dict[str, Any]
Cuts = list[Cut]

#: How much of a text is read at once.
PART_BYTES = 2**16
#: The size that ends a text.
END = -1


@dataclass(frozen=True)
class ObjectDocument:
    """Some values one after another, or some items of one list; it fits every verb of lists."""

    content: bytes
    #: Where the bytes after the first `prefix` of them are in the text.
    offset: int
    #: Bytes that were put before them: the beginning of the list that they are items of.
    prefix: int = 0
    #: The number of the first item in its list; None for whole values.
    first_item: int | None = None
    #: Where that list is, such as `$.items[2]`; None for one that lies in no other.
    list: str | None = None


class ObjectsError(Exception):
    """A text of objects cannot be split."""

    def __init__(self, problem: str, advice: str) -> None:
        #: What is wrong and where, and what to do.
        self.problem, self.advice = problem, advice
        super().__init__(f"{problem}; {advice}")


@dataclass
class ObjectText:
    """A text that is being split: all of it, or a list that is an item of a list."""

    #: Takes the module for one call.
    running: Callable[[], AbstractContextManager[Instance]]
    #: What is held of it, from `base` on.
    content: bytes = b""
    base: int = 0
    level: int = 0
    #: Where the list is; None for all of the text.
    list: str | None = None
    #: Cuts whose list has not said what its items are, and those behind them.
    waiting: Cuts = field(default_factory=lambda: [])

    def read(self, source: IO[bytes]) -> Iterator[ObjectDocument]:
        self._begin()
        while part := source.read(PART_BYTES):
            self.content += part
            while part:
                found = self._split(part)
                part = part[found["taken"] :]
                yield from self._documents(found)
                self.content = self.content[found["keep"] - self.base :]
                self.base = found["keep"]
        yield from self._documents(self._split(None))

    def nested(self) -> Iterator[ObjectDocument]:
        """Scripts make lists in lists of several answers of kubectl."""
        self._begin()
        cuts: Cuts = []
        found: Cut = {}
        at = 0
        while at < len(self.content) and "problem" not in found:
            found = self._split(self.content[at : at + PART_BYTES])
            at += found["taken"]
            cuts += found["cuts"]
        if "problem" not in found:
            found = self._split(None)
            cuts += found["cuts"]
        yield from self._documents({**found, "cuts": cuts})

    def _begin(self) -> None:
        with self.running() as instance:
            instance.call_size("splitFrom", self.base, self.level, 0)

    def _split(self, part: bytes | None) -> Cut:
        """Gives the module the next part, or tells it that the text has ended."""
        with self.running() as instance:
            if part is None:
                size = instance.call_size("split", END)
            else:
                size = instance.call("split", part)
            found: Cut = parse(instance.written(size))
            return found

    def _documents(self, found: Cut) -> Iterator[ObjectDocument]:
        for cut in found["cuts"]:
            if "kind" in cut:
                held, self.waiting = self.waiting, []
                for before in held:
                    yield from self._document(before, cut["kind"])
            if "start" not in cut:
                continue
            content = self.content[cut["start"] - self.base : cut["end"] - self.base]
            piece = {**cut, "content": content}
            if "kind" not in cut and ("first" in cut or self.waiting):
                self.waiting.append(piece)
            else:
                yield from self._document(piece, cut.get("kind", ""))
        if "problem" in found:
            raise ObjectsError(found["problem"], found["advice"])

    def _document(self, cut: Cut, kind: str) -> Iterator[ObjectDocument]:
        content, start = cut["content"], cut["start"]
        if "list" in cut:
            place = f"{self.list or '$'}.items[{cut['list']}]"
            inner = ObjectText(self.running, content, start, self.level + 1, place)
            yield from inner.nested()
        elif "first" in cut:
            head = f'{{"kind":{json.dumps(kind, ensure_ascii=False)},"items":['.encode()
            yield ObjectDocument(
                content=b"%b%b]}" % (head, content),
                offset=start,
                prefix=len(head),
                first_item=cut["first"],
                list=self.list,
            )
        else:
            yield ObjectDocument(content=content, offset=start, list=self.list)

