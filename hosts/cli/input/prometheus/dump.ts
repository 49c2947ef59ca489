import { ByteParts } from "../../../../analysis/engine/byteParts.ts";
import { CutOff } from "../../../../analysis/read/capture/format.ts";
import {
  AnswerError,
  type AnsweredSeries,
  readAnswer,
} from "../../../../analysis/read/prometheus/answer.ts";
import type { NodeNames } from "../../../../analysis/read/prometheus/nodeNames.ts";
import { SeriesStore } from "../../../../analysis/read/prometheus/store.ts";
import { textChunks } from "../../../system/captureFile.ts";
import { nameOf, withPath } from "../../../system/files.ts";
import { inputFailure } from "../../exitCode.ts";

/** The limit for one file, decompressed. */
const DUMP_BYTES_MAX = 256 * 2 ** 20;

/** What saved answers hold of a node: read once to learn who is who, and once for the samples. */
export async function readDump(paths: readonly string[], names: NodeNames): Promise<SeriesStore> {
  const store = new SeriesStore(names);
  const read: { all: number; ofNode: number } = { all: 0, ofNode: 0 };
  // Standard input cannot be read twice; a single file need not be.
  const held = new Map<string, Uint8Array>();
  const each = async (visit: (series: AnsweredSeries) => void) => {
    for (const path of paths) {
      const bytes = held.get(path) ?? (await dumpBytes(path));
      if (path === "-" || paths.length === 1) held.set(path, bytes);
      visitSeries(path, bytes, visit);
    }
  };
  await each(({ labels }) => names.learn(labels));
  await each((series) => {
    read.all += 1;
    if (store.add(series)) read.ofNode += 1;
  });
  if (read.all > 0 && read.ofNode > 0) return store;
  const files = paths.map(nameOf).join(", ");
  throw inputFailure(
    read.all === 0
      ? `${files}: it contains no series; save answers of queries that return some.`
      : `${files}: none of its ${read.all} series is one that is read of node ${names.node}; ` +
          "check --node, or name the label with --node-label.",
  );
}

function visitSeries(path: string, bytes: Uint8Array, visit: (series: AnsweredSeries) => void) {
  try {
    readAnswer(bytes, visit);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    throw inputFailure(`${nameOf(path)}: ${error.message}; save an answer of query_range.`);
  }
}

async function dumpBytes(path: string): Promise<Uint8Array> {
  const parts = new ByteParts();
  try {
    for await (const chunk of textChunks(path)) {
      parts.add(chunk);
      if (parts.size <= DUMP_BYTES_MAX) continue;
      throw inputFailure(
        `${nameOf(path)}: it has more than 256 MiB; split it by metric or by time.`,
      );
    }
  } catch (error) {
    if (error instanceof CutOff) {
      throw inputFailure(`${nameOf(path)}: its compressed data is truncated; save it again.`);
    }
    throw withPath(error, nameOf(path));
  }
  return parts.take();
}
