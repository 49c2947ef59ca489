"""Decides as a kubelet under node pressure does, in the kubelet's own words.

The policy is one WebAssembly module that comes with the package. An Engine is one node: a
configuration, a pod list and the state between steps. The package reads no clock: the time of a
step is an argument.
"""

from .capture import Capture, CaptureError, CaptureProblem, Record, read_capture
from .engine import Engine, NodePods, Reclaim, Time
from .fleet import Fleet
from .objects import ObjectDocument, ObjectsError
from .one_node import OtherNode
from .packed import PackableStep, pack_steps
from .refused import Discarded, Finding, InUse, Refused, Status, TurnPassed
from .replay import ReplayedStep, replay
from .step import Admission, Eviction, Step, StepPassed
from .sweep import LeftOut, sweep

__all__ = [
    "Admission",
    "Capture",
    "CaptureError",
    "CaptureProblem",
    "Discarded",
    "Engine",
    "Eviction",
    "Finding",
    "Fleet",
    "InUse",
    "LeftOut",
    "NodePods",
    "ObjectDocument",
    "ObjectsError",
    "OtherNode",
    "PackableStep",
    "Reclaim",
    "Record",
    "Refused",
    "ReplayedStep",
    "Status",
    "Step",
    "StepPassed",
    "Time",
    "TurnPassed",
    "pack_steps",
    "read_capture",
    "replay",
    "sweep",
]
