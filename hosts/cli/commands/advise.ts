import { isDeepStrictEqual } from "node:util";
import { Command, Option } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { adviceLines } from "../../../analysis/present/terminal/advice.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { type Advice, adviceOn } from "../../../analysis/questions/advise/advice.ts";
import type { AdvisedCapture } from "../../../analysis/questions/advise/advised.ts";
import { adviceDocument, clusterDocument } from "../../../analysis/questions/advise/document.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { addPairOptions, openNamedCapture } from "../input/capture.ts";
import { addClusterOptions } from "../input/cluster.ts";
import { frozenCapture } from "../input/frozenCapture.ts";
import { addNodeChoice } from "../input/nodeChoice.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { addSeriesOptions } from "../input/prometheus/options.ts";
import { openSession, type Session, type SessionOptions } from "../input/session.ts";
import { printNotes } from "../notes.ts";
import { eachAdvisedNode, type NodesOptions, namesNodes, reportUnread } from "./advise/nodes.ts";

interface AdviseOptions extends SessionOptions, NodesOptions {
  readonly config?: readonly string[];
  readonly output: "text" | "yaml" | "json";
}

/** Each is decoded as a whole and kept: a day of a large node takes 200 MB. */
const CAPTURES_MAX = 20;
const DEFAULTS = "the kubelet's defaults";
/** One sentence. */
const withoutConfiguration = (name: string) =>
  `${name} has no configuration, so the kubelet's defaults are judged, which reserve nothing; ` +
  "give the node's own as --config.";

const ofLog = (name: string) =>
  `${name} is of a kubelet's log, which has no figures of pods: neither requests nor what runs ` +
  "outside pods can be judged.";

const EXAMPLES = `
Examples:
  plimsoll advise --example memory-leak
  plimsoll advise monday.plimsoll.ndjson.gz tuesday.plimsoll.ndjson.gz
  plimsoll advise worker-3.plimsoll.ndjson.gz --output yaml > 90-eviction.conf

  plimsoll advise --prometheus https://prometheus.example --node worker-3 --from 24h
  plimsoll advise --all-nodes
  plimsoll advise -l pool=batch --prometheus https://prometheus.example --from 2h

Several captures are of one node, or of nodes of one kind: what is advised is for all of them.
Every change of a threshold is replayed; an evicted pod stays away in that replay.

--prometheus takes what capture import takes. With --all-nodes (or a selector, or --node without
series) each node is asked once for its Summary, pods and configz: one moment says nothing of
thresholds, and the least that reservations and requests need. With both, each node's series are
judged under its own configz. Nodes with the same thresholds and reservations are advised
together.`;

export function adviseCommand(io: Io): Command {
  const command = new Command("advise")
    .summary("what to set: thresholds, reservations and requests, from what was recorded")
    .description("Says which thresholds, reservations and requests captures speak for.")
    .argument("[captures...]", "captures of one node or of nodes of one kind");
  addPairOptions(command)
    .option("--example <name>", "use an example capture that ships with plimsoll")
    .addOption(configOption("a kubelet configuration, in any form"))
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "yaml", "json"])
        .default("text"),
    )
    .optionsGroup("Nodes:");
  addNodeChoice(command, "every node of the cluster").optionsGroup("Cluster:");
  addClusterOptions(command).optionsGroup("Series:");
  addSeriesOptions(command).optionsGroup("Policy:");
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((paths: readonly string[], options: AdviseOptions) =>
    runAdvise(paths, options, io),
  );
}

async function runAdvise(paths: readonly string[], options: AdviseOptions, io: Io): Promise<void> {
  if (namesNodes(options)) return adviseOnNodes(paths, options, io);
  refuseSeriesAlone(options);
  if (paths.length > CAPTURES_MAX) {
    throw usageFailure(`These are ${paths.length} captures; give at most ${CAPTURES_MAX}.`);
  }
  const captures: AdvisedCapture[] = [];
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const next = await opened(path, options, io);
    const [first = next] = captures;
    if (!isOfOneKind(first, next)) {
      throw inputFailure(
        `${next.name} has other thresholds or reservations than ${first.name}; give captures of ` +
          "one kind of node, or the configuration of all of them as --config.",
      );
    }
    // One engine takes all of them, one after the other: each has 70 MiB of its own.
    captures.push({ ...next, engine: first.engine });
  }
  await io.stdout.write(written(adviceOn(captures), options.output, io));
}

