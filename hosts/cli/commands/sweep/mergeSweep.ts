import {
  formatMissingShards,
  formatNoneCounted,
} from "../../../../analysis/questions/sweep/leftOut.ts";
import { formatNodeCell } from "../../../../analysis/questions/sweep/nodeCell.ts";
import type { SweepMergeOptions } from "../../../../analysis/questions/sweep/options.ts";
import {
  formatShardEnd,
  formatShardHead,
  WHOLE,
} from "../../../../analysis/questions/sweep/shardLines.ts";
import {
  type JoinedSweep,
  joinShards,
  ShardError,
  type ShardText,
} from "../../../../analysis/questions/sweep/shards.ts";
import { sweepOfFleet } from "../../../../analysis/questions/sweep/sweep.ts";
import { DOCUMENT_BYTES_MAX, nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, inputFailure } from "../../exitCode.ts";
import { printSweep } from "./printSweep.ts";

/** How many cells one write contains. */
const LINES = 1_000;

export async function mergeSweep(
  paths: readonly string[],
  options: SweepMergeOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const texts: ShardText[] = [];
  for (const path of paths) {
    texts.push({ name: nameOf(path), text: await readText(path, io, DOCUMENT_BYTES_MAX) });
  }
  const joined = joinedShards(texts);
  const { output, all = false } = options;
  if (output === "ndjson") return printJoined(joined, io);
  const { head, cells, end, missing, of, duplicates } = joined;
  const sweep = sweepOfFleet(head.axes, cells, { ...end, missing, of, duplicates });
  if (sweep === null && missing.length > 0) throw inputFailure(formatMissingShards(missing, of));
  if (sweep === null) throw inputFailure(formatNoneCounted(end.leftOut));
  await printSweep(sweep, { output, isWhole: all, words }, io);
  if (missing.length > 0) throw new Findings();
}

function joinedShards(texts: readonly ShardText[]): JoinedSweep {
  try {
    return joinShards(texts);
  } catch (error) {
    if (error instanceof ShardError) throw inputFailure(error.message);
    throw error;
  }
}

async function printJoined({ head, cells, end, missing, of }: JoinedSweep, io: Io): Promise<void> {
  if (missing.length > 0) {
    throw inputFailure(formatMissingShards(missing, of));
  }
  await io.stdout.write(`${formatShardHead({ ...head, ...WHOLE })}\n`);
  for (let from = 0; from < cells.length; from += LINES) {
    const lines = cells.slice(from, from + LINES).map((cell) => `${formatNodeCell(cell)}\n`);
    await io.stdout.write(lines.join(""));
  }
  await io.stdout.write(`${formatShardEnd(end)}\n`);
}
