import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { CaptureComparison } from "../../../../analysis/questions/upgrade/capture.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import type { UpgradeQuestion } from "../../../../analysis/questions/upgrade/question.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { loadPolicy } from "../../input/policy.ts";
import { configuredEngine } from "../../input/session.ts";
import { printWarnings } from "../../notes.ts";
import { comparedSteps } from "../diff/comparison.ts";

/** What decides on a capture. */
interface Deciding {
  /** One for each release; each takes 65 MiB. */
  readonly engines: readonly [EvictionEngine, EvictionEngine];
  readonly configuration: ConfigurationText | undefined;
}

/** The captures of a command line. */
interface GivenCaptures {
  readonly paths: readonly string[];
  readonly nameOf: (path: string) => string;
  /** The name of a capture that ships with the program. */
  readonly example: string | undefined;
  /** The configuration of their nodes, instead of the recorded one. */
  readonly configuration: ConfigurationText | undefined;
}

export async function captureQuestions(
  { paths, nameOf, example, configuration }: GivenCaptures,
  first: EvictionEngine,
  io: Io,
): Promise<readonly UpgradeQuestion[]> {
  if (paths.length === 0 && example === undefined) return [];
  const engines = [first, new EvictionEngine(await loadModule("eviction"))] as const;
  const given = { engines, configuration };
  // Others are open at the same time: its records cannot be in the memory of one engine.
  if (example !== undefined) {
    const open = () => openNamedCapture(undefined, { example }, io);
    return [await captureQuestion(open, false, given, io)];
  }
  return Promise.all(
    paths.map((path) => {
      const open = async () => ({ ...(await openNamedCapture(path, {}, io)), name: nameOf(path) });
      return captureQuestion(open, path === "-", given, io);
    }),
  );
}

async function captureQuestion(
  open: () => Promise<NamedCapture>,
  isPassing: boolean,
  given: Deciding,
  io: Io,
): Promise<UpgradeQuestion> {
  const opened = await open();
  const release = releaseOf(opened);
  let asked = 0;
  return {
    stated: release === null ? [] : [release],
    isPassing,
    async ask(releases) {
      asked += 1;
      const capture = asked === 1 ? opened : await open();
      const compared = await comparedCapture(capture, given, releases, io);
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

async function comparedCapture(
  capture: NamedCapture,
  { engines, configuration }: Deciding,
  releases: ComparedReleases,
  io: Io,
): Promise<Compared> {
  const { from, to } = releases;
  const before = await loadPolicy(configuration, { kubeletVersion: from }, capture, io);
  const after = await loadPolicy(configuration, { kubeletVersion: to }, capture, io);
  const [a, b] = [
    { capture, ...configuredEngine(engines[0], before) },
    { capture, ...configuredEngine(engines[1], after) },
  ];
  const comparison = new CaptureComparison();
  await comparedSteps([a, b], ({ time, decisions }) => comparison.take(time, decisions), io);
  if (comparison.steps === 0) {
    throw inputFailure(`${capture.name}: it has no record that can be replayed.`);
  }
  const recorded = { name: capture.name, release: releaseOf(capture) };
  return comparison.compared(recorded, [a, b], releases);
}

function releaseOf({ header, options }: NamedCapture): string | null {
  const own = header?.kubelet ?? options.kubeletVersion;
  return own === undefined ? null : String(own);
}
