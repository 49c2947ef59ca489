"""A sweep counts what a replay decides, and prints what the command line prints."""

import gzip
import io
import json
import subprocess
import unittest
from pathlib import Path

import plimsoll
from plimsoll.cells import CHAIN_PRIME, CHAIN_SIZE
from plimsoll.packed import packed_after, packed_count
from tests.node import BEGIN, CONFIG, PODS, summary

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.plimsoll.ndjson.gz"))
COMMAND = ROOT / "dist" / "plimsoll.mjs"
VARY = {
    "evictionHard.memory.available": ["100Mi", "1Gi", "101%"],
    "evictionPressureTransitionPeriod": ["30s", "5m"],
}


def lines_of(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines()


class SweepTest(unittest.TestCase):
    def test_counts_what_a_replay_decides(self) -> None:
        for path in EXAMPLES:
            header = json.loads(lines_of(path)[0])
            member = {"evictionPressureTransitionPeriod": "30s"}
            config = {**header.get("config", {}), **member}
            steps = [each.step for each in plimsoll.replay(path, config)]
            chain = 0
            for step in steps:
                chain = (chain * CHAIN_PRIME + int(step.digest, 16)) % CHAIN_SIZE
            vary = {name: [value] for name, value in member.items()}
            (line,) = plimsoll.sweep([("", path)], vary)
            cell = json.loads(line)
            with self.subTest(path.name):
                self.assertEqual(cell["steps"], len(steps))
                self.assertEqual(cell["chain"], f"{chain:016x}")
                uids = {pod.uid for step in steps for pod in step.evictions}
                self.assertEqual(cell["podsEvicted"], len(uids))

    @unittest.skipUnless(COMMAND.exists(), "the command line is not built: npm run build")
    def test_prints_what_the_command_line_prints(self) -> None:
        vary = [f"--vary={name}={','.join(values)}" for name, values in VARY.items()]
        for path in EXAMPLES:
            command = ["node", COMMAND, "sweep", path, *vary, "--output", "ndjson"]
            printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
            cells = [line for line in printed.splitlines() if "sweep-cell/1" in line]
            with self.subTest(path.name):
                self.assertEqual(list(plimsoll.sweep([("", path)], VARY)), cells)

    def test_counts_captures_of_one_node_as_one_history(self) -> None:
        path = ROOT / "examples" / "memory-leak.plimsoll.ndjson.gz"
        header, *records = lines_of(path)
        # The second capture begins with the pods that are in force, as a recorder writes it.
        again = {**json.loads(records[40]), "pods": json.loads(records[0])["pods"]}
        parts = [records[:40], [json.dumps(again).encode(), *records[41:]]]
        sources = [("", io.BytesIO(b"\n".join([header, *part]))) for part in parts]
        self.assertEqual(
            list(plimsoll.sweep(sources, VARY)), list(plimsoll.sweep([("", path)], VARY))
        )

    def test_leaves_out_a_capture_that_cannot_be_read(self) -> None:
        path = ROOT / "examples" / "memory-leak.plimsoll.ndjson.gz"
        cut = io.BytesIO(path.read_bytes()[:9000])
        left_out: list[plimsoll.LeftOut] = []
        sources = [("whole", path), ("cut", cut), ("again", path)]
        lines = list(plimsoll.sweep(sources, VARY, left_out=left_out))
        self.assertEqual(lines, list(plimsoll.sweep([("", path)], VARY)))
        self.assertEqual([each.capture for each in left_out], ["cut", "again"])
        with self.assertRaises(plimsoll.CaptureError):
            list(plimsoll.sweep([("text", io.BytesIO(b"nothing"))], VARY))


class StepsTest(unittest.TestCase):
    def test_many_steps_leave_the_state_of_single_ones(self) -> None:
        single, many = plimsoll.Engine(CONFIG), plimsoll.Engine(CONFIG)
        single.pods(PODS)
        many.pods(PODS)
        steps = []
        for turn in range(4):
            now = int(BEGIN.timestamp()) * 10**9 + turn * 10**10
            text = summary(90 + turn, BEGIN).encode()
            single.observe(text, now)
            frozen = single.freeze_summary()
            steps.append(plimsoll.PackableStep(now, frozen if turn % 2 else text))
        packed = plimsoll.pack_steps(steps)
        self.assertEqual(packed_count(packed_after(packed, 3)), 1)
        taken, answer = many.steps(packed)
        self.assertEqual((taken, answer["steps"]), (4, 4))
        self.assertEqual(many.save(), single.save())

    def test_what_is_not_packed_is_refused(self) -> None:
        with self.assertRaises(plimsoll.Refused):
            plimsoll.Engine(CONFIG).steps(b"{}")
