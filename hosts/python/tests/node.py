"""The documents of a node with 1000 MiB of memory and two pods; greedy exceeds its request."""

import json
from datetime import datetime, timezone

from plimsoll import Engine

MEBIBYTE = 2**20
BEGIN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
CONFIG = '{"evictionHard": {"memory.available": "100Mi"}}'


def _pod(name: str, uid: str, container: str, request: str) -> object:
    return {
        "metadata": {"namespace": "shop", "name": name, "uid": uid},
        "spec": {
            "containers": [{"name": container, "resources": {"requests": {"memory": request}}}]
        },
        "status": {"phase": "Running"},
    }


PODS = json.dumps(
    {
        "kind": "PodList",
        "apiVersion": "v1",
        "items": [_pod("modest", "1", "a", "500Mi"), _pod("greedy", "2", "b", "10Mi")],
    }
)


def summary(available_mebibytes: int, at: datetime) -> str:
    """A Summary of that node with this many MiB available, at a time."""
    time = at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def memory(mebibytes: int) -> object:
        return {"time": time, "workingSetBytes": mebibytes * MEBIBYTE}

    def pod(name: str, uid: str, container: str, used: int) -> object:
        return {
            "podRef": {"namespace": "shop", "name": name, "uid": uid},
            "memory": memory(used),
            "containers": [{"name": container, "memory": memory(used)}],
        }

    node = {
        "nodeName": "worker-3",
        "memory": {
            "time": time,
            "availableBytes": available_mebibytes * MEBIBYTE,
            "workingSetBytes": (1000 - available_mebibytes) * MEBIBYTE,
        },
    }
    pods = [pod("modest", "1", "a", 300), pod("greedy", "2", "b", 200)]
    return json.dumps({"node": node, "pods": pods})


def engine() -> Engine:
    """With the node's configuration and pods."""
    created = Engine(CONFIG)
    assert created.pods(PODS) == 2
    return created
