import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { CaptureComparison } from "../../../../analysis/questions/upgrade/capture.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { SEVERAL_CONFIGURATIONS } from "../../../../analysis/questions/upgrade/notTaken.ts";
import type { UpgradeQuestion } from "../../../../analysis/questions/upgrade/question.ts";
import {
  recordedNode,
  recordsServed,
} from "../../../../analysis/questions/upgrade/recordedNode.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";
import { startedPolicy } from "../../../../analysis/questions/upgrade/startedPolicy.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { configurationFor } from "../../../../analysis/read/recognize/commandLines.ts";
import { formatNames } from "../../../../analysis/text/names.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { type LoadedPolicy, loadPolicy } from "../../input/policy.ts";
import { printWarnings } from "../../notes.ts";
import { comparedSteps } from "../diff/comparison.ts";
import type { UpgradeInputs } from "./inputs.ts";
import { documentsByNode, openSummaries } from "./summaries.ts";

const NAMES_SHOWN = 2;

/** What decides on captures: an engine for each release, and each takes 65 MiB. */
type Engines = readonly [EvictionEngine, EvictionEngine];

/** A configuration, and the file that it is from. */
export interface ConfigurationFile extends ConfigurationText {
  readonly path: string;
}

/** The captures of a command line. */
interface GivenCaptures {
  readonly inputs: UpgradeInputs;
  readonly nameOf: (path: string) => string;
  /** That of its node instead of the recorded one, where it is known which. */
  readonly configurations: readonly ConfigurationFile[];
}

/** A capture that can be opened again and again, unless it is standard input. */
interface CaptureInput {
  /** A file of it; absent for an example. */
  readonly path?: string;
  open(): Promise<NamedCapture>;
}

export async function captureQuestions(
  { inputs, nameOf, configurations }: GivenCaptures,
  first: EvictionEngine,
  io: Io,
): Promise<readonly UpgradeQuestion[]> {
  const { captures, summaries, podLists, example } = inputs;
  const { nodes, notes } = await documentsByNode({ summaries, podLists }, nameOf, first, io);
  await printWarnings(notes, io);
  // Others are open at the same time: its records cannot be in the memory of one engine.
  const all: readonly CaptureInput[] = [
    ...(example === undefined
      ? []
      : [{ open: () => openNamedCapture(undefined, { example }, io) }]),
    ...captures.map((path) => ({
      path,
      open: async () => ({ ...(await openNamedCapture(path, {}, io)), name: nameOf(path) }),
    })),
    ...nodes.map((node) => {
      const name = formatNames(node.summaries.map(nameOf), { max: NAMES_SHOWN });
      const [path = ""] = node.summaries;
      return { path, open: () => openSummaries(node, name, first, io) };
    }),
  ];
  if (all.length === 0) return [];
  const engines = [first, new EvictionEngine(await loadModule("eviction"))] as const;
  const own = all.map(({ path = "" }) => configurationFor(path, configurations));
  if (configurations.length > 1 && own.includes(undefined)) {
    await printWarnings([SEVERAL_CONFIGURATIONS], io);
  }
  return Promise.all(all.map((each, index) => captureQuestion(each, own[index], engines, io)));
}

async function captureQuestion(
  { path, open }: CaptureInput,
  configuration: ConfigurationText | undefined,
  engines: Engines,
  io: Io,
): Promise<UpgradeQuestion> {
  const opened = await open();
  const { release } = recordedNode(opened.name, opened);
  let asked = 0;
  return {
    ...(release === null ? { stated: [], unstated: opened.name } : { stated: [release] }),
    isPassing: path === "-",
    async ask(releases) {
      asked += 1;
      const capture = asked === 1 ? opened : await open();
      const compared = await comparedCapture(capture, { engines, configuration }, releases, io);
      if (asked === 1) {
        await printWarnings(
          capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`),
          io,
        );
      }
      return [compared];
    },
  };
}

interface Deciding {
  readonly engines: Engines;
  readonly configuration: ConfigurationText | undefined;
}

async function comparedCapture(
  capture: NamedCapture,
  { engines, configuration }: Deciding,
  releases: ComparedReleases,
  io: Io,
): Promise<Compared> {
  const { from, to } = releases;
  const before = await loadPolicy(configuration, { kubeletVersion: from }, capture, io);
  const after = await loadPolicy(configuration, { kubeletVersion: to }, capture, io);
  const isGiven = configuration !== undefined;
  const [a, b] = [
    { capture, isGiven, ...started(engines[0], before, releases) },
    { capture, isGiven, ...started(engines[1], after, releases) },
  ];
  const comparison = new CaptureComparison();
  const recorded = recordedNode(capture.name, capture);
  await comparedSteps([a, b], ({ time, decisions }) => comparison.take(time, decisions), io, [
    (records) => recordsServed(comparison.watched(records), recorded, from, a),
    (records) => recordsServed(records, recorded, from, b),
  ]);
  if (comparison.steps === 0) {
    throw inputFailure(`${capture.name}: it has no record that can be replayed.`);
  }
  return comparison.compared(recorded, [a, b], releases);
}

/** An engine whose kubelet starts. */
function started(
  engine: EvictionEngine,
  { json, origins, isAssumed }: LoadedPolicy,
  releases: ComparedReleases,
) {
  const assumed = isAssumed === undefined ? {} : { isAssumed };
  return { engine, origins, ...assumed, ...startedPolicy(engine, json, releases) };
}
