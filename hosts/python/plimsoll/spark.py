"""A fleet's captures on Spark: `pip install 'plimsoll[spark]'`.

A node's captures are one group, which one task takes in the order of time, so the partitioning
changes no answer. The cells are those of `plimsoll sweep --output ndjson`, byte for byte.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .capture import CaptureError, read_capture
from .cells import format_time
from .documents import Document
from .one_node import node_of_summary
from .replay import replay as replay_capture
from .sweep import LeftOut
from .sweep import sweep as sweep_node

CAPTURES = "node string, start bigint, path string, content binary, error string"
CELL = (
    "node string, settings map<string,string>, `from` string, `to` string, steps bigint, "
    "missed bigint, conditionNanoseconds map<string,bigint>, "
    "evictions map<string,map<string,bigint>>, podsEvicted bigint, firstEviction string, "
    "hardHeadroom map<string,bigint>, softHeadroom map<string,bigint>, chain string, "
    "refusal string, unknownAfter struct<time: string, pod: string>"
)
STEPS = (
    "node string, path string, time string, step bigint, action string, nodeConditions "
    "array<string>, evictions bigint, digest string, decision string, error string"
)
STEP_COLUMNS = [column.split()[0] for column in STEPS.split(", ")]
#: What no record can begin before, for a capture without one.
NO_TIME = -(2**63)


def captures(spark: SparkSession, path: str) -> DataFrame:
    """The captures in a folder, also in object storage: a row for each file.

    `node` and `start` are read from each file; `error` says why a file is not a capture.
    """
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
    return files.select("path", "content").mapInPandas(_opened, CAPTURES)


def _opened(batches: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    for batch in batches:
        rows = [_opened_file(row.path, row.content) for row in batch.itertuples()]
        yield pd.DataFrame(rows, columns=["node", "start", "path", "content", "error"])


def _opened_file(path: str, content: bytes) -> tuple[str, int, str, bytes, str | None]:
    name = path.rsplit("/", 1)[-1]
    try:
        capture = read_capture(io.BytesIO(content))
        node, start = capture.header.get("node"), NO_TIME
        for record in capture:
            start = record.time if start == NO_TIME else start
            if node is None and record.summary is not None:
                node = node_of_summary(record.summary)
            if node is not None:
                break
        return node or name, start, path, content, None
    except (CaptureError, OSError) as error:
        return name, NO_TIME, path, content, str(error)


def sweep(df: DataFrame, vary: Mapping[str, Sequence[str]]) -> DataFrame:
    """A row for each node and configuration, of the rows that `captures` returns.

    `line` is the cell as `plimsoll sweep` prints it, and the other columns are its members. A
    capture that is left out is a row with `path` and `error`, and without a line.
    """
    settings = {name: list(values) for name, values in vary.items()}

    def cells(group: pd.DataFrame) -> pd.DataFrame:
        rows: list[tuple[str | None, str | None, str | None]] = []
        whole, errors = _in_time(group)
        rows += [(None, path, error) for path, error in errors]
        left_out: list[LeftOut] = []
        sources = [(row.path, io.BytesIO(row.content)) for row in whole]
        node = str(group["node"].iloc[0])
        lines = sweep_node(sources, settings, node=node, left_out=left_out)
        rows += [(line, None, None) for line in lines]
        rows += [(None, each.capture, each.reason) for each in left_out]
        return pd.DataFrame(rows, columns=["line", "path", "error"])

    found = df.groupBy("node").applyInPandas(cells, "line string, path string, error string")
    parsed = found.withColumn("cell", F.from_json("line", CELL))
    return parsed.select("line", "path", "error", "cell.*")


def _in_time(group: pd.DataFrame) -> tuple[list[Any], list[tuple[str, str]]]:
    """The captures in the order of time, and those that cannot be read.

    Rows may come in any order, and a file twice: then one of them overlaps.
    """
    ordered = group.sort_values(["start", "path"])
    whole = [row for row in ordered.itertuples() if row.error is None]
    errors = [(row.path, row.error) for row in ordered.itertuples() if row.error is not None]
    return whole, errors


def replay(df: DataFrame, config: Document | None = None) -> DataFrame:
    """A row for each step, of the rows that `captures` returns, one capture at a time.

    Without `config`, the configuration in the header of each capture decides.
    """

    def steps(batches: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        for batch in batches:
            for row in batch.itertuples():
                yield pd.DataFrame(_steps(row, config), columns=STEP_COLUMNS)

    return df.mapInPandas(steps, STEPS)


def _steps(row: Any, config: Document | None) -> list[tuple[Any, ...]]:
    blank = (None,) * 7
    if row.error is not None:
        return [(row.node, row.path, *blank, row.error)]
    taken: list[tuple[Any, ...]] = []
    try:
        for each in replay_capture(io.BytesIO(row.content), config):
            step = each.step
            counts = (step.action, step.conditions, len(step.evictions), step.digest)
            decision = json.dumps(step.decision, default=str)
            time = format_time(each.record.time)
            taken.append((row.node, row.path, time, step.number, *counts, decision, None))
    except Exception as error:  # One broken capture of thousands must not end the job.
        return [(row.node, row.path, *blank, str(error))]
    return taken


def advise(cells: DataFrame) -> DataFrame:
    """The configurations of a sweep over all nodes, the best first.

    The best evicts the fewest pods, then has the least time under pressure. `nodes` counts the
    nodes with a cell, `refused` those whose kubelet would not start, and `unknown` those whose
    recording goes on without a pod that the configuration spares: they have no counts.
    """
    counted = cells.where(F.col("line").isNotNull())
    is_refused = F.col("refusal").isNotNull()
    is_unknown = F.col("unknownAfter").isNotNull()
    pressure = F.aggregate(
        F.map_values("conditionNanoseconds"), F.lit(0).cast("decimal(38,0)"), _add
    )
    # A group cannot have a map as its key, so its text is the key.
    grouped = counted.withColumn("named", F.to_json("settings")).groupBy("named")
    return (
        grouped.agg(
            F.count("*").alias("nodes"),
            F.sum(is_refused.cast("bigint")).alias("refused"),
            F.sum(is_unknown.cast("bigint")).alias("unknown"),
            F.sum(_known(F.col("podsEvicted"), is_unknown)).alias("podsEvicted"),
            F.sum(_known(pressure, is_unknown)).alias("pressureNanoseconds"),
        )
        .withColumn("settings", F.from_json("named", "map<string,string>"))
        .orderBy("refused", "unknown", "podsEvicted", "pressureNanoseconds", "named")
        .select("settings", "nodes", "refused", "unknown", "podsEvicted", "pressureNanoseconds")
    )


def _known(amount: Any, is_unknown: Any) -> Any:
    return F.when(is_unknown, F.lit(0)).otherwise(F.coalesce(amount, F.lit(0)))


def _add(sum_: Any, more: Any) -> Any:
    return (sum_ + more).cast("decimal(38,0)")
