import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { sameBytes } from "../../../../analysis/engine/sameBytes.ts";
import type { CaptureHeader, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { isVersion } from "../../../../analysis/read/capture/header.ts";
import { leftOutWords } from "../../../../analysis/read/objects/nodePods.ts";
import { OneNode } from "../../../../analysis/read/objects/oneNode.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { addPairOptions, openNamedCapture } from "../../input/capture.ts";
import type { CaptureOptions, NamedCapture } from "../../input/namedCapture.ts";
import { refuseOtherNodes } from "../../input/steps.ts";
import { printNotes } from "../../notes.ts";
import { addWriteOptions, configurationOf, printWritten, type WriteOptions } from "./options.ts";
import { openSink, withConfiguration } from "./sink.ts";

interface PackOptions extends WriteOptions, CaptureOptions {
  readonly node?: string;
  readonly kubelet?: string;
}

const EXAMPLES = `
Examples:
  plimsoll capture pack --summary s.json --pods p.json --out worker-3.plimsoll.ndjson.gz
  plimsoll capture pack ./collected --config kubelet.yaml --out worker-3.plimsoll.ndjson.gz

In a directory every file with "summary" in its name belongs to the one that has "pods" there
instead. The records come in the order of the times inside the Summaries.`;

export function packCommand(io: Io): Command {
  const command = new Command("pack")
    .summary("make a capture from /stats/summary documents and pod lists")
    .description("Makes a capture from /stats/summary documents and pod lists.")
    .argument("[directory]", "a directory with pairs of both")
    .addHelpText("after", EXAMPLES);
  addPairOptions(command)
    .option("--node <name>", "the node's name, for the header")
    .addOption(
      new Option("--kubelet <version>", "the kubelet's version, for the header: v1.35.2").argParser(
        versionOf,
      ),
    );
  return addWriteOptions(command).action((directory: string | undefined, options: PackOptions) =>
    runPack(directory, options, io),
  );
}

function versionOf(text: string): string {
  if (isVersion(text)) return text;
  throw new InvalidArgumentError("Give a version such as v1.35.2.");
}

async function runPack(directory: string | undefined, options: PackOptions, io: Io): Promise<void> {
  if ((directory === undefined) === (options.summary === undefined)) {
    throw usageFailure("Give a directory of pairs, or --summary FILE --pods FILE for each pair.");
  }
  const files = directory === undefined ? options : await pairsOf(directory, io);
  const configuration = await configurationOf(options, io);
  const capture = await openNamedCapture(undefined, files, io);
  if (options.node !== undefined && options.node !== (capture.node ?? options.node)) {
    throw inputFailure(
      `--node ${options.node}: the Summaries are of node ${capture.node}; name that one.`,
    );
  }
  const node = options.node ?? capture.node;
  const records = await ofOneNode(capture, io);
  const header: CaptureHeader = {
    plimsoll: "capture/1",
    ...(node === undefined ? {} : { node }),
    ...(options.kubelet === undefined ? {} : { kubelet: options.kubelet }),
  };
  const sink = await openSink(options.out, withConfiguration(header, configuration), io);
  for (const record of withoutRepeatedPods(records)) await sink.record(record);
  await sink.close();
  await printWritten(options.out, records.length, io);
}

/** A capture is of one node: its pods alone, and no Summary of another. */
async function ofOneNode({ name, records }: NamedCapture, io: Io): Promise<CaptureRecord[]> {
  const node = new OneNode();
  const held: CaptureRecord[] = [];
  let said: string | null = null;
  for await (const given of records) {
    const { record, problems } = node.take(given);
    refuseOtherNodes(name, { line: record.line, problems });
    held.push(record);
    said ??= leftOutWords(node.leftOut);
  }
  if (said !== null) await printNotes([`${said}.`], io);
  return held;
}

function* withoutRepeatedPods(records: readonly CaptureRecord[]): Generator<CaptureRecord> {
  let before: Uint8Array | null = null;
  for (const record of records) {
    const { pods, ...others } = record;
    const repeated = pods !== undefined && sameBytes(pods, before);
    yield repeated ? others : record;
    before = pods ?? before;
  }
}

const NAMES_SHOWN = 5;

function leftWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  const further = names.length - NAMES_SHOWN;
  const rest = further > 0 ? ` and ${further} more` : "";
  return `Left out, because no pair has them: ${shown}${rest}.`;
}

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
      `${join(directory, summaries[missing] ?? "")}: ${pods[missing]} is not beside it; ` +
        "add the PodList, or name the files with --summary and --pods.",
    );
  }
  const left = names.filter((name) => !summaries.includes(name) && !pods.includes(name));
  if (left.length > 0) await printNotes([leftWords(left)], io);
  return {
    summary: summaries.map((name) => join(directory, name)),
    pods: pods.map((name) => join(directory, name)),
  };
}
