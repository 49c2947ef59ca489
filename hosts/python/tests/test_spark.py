"""Cells in Spark are those of the command line, whatever the partitions.

Runs with `python -m unittest tests.test_spark` where the extra `spark` and a Java are installed.
"""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import plimsoll

try:
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    from plimsoll import spark as fleet
except ImportError:
    SparkSession = None  # type: ignore[assignment, misc]

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ["memory-leak", "two-signals", "recorded-memory-hard", "fork-bomb"]
VARY = {"evictionHard.memory.available": ["100Mi", "1Gi"]}
IS_MISSING = SparkSession is None or shutil.which("java") is None


@unittest.skipIf(IS_MISSING, "Spark is not installed: pip install 'plimsoll[spark]', and a Java")
class SparkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        for name in NAMES:
            source = EXAMPLES / f"{name}.plimsoll.ndjson.gz"
            (cls.folder / source.name).write_bytes(source.read_bytes())
        # The workers are of this environment, too.
        os.environ["PYSPARK_PYTHON"] = sys.executable
        (cls.folder / "broken.ndjson").write_text("{}\n")
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.log.level", "ERROR")
            .getOrCreate()
        )

    @classmethod
    def tearDownClass(cls) -> None:
        cls.spark.stop()
        shutil.rmtree(cls.folder)

    def captures(self):  # type: ignore[no-untyped-def]
        """Each file as a node of its own name: the examples share theirs."""
        rows = fleet.captures(self.spark, str(self.folder))
        return rows.withColumn("node", F.element_at(F.split("path", "/"), -1))

    def expected(self) -> list[str]:
        paths = [self.folder / f"{name}.plimsoll.ndjson.gz" for name in NAMES]
        return sorted(
            line
            for path in paths
            for line in plimsoll.sweep([("", path)], VARY, node=path.name)
        )

    def lines(self, rows) -> list[str]:  # type: ignore[no-untyped-def]
        found = fleet.sweep(rows, VARY).where("line is not null").select("line").collect()
        return sorted(row.line for row in found)

    def test_cells_are_the_same_in_any_order_and_partition(self) -> None:
        expected = self.expected()
        self.assertEqual(self.lines(self.captures()), expected)
        shuffled = self.captures().orderBy(F.rand(seed=1)).repartition(5)
        self.assertEqual(self.lines(shuffled), expected)

    def test_a_capture_given_twice_is_left_out_and_named(self) -> None:
        rows = self.captures()
        found = fleet.sweep(rows.union(rows), VARY).collect()
        self.assertEqual(sorted(row.line for row in found if row.line), self.expected())
        reasons = [row.error for row in found if row.error]
        self.assertEqual(len([each for each in reasons if "overlaps" in each]), len(NAMES))
        broken = [row for row in found if row.path and row.path.endswith("broken.ndjson")]
        self.assertEqual(len(broken), 2)

    def test_columns_have_the_members_of_a_cell(self) -> None:
        rows = fleet.sweep(self.captures(), VARY).where("node = 'memory-leak.plimsoll.ndjson.gz'")
        first = rows.orderBy("settings.`evictionHard.memory.available`").collect()[0]
        self.assertEqual(first.settings, {"evictionHard.memory.available": "100Mi"})
        self.assertEqual(first.podsEvicted, 1)
        self.assertEqual(first.conditionNanoseconds, {"MemoryPressure": 300 * 10**9})

    def test_advice_is_the_configuration_that_evicts_fewest_pods_as_far_as_known(self) -> None:
        rows = fleet.advise(fleet.sweep(self.captures(), VARY)).collect()
        best, *_ = rows
        self.assertEqual((best.nodes, best.refused, best.unknown), (len(NAMES), 0, 0))
        known = [row.podsEvicted for row in rows if row.unknown == 0]
        self.assertEqual(best.podsEvicted, min(known))
        # It spares a pod that was evicted, and the recording says nothing of what follows.
        least = [row for row in rows if row.settings["evictionHard.memory.available"] == "100Mi"]
        self.assertEqual([row.unknown > 0 for row in least], [True])

    def test_a_replay_has_the_digest_of_each_step(self) -> None:
        rows = fleet.replay(self.captures()).where("error is null").select("path", "digest")
        found = rows.collect()
        for name in NAMES:
            file = f"{name}.plimsoll.ndjson.gz"
            digests = [each.step.digest for each in plimsoll.replay(self.folder / file)]
            self.assertEqual([row.digest for row in found if row.path.endswith(file)], digests)
