"""Holds the records of a capture to one node: the one that the first Summary names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from .capture import Record
from .engine import Engine

#: As a kubelet writes it; reading half a megabyte takes a thousand times as long.
NODE_NAME_FIRST = re.compile(rb'\s*\{\s*"node"\s*:\s*\{\s*"nodeName"\s*:\s*"([^"\\]+)"')
NO_PODS = b'{"items":[]}'
NODES_NAMED = 3
ADVICE = "give the documents of one node"


class OtherNode(Exception):
    """A document of a capture belongs to another node than those before it."""

    def __init__(self, document: str, node: str | None, others: list[str]) -> None:
        named = ", ".join(others[:NODES_NAMED])
        more = len(others) - NODES_NAMED
        if more > 0:
            named += f" and {more} more"
        super().__init__(
            f"the {document} is from nodes {named}, and no Summary names one; {ADVICE}"
            if node is None
            else f"the {document} is from node {named}, and the capture is of {node}; {ADVICE}"
        )
        #: Summary or PodList.
        self.document = document
        #: The node that the capture is of; None while no Summary has named it.
        self.node = node
        #: The nodes that the document is of.
        self.others = others


class OneNode:
    def __init__(self) -> None:
        self._name: str | None = None
        # A list that came before anything named the node, and its nodes.
        self._early: bytes | None = None
        self._early_nodes: list[str] = []

    def documents(
        self, engine: Engine, record: Record, problem: Callable[[Exception], None]
    ) -> tuple[bytes | None, bytes | None]:
        """The Summary and the pods of a record that are the node's.

        A Summary of another node counts as one that could not be read. Without pods the list before
        stays in force.
        """
        name = None if record.summary is None else node_of_summary(record.summary)
        if name is not None and self._name is not None and name != self._name:
            problem(OtherNode("Summary", self._name, [name]))
            return None, None
        self._name = self._name or name
        return record.summary, self._pods(engine, record, problem)

    def _pods(
        self, engine: Engine, record: Record, problem: Callable[[Exception], None]
    ) -> bytes | None:
        pods = record.pods
        if self._name is None:
            if pods is not None:
                self._early, self._early_nodes = pods, engine.pods_of_node(pods, "").other_nodes
            if record.summary is None or len(self._early_nodes) < 2:
                return pods
            # Whose pods a list of several nodes has is not known before a Summary has named one.
            problem(OtherNode("PodList", None, self._early_nodes))
            return NO_PODS
        if pods is None:
            pods = self._early
        self._early = None
        if pods is None:
            return None
        found = engine.pods_of_node(pods, self._name)
        if found.named == 0 and found.other_nodes:
            problem(OtherNode("PodList", self._name, found.other_nodes))
            return None
        return found.pods


def node_of_summary(summary: bytes) -> str | None:
    """The name that a Summary gives its node; what is wrong with a Summary, the engine says."""
    found = NODE_NAME_FIRST.match(summary)
    if found is not None:
        return found.group(1).decode(errors="replace")
    try:
        name = json.loads(summary)["node"]["nodeName"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return None
    return name if isinstance(name, str) and name else None
