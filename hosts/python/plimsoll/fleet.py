"""Many nodes on one engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

from .documents import Document
from .engine import Engine


@dataclass
class _Node:
    configuration: bytes
    pods: bytes
    #: None before the first turn.
    state: bytes | None = None


class Fleet:
    """Many nodes of one owner on one engine; it may be used by many threads.

    Between its turns a node is its state (2 KiB) and its frozen pod list, some 160 KB at 110 pods.
    Takes what Engine takes.
    """

    def __init__(self, config: Document, **options: Any) -> None:
        self._config, self._options = config, options
        self._lock = Lock()
        self._engine = Engine(config, **options)
        self._first = _Node(self._engine._configuration, self._engine.freeze())
        self._nodes: dict[str, _Node] = {}

    @contextmanager
    def turn(self, node: str) -> Iterator[Engine]:
        """The engine as this node's last turn left it; the node keeps what the verbs changed.

        A node that is not known begins without pods. `configure` gives a node another
        configuration for good. The engine is the node's inside the `with` only.
        """
        with self._lock:
            if self._engine._instance.discarded is not None:
                self._engine = Engine(self._config, **self._options)
            engine = self._engine
            known = self._nodes.get(node, self._first)
            self._enter(engine, known)
            try:
                yield engine
            finally:
                # A step of this turn is not to be asked about in the next.
                engine._calls += 1
                if engine._instance.discarded is None:
                    pods = engine.freeze() if engine._pods_touched else known.pods
                    self._nodes[node] = _Node(engine._configuration, pods, engine.save())

    def forget(self, node: str) -> None:
        """Drops a node; its next turn is the first one again."""
        with self._lock:
            self._nodes.pop(node, None)

    @staticmethod
    def _enter(engine: Engine, node: _Node) -> None:
        if node.state is None or engine._configuration != node.configuration:
            engine._configure(node.configuration)
        engine.thaw(node.pods)
        engine._pods_touched = False
        if node.state is not None:
            engine.restore(node.state)
