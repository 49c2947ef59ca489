import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { PACK, type PackOptions } from "../../../../analysis/questions/capture/options.ts";
import type { CaptureHeader, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { withoutRepeatedPods } from "../../../../analysis/read/capture/repeatedPods.ts";
import { leftOutWords } from "../../../../analysis/read/objects/nodePods.ts";
import { OneNode } from "../../../../analysis/read/objects/oneNode.ts";
import { formatNames } from "../../../../analysis/text/names.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { commandOf } from "../../command.ts";
import { inputFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { refuseOtherNodes } from "../../input/steps.ts";
import { printNotes } from "../../notes.ts";
import { openSink, withConfiguration } from "./sink.ts";
import { configurationOf, printWritten } from "./written.ts";

export function packCommand(io: Io): Command {
  return commandOf(PACK, ({ directory }, options) => runPack(directory, options, io));
}

async function runPack(directory: string | undefined, options: PackOptions, io: Io): Promise<void> {
  const files = directory === undefined ? options : await pairsOf(directory, io);
  const configuration = await configurationOf(options, io);
  const capture = await openNamedCapture(undefined, files, io);
  if (options.node !== undefined && options.node !== (capture.node ?? options.node)) {
    throw inputFailure(
      `--node ${options.node}: the Summaries are from node ${capture.node}; name that one.`,
    );
  }
  const node = options.node ?? capture.node;
  const records = await ofOneNode(capture, io);
  const header: CaptureHeader = {
    plimsoll: "capture/1",
    ...(node === undefined ? {} : { node }),
    ...(options.kubeletVersion === undefined ? {} : { kubelet: options.kubeletVersion }),
  };
  const sink = await openSink(options.out, withConfiguration(header, configuration), io);
  for (const record of withoutRepeatedPods(records)) await sink.record(record);
  await sink.close();
  await printWritten(options.out, records.length, io);
}

/** A capture belongs to one node: it has only its pods, and no Summary of another node. */
async function ofOneNode({ name, records }: NamedCapture, io: Io): Promise<CaptureRecord[]> {
  const engine = new EvictionEngine(await loadModule("eviction"));
  const node = new OneNode();
  const held: CaptureRecord[] = [];
  let said: string | null = null;
  for await (const given of records) {
    const { record, problems } = node.take(engine, given);
    refuseOtherNodes(name, { line: record.line, problems });
    held.push(record);
    said ??= leftOutWords(node.leftOut);
  }
  if (said !== null) await printNotes([`${said}.`], io);
  return held;
}

const NAMES_SHOWN = 5;

/** The pairs of a directory, in the order of their names. */
async function pairsOf(directory: string, io: Io): Promise<{ summary: string[]; pods: string[] }> {
  const names = (await readdir(directory)).sort();
  const summaries = names.filter((name) => name.includes("summary"));
  const pods = summaries.map((name) => name.replace("summary", "pods"));
  const missing = pods.findIndex((name) => !names.includes(name));
  if (summaries.length === 0) {
    throw inputFailure(`${directory}: no file there has "summary" in its name; name the files.`);
  }
  if (missing >= 0) {
    throw inputFailure(
      `${join(directory, summaries[missing] ?? "")}: ${pods[missing]} is missing next to it; ` +
        "add the PodList, or name the files with --summary and --pods.",
    );
  }
  const left = names.filter((name) => !summaries.includes(name) && !pods.includes(name));
  if (left.length > 0) {
    const names = formatNames(left, { max: NAMES_SHOWN });
    await printNotes([`Left out, because they are not part of a pair: ${names}.`], io);
  }
  return {
    summary: summaries.map((name) => join(directory, name)),
    pods: pods.map((name) => join(directory, name)),
  };
}