/** Options that say something about series, and nothing without them. */
function refuseSeriesAlone({ from, to }: AdviseOptions): void {
  const given = from !== undefined ? "--from" : to === undefined ? null : "--to";
  if (given !== null) throw usageFailure(`${given} belongs to --prometheus; give that as well.`);
}

/** Each kind of node by itself: what is advised is for all of its nodes. */
async function adviseOnNodes(
  paths: readonly string[],
  options: AdviseOptions,
  io: Io,
): Promise<void> {
  const { example, summary } = options;
  if (paths.length > 0 || example !== undefined || summary !== undefined) {
    throw usageFailure("Nodes and captures are both named; give one kind of evidence.");
  }
  const engine = new EvictionEngine(await loadModule("eviction"));
  const captures: AdvisedCapture[] = [];
  const unread = await eachAdvisedNode(options, io, async (open, own) => {
    const { capture, limit } = await open(own);
    const session = await openSession(undefined, options, own, async () => capture, engine);
    const advised = await advisedOf(session, own);
    captures.push(limit === undefined ? advised : { ...advised, limit });
  });
  await reportUnread(unread, captures.length, io);
  const kinds = [...byKind(captures).values()].map(adviceOn);
  const [only] = kinds;
  const isOne = options.node?.length === 1 && only !== undefined;
  if (options.output === "json" && !isOne) {
    await io.stdout.write(`${JSON.stringify(clusterDocument(kinds, unread))}\n`);
    return;
  }
  const between = options.output === "yaml" ? "---\n" : "\n";
  const texts = kinds.map((advice) => written(advice, options.output, io));
  await io.stdout.write(texts.join(between));
}

/** The most nodes first; captures in the order of their names. */
function byKind(captures: readonly AdvisedCapture[]): ReadonlyMap<string, AdvisedCapture[]> {
  const kinds = new Map<string, AdvisedCapture[]>();
  for (const capture of [...captures].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const kind = JSON.stringify(kindOf(capture));
    kinds.set(kind, [...(kinds.get(kind) ?? []), capture]);
  }
  return new Map([...kinds].sort(([, a], [, b]) => b.length - a.length));
}

async function opened(
  path: string | undefined,
  options: AdviseOptions,
  io: Io,
): Promise<AdvisedCapture> {
  return advisedOf(
    await openSession(path, options, io, () => openNamedCapture(path, options, io)),
    io,
  );
}

async function advisedOf(session: Session, io: Io): Promise<AdvisedCapture> {
  const { engine, policy, json, origins } = session;
  const { name } = session.capture;
  if (origins.join() === DEFAULTS) await printNotes([withoutConfiguration(name)], io);
  if (isOfLog(session.capture.header)) await printNotes([ofLog(name)], io);
  const capture = await frozenCapture(session, io);
  if (capture.steps.every(({ summary }) => summary === null)) {
    throw inputFailure(`${name}: it has no record that can be replayed.`);
  }
  return { name, engine, policy, json, capture };
}

function isOfOneKind(a: AdvisedCapture, b: AdvisedCapture): boolean {
  return isDeepStrictEqual(kindOf(a), kindOf(b));
}

function kindOf({ policy, json }: AdvisedCapture) {
  const { kubeReserved, systemReserved } = JSON.parse(json);
  const { thresholds, pressureTransitionPeriodSeconds } = policy;
  return { thresholds, pressureTransitionPeriodSeconds, kubeReserved, systemReserved };
}

function written(advice: Advice, output: AdviseOptions["output"], io: Io): string {
  if (output === "json") return `${JSON.stringify(adviceDocument(advice))}\n`;
  const style = styleOf(io);
  if (output === "yaml") return printed(advice.patch.trimEnd().split("\n"));
  return printed(adviceLines(advice, style), style.isAscii);
}
