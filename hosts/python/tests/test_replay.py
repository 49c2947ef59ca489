"""Captures, whole and broken."""

import gzip
import io
import json
import unittest
from datetime import timedelta
from pathlib import Path

import plimsoll
from tests.node import BEGIN, CONFIG, PODS, summary

HEADER = f'{{"plimsoll": "capture/1", "kubelet": "v1.35.8", "config": {CONFIG}}}'
EXAMPLES = Path(__file__).parents[3] / "examples"


def record(seconds: int, available: int, more: str = "") -> str:
    now = BEGIN + timedelta(seconds=seconds)
    time = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    return f'{{"time": "{time}"{more}, "summary": {summary(available, now)}}}'


def captured(*lines: str) -> io.BytesIO:
    return io.BytesIO("".join(f"{line}\n" for line in (HEADER, *lines)).encode())


class ReplayTest(unittest.TestCase):
    def test_a_capture_is_replayed(self) -> None:
        problems: list[plimsoll.CaptureProblem] = []
        capture = captured(
            record(0, 500, f', "pods": {PODS}'),
            "not a record",
            "",
            '{"time": "2026-01-02T03:04:10Z", "summary": null, "summaryError": "timed out"}',
            record(10, 50, ', "pods": {"items": 1}'),
            '{"time": "2026-01-02T03:04:20Z", "summary": {"node": 1}}',
            '{"time": "2026-01-02T03:04:21Z"}',
            '{"time": "today", "summary": {}}',
            HEADER,
        )
        steps = list(plimsoll.replay(capture, on_problem=problems.append))
        self.assertEqual(
            [(each.record.line, each.step.action, each.step.missed) for each in steps],
            [(2, "None", False), (5, "None", True), (6, "EvictPod", False)],
        )
        self.assertEqual(steps[1].record.summary_error, "timed out")
        self.assertEqual(
            [str(problem) for problem in problems],
            [
                "line 3 of the capture: { is expected at 0",
                "line 6 of the capture: PodList $.items (byte 10): an array is expected here",
                "line 7 of the capture: Summary $.node (byte 9): an object is expected here",
                "line 8 of the capture: it has neither a summary nor a summaryError nor pods",
                "line 9 of the capture: it has no RFC 3339 time",
                "line 10 of the capture: a second header; give one capture",
            ],
        )

    def test_a_capture_is_replayed_for_its_node_alone(self) -> None:
        def named(text: str, node: str) -> str:
            return text.replace('"worker-3"', f'"{node}"')

        def pods(**nodes: str) -> str:
            items = [
                {
                    "metadata": {"namespace": "shop", "name": name, "uid": str(1 + at)},
                    "spec": {"nodeName": node, "containers": [{"name": "b"}]},
                }
                for at, (name, node) in enumerate(nodes.items())
            ]
            return f', "pods": {json.dumps({"items": items})}'

        problems: list[plimsoll.CaptureProblem] = []
        capture = captured(
            '{"time": "2026-01-02T03:04:00Z", "summary": null'
            f"{pods(modest='n1', greedy='n2')}}}",
            named(record(0, 500), ""),
            named(record(10, 50), "n1"),
            named(record(20, 500, pods(a="n2", b="n3", c="n4", d="n5")), "n1"),
            named(record(30, 500), "n2"),
            named(record(40, 50, pods(modest="n2", greedy="n1")), "n1"),
        )
        steps = list(plimsoll.replay(capture, on_problem=problems.append))
        self.assertEqual(
            [(each.record.line, [pod.name for pod in each.step.evictions]) for each in steps],
            [(2, []), (3, []), (4, ["modest"]), (5, []), (6, []), (7, ["greedy"])],
        )
        self.assertEqual([each.step.missed for each in steps], [True, *[False] * 3, True, False])
        advice = "give the documents of one node"
        self.assertEqual(
            [str(problem) for problem in problems],
            [
                "line 3 of the capture: the PodList is from nodes n1, n2, and no Summary names "
                f"one; {advice}",
                "line 5 of the capture: the PodList is from node n2, n3, n4 and 1 more, and the "
                f"capture is of n1; {advice}",
                f"line 6 of the capture: the Summary is from node n2, and the capture is of n1; "
                f"{advice}",
            ],
        )
        self.assertIsInstance(problems[0].error, plimsoll.OtherNode)

    def test_a_problem_is_raised_when_nobody_listens(self) -> None:
        with self.assertRaisesRegex(plimsoll.CaptureError, "line 2"):
            list(plimsoll.replay(captured("not a record")))

    def test_documents_reach_the_module_as_they_stand(self) -> None:
        text = '{"node": {"memory": {"availableBytes": 1.0e3, "x": 1e999, "x": "\\u00e9"}}}'
        line = f'{{"summary" : {text}, "time": "2026-01-02T03:04:05.123456789123+01:00"}}'
        [found] = plimsoll.read_capture(captured(line))
        self.assertEqual(found.summary, text.encode())
        self.assertEqual(found.time, 1_767_319_445_123_456_789)

    def test_a_capture_that_is_cut_off_counts_until_there(self) -> None:
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb") as writer:
            writer.write(captured(record(0, 500), record(10, 500)).getvalue())
        problems: list[plimsoll.CaptureProblem] = []
        cut = io.BytesIO(packed.getvalue()[:-20])
        steps = list(plimsoll.replay(cut, on_problem=problems.append))
        self.assertLess(len(steps), 3)
        self.assertEqual(len(problems), 1)

    def test_what_is_no_capture_is_refused(self) -> None:
        for text in (b"", b"\n", b"{", b"[]", b'{"plimsoll": "capture/2"}', record(0, 1).encode()):
            with self.subTest(text=text), self.assertRaises(plimsoll.CaptureError):
                plimsoll.read_capture(io.BytesIO(text))
        with self.assertRaises(plimsoll.CaptureError):
            plimsoll.read_capture(io.BytesIO(b"\x1f\x8b\x08 none"))

    # The recording is from a kubelet v1.35.8 that evicted eleven pods: test/recorded/README.md.
    @unittest.skipUnless(EXAMPLES.exists(), "the examples are in Plimsoll's repository")
    def test_the_recorded_kubelet_is_repeated(self) -> None:
        steps = plimsoll.replay(EXAMPLES / "recorded-memory-hard.plimsoll.ndjson.gz")
        evicted = [pod.name for each in steps for pod in each.step.evictions]
        self.assertEqual((len(evicted), evicted[0]), (11, "nightly"))
