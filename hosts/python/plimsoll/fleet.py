"""Many nodes on one engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import Any

from .documents import Document
from .engine import Engine
from .refused import InUse


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
        #: The thread whose turn it is.
        self._turn_of: int | None = None
        self._engine = Engine(config, **options)
        self._first = _Node(self._engine._configuration, self._engine.freeze())
        self._nodes: dict[str, _Node] = {}

    @contextmanager
    def turn(self, node: str) -> Iterator[Engine]:
        """The engine as this node's last turn left it; the node keeps what the verbs changed.

        A node that is not known begins without pods. `configure` gives a node another
        configuration permanently. The engine is the node's inside the `with` only; afterwards it
        raises TurnPassed. Threads wait for each other; a turn inside a turn of the same thread
        raises InUse.
        """
        if self._turn_of == get_ident():
            raise InUse("a turn of this thread goes on; end it before the next one")
        with self._lock:
            self._turn_of = get_ident()
            try:
                yield from self._turn(node)
            finally:
                self._turn_of = None

    def _turn(self, node: str) -> Iterator[Engine]:
        if self._engine._instance.discarded is not None:
            self._engine = Engine(self._config, **self._options)
        engine = self._engine
        first = _Node(self._first.configuration, self._first.pods)
        known = self._nodes.setdefault(node, first)
        _enter(engine, known)
        # One that is kept after the turn answers nothing about the next node.
        lent = copy(engine)
        try:
            yield lent
        finally:
            # A verb that another thread still runs ends first.
            with engine._instance.running:
                lent._is_over = True
                engine.policy, engine.warnings = lent.policy, lent.warnings
                engine._configuration = lent._configuration
                if engine._instance.discarded is None:
                    _leave(lent, known)

    def forget(self, node: str) -> None:
        """Drops a node; its next turn is the first one again."""
        self._nodes.pop(node, None)


def _enter(engine: Engine, node: _Node) -> None:
    if node.state is None or engine._configuration != node.configuration:
        engine._configure(node.configuration)
    engine.thaw(node.pods)
    engine._pods_touched = False
    if node.state is not None:
        engine.restore(node.state)


def _leave(engine: Engine, node: _Node) -> None:
    """Stores the result of the turn, all of it or nothing."""
    pods = engine._freeze() if engine._pods_touched else node.pods
    node.state, node.pods, node.configuration = engine._save(), pods, engine._configuration
