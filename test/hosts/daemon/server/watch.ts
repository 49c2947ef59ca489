/** A node as observers see it: an example capture, decided by the real core. */
import { readFileSync } from "node:fs";
import type { Decision, Policy } from "../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { DecisionQuery } from "../../../../hosts/daemon/server/decisionQuery.ts";
import { LastStep } from "../../../../hosts/daemon/server/lastStep.ts";
import type { Act, DaemonStep } from "../../../../hosts/daemon/step.ts";
import { openCaptureFile } from "../../../../hosts/system/captureFile.ts";

const ROOT = new URL("../../../../", import.meta.url);
const module = new WebAssembly.Module(readFileSync(new URL("dist/plimsoll-eviction.wasm", ROOT)));

export function core(): WebAssembly.Module {
  return module;
}

export interface Watch {
  readonly policy: Policy;
  readonly header: CaptureHeader;
  /** The JSON the engine was configured with. */
  readonly configuration: string;
  readonly decisionQuery: DecisionQuery;
  /** The next step, as a daemon that only observes would show it; null at the end. */
  next(): Promise<DaemonStep | null>;
  /** Steps up to and with the first one that evicts. */
  untilEviction(): Promise<DaemonStep[]>;
}

/** What every watch of an example sees: its steps are decided once, when the first one asks. */
interface Watched {
  readonly policy: Policy;
  readonly header: CaptureHeader;
  readonly configuration: string;
  /** Null behind the last one. */
  stepAt(index: number): Promise<DaemonStep | null>;
}

const watched = new Map<string, Promise<Watched>>();

async function decided(example: string): Promise<Watched> {
  const path = new URL(`examples/${example}.plimsoll.ndjson.gz`, ROOT).pathname;
  const capture = await openCaptureFile(path, {});
  const header = capture.header;
  if (header === null) throw new Error(`${example} has no header.`);
  const source = { configuration: header.config ?? {}, replacedByFlags: [] };
  const configuration = toModuleConfiguration(source, capture.options);
  const engine = new EvictionEngine(module);
  const policy = engine.configure(configuration);
  const steps = stepsOf(engine, configuration, capture.records);
  const taken: Promise<DaemonStep | null>[] = [];
  async function stepAt(index: number) {
    while (taken.length <= index) {
      taken.push(steps.next().then(({ value, done }) => (done ? null : value)));
    }
    return (await taken[index]) ?? null;
  }
  return { policy, header, configuration, stepAt };
}

export async function watch(example: string): Promise<Watch> {
  let found = watched.get(example);
  if (found === undefined) {
    found = decided(example);
    watched.set(example, found);
  }
  const { policy, header, configuration, stepAt } = await found;
  const lastStep = new LastStep(module);
  lastStep.configured(policy, [], header, configuration);
  let position = 0;
  async function next() {
    const step = await stepAt(position++);
    if (step !== null) lastStep.step(step);
    return step;
  }
  return {
    policy,
    header,
    configuration,
    next,
    async untilEviction() {
      const seen: DaemonStep[] = [];
      for (let step = await next(); step !== null; step = await next()) {
        seen.push(step);
        if ((step.decision?.evictions.length ?? 0) > 0) return seen;
      }
      throw new Error(`${example} evicts nobody.`);
    },
    decisionQuery: lastStep,
  };
}

/** The first steps of an example. */
export async function firstSteps(count: number): Promise<DaemonStep[]> {
  const watched = await watch("memory-leak");
  const taken: DaemonStep[] = [];
  while (taken.length < count) {
    const step = await watched.next();
    if (step === null) throw new Error("The example has fewer steps.");
    taken.push(step);
  }
  return taken;
}

async function* stepsOf(
  engine: EvictionEngine,
  json: string,
  records: Parameters<typeof replay>[2],
): AsyncGenerator<DaemonStep, void, undefined> {
  const documents = remembered(records);
  let stateBefore = engine.save();
  for await (const step of replay(engine, json, documents.records)) {
    const answer = step.decision(Detail.Arithmetic);
    const decision = answer?.parse() ?? null;
    yield {
      number: step.index,
      snapshot: documents.last(),
      stateBefore,
      decision,
      decisionText: answer?.text ?? null,
      observed: step.observed,
      changed: step.changed,
      problems: step.problems,
      acts: decision === null ? [] : decision.evictions.map((pod) => observedAct(pod)),
      wokenBy: step.index === 0 ? "start" : "interval",
      readMilliseconds: 2,
      decideMilliseconds: 0.2,
    };
    stateBefore = engine.save();
  }
}

function remembered(records: Parameters<typeof replay>[2]) {
  let last: DaemonStep["snapshot"] = { time: 0n, summary: null };
  async function* passing() {
    for await (const record of records) {
      last = record;
      yield record;
    }
  }
  return { records: passing(), last: () => last };
}

export function observedAct({ namespace, name, uid }: Decision["evictions"][number]): Act {
  return {
    kind: "evict",
    pod: { namespace, name, uid },
    outcome: { done: false, sentence: `Observing only: ${namespace}/${name} would be evicted.` },
  };
}
