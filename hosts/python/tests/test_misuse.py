"""Calls at the wrong time, from the wrong thread, with the wrong things."""

import io
import tempfile
import unittest
import warnings
from collections.abc import Callable
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

import plimsoll
from plimsoll import Engine, Fleet, InUse, Refused, Status, TurnPassed
from tests.node import BEGIN, CONFIG, PODS, engine, summary
from tests.test_engine import FULL, disk_engine


def verbs_of(node: Engine) -> dict[str, Callable[[], object]]:
    """All ways to call an engine."""
    return {
        "configure": lambda: node.configure(CONFIG),
        "pods": lambda: node.pods(PODS),
        "pods_of_node": lambda: node.pods_of_node(PODS, "n1"),
        "split_objects": lambda: list(node.split_objects(io.BytesIO(b"{}"))),
        "observe": lambda: node.observe(FULL, BEGIN),
        "missed": lambda: node.missed(BEGIN),
        "admit": lambda: node.admit({"spec": {}}),
        "report": node.report,
        "save": node.save,
        "restore": lambda: node.restore(b""),
        "freeze": node.freeze,
        "thaw": lambda: node.thaw(b""),
    }


class MisuseTest(unittest.TestCase):
    def expect_each(self, calls: dict[str, Callable[[], object]], error: Any) -> None:
        for name, call in calls.items():
            with self.subTest(name), self.assertRaises(error):
                call()

    def test_an_engine_serves_one_thread_at_a_time(self) -> None:
        node = engine()
        unexpected: list[object] = []

        def observe() -> None:
            for _ in range(100):
                try:
                    conditions = node.observe(summary(50, BEGIN), BEGIN).conditions
                    if conditions != ["MemoryPressure"]:
                        unexpected.append(conditions)
                except InUse:
                    pass
                except Exception as error:
                    unexpected.append(error)

        threads = [Thread(target=observe) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(unexpected, [])

    def test_a_reclaim_calls_nothing_of_its_engine(self) -> None:
        node = disk_engine()

        def reclaim(_: object) -> str:
            self.expect_each(verbs_of(node), InUse)
            return FULL

        step = node.observe(FULL, BEGIN, reclaim)
        self.assertEqual((step.number, step.decision["reclaimSufficient"]), (1, False))

    def test_an_engine_of_a_fleet_is_the_nodes_for_its_turn_only(self) -> None:
        fleet = Fleet(CONFIG)
        with fleet.turn("a") as kept:
            kept.pods(PODS)
            step = kept.observe(summary(50, BEGIN), BEGIN)
        with fleet.turn("b"):
            self.expect_each(verbs_of(kept), TurnPassed)
            self.expect_each({"detail": lambda: step.detail(1)}, TurnPassed)
        for name, number in (("a", 1), ("b", 0)):
            with fleet.turn(name) as node:
                self.assertEqual(node.missed(BEGIN).number, number)

    def test_a_turn_inside_a_turn_is_an_error(self) -> None:
        fleet = Fleet(CONFIG)
        with fleet.turn("a") as node:
            node.observe(summary(50, BEGIN), BEGIN)
            for name in ("a", "b"):
                with self.assertRaises(InUse), fleet.turn(name):
                    pass
            self.assertEqual(node.missed(BEGIN).number, 1)
            fleet.forget("a")
        with fleet.turn("a") as node:
            self.assertEqual(node.missed(BEGIN).number, 0)

    def test_what_is_no_document_is_said(self) -> None:
        node = engine()
        cases: list[tuple[str, Callable[[], object]]] = [
            ("of type NoneType", lambda: node.pods(None)),  # type: ignore[arg-type]
            ("of type list", lambda: node.pods([])),  # type: ignore[arg-type]
            ("call missed", lambda: node.observe(None, BEGIN)),  # type: ignore[arg-type]
            ("bytes that save", lambda: node.restore({})),  # type: ignore[arg-type]
            ("bytes that save", lambda: node.thaw("")),  # type: ignore[arg-type]
            ("list of names", lambda: Engine({}, replaced_by_flags="evictionHard")),
        ]
        for said, call in cases:
            with self.subTest(said), self.assertRaisesRegex(TypeError, said):
                call()

    def test_what_is_no_time_is_said(self) -> None:
        node = engine()
        for now in (None, True, 1.5, "2026-01-02", date(2026, 1, 2)):
            with self.subTest(now=now), self.assertRaisesRegex(TypeError, "a time is a datetime"):
                node.missed(now)  # type: ignore[arg-type]

    def test_a_detail_of_more_than_32_bits_is_refused(self) -> None:
        step = engine().observe(summary(50, BEGIN), BEGIN)
        for detail in (2**32, 2**32 + 1, -1, 3):
            with self.subTest(detail=detail), self.assertRaises(Refused) as caught:
                step.detail(detail)
            self.assertEqual(caught.exception.status, Status.InvalidArgument)

    def test_a_question_names_a_pod_or_a_signal(self) -> None:
        step = engine().observe(summary(50, BEGIN), BEGIN)
        for names in ({}, {"name": "greedy"}, {"namespace": "shop"}):
            with self.subTest(names=names), self.assertRaises(ValueError):
                step.explain(**names)
        ranked = step.explain(signal="pid.available")
        self.assertEqual(ranked["rankingSignal"], "pid.available")

    def test_options_that_are_given_reach_the_module(self) -> None:
        empty = Engine({}, layout={}).policy["layout"]
        self.assertEqual(empty, {"dedicatedImageFs": False, "splitContainerFs": False})
        self.assertIsNone(Engine({}).policy["layout"])

    def test_a_file_of_text_is_no_capture(self) -> None:
        for source in (io.StringIO("{}"), b"{}"):
            with self.subTest(source=source), self.assertRaisesRegex(TypeError, "binary mode"):
                plimsoll.read_capture(source)  # type: ignore[arg-type]

    def test_files_are_closed(self) -> None:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error", ResourceWarning)
            path = Path(folder, "capture")
            path.write_text("{}")
            with self.assertRaises(plimsoll.CaptureError):
                plimsoll.read_capture(path)
            path.write_text('{"plimsoll": "capture/1"}\n')
            capture = plimsoll.read_capture(path)
            capture.close()
            self.assertTrue(capture._opened is not None and capture._opened.closed)


if __name__ == "__main__":
    unittest.main()
