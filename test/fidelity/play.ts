/** Plays a scenario on the engine, through the same loop as a replay. */

import type { Decision, PodAdmitResult, PodTable, Policy } from "../../analysis/engine/decision.ts";
import { EngineDiscarded, EngineError } from "../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { replay } from "../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../analysis/read/capture/capture.ts";
import { ConfigurationError } from "../../analysis/read/kubelet/configuration.ts";
import { parseTime } from "../../analysis/text/time.ts";
import { Detail, Part } from "../../assembly/abi.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import { configurationText, featureGatesOf, podListText, podsAlone } from "./question.ts";
import { at, type Scenario } from "./scenario.ts";

export interface PlayedStep {
  /** Null when there was no Summary. */
  readonly decision: Decision | null;
  readonly admit: readonly PodAdmitResult[];
}

/** What the engine did with a scenario. */
export interface Played {
  /** The messages of a refused configuration, in its order; one reason when it cannot be read. */
  readonly errors?: readonly string[];
  readonly policy?: Policy;
  /** Documents that were refused. */
  readonly problems: readonly string[];
  readonly steps: readonly PlayedStep[];
}

/** What the engine derives from each pod alone. */
export interface PodAnswers {
  readonly table: PodTable;
  /** By uid, then by name of the container. */
  readonly oomScoreAdj: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const encoder = new TextEncoder();
/** Content of the engine's tables while another's are taken out. */
const OTHER_PODS = podListText([{ metadata: { name: "other", namespace: "other", uid: "other" } }]);
const OTHER_SUMMARY = '{"node":{"memory":{"availableBytes":1,"workingSetBytes":9}},"pods":[]}';
const CAPACITIES: Readonly<Record<string, bigint>> = { "8Gi": 2n ** 33n, "16Gi": 2n ** 34n };

/** One engine for all scenarios: what one leaves behind must not reach the next. */
export class Player {
  readonly #createEngine: () => EvictionEngine;
  #engine: EvictionEngine;

  constructor(createEngine: () => EvictionEngine) {
    this.#createEngine = createEngine;
    this.#engine = createEngine();
  }

  /** A stopped engine answers nothing any more; the next scenario gets a new one. */
  async play(scenario: Scenario): Promise<Played> {
    try {
      return await this.#play(scenario);
    } catch (error) {
      if (!(error instanceof EngineDiscarded)) throw error;
      this.#engine = this.#createEngine();
      return { problems: [error.message], steps: [] };
    }
  }

  async #play(scenario: Scenario): Promise<Played> {
    const engine = this.#engine;
    let configuration: string;
    let policy: Policy;
    try {
      configuration = configurationText(scenario);
      policy = engine.configure(configuration);
    } catch (error) {
      if (error instanceof ConfigurationError) {
        return { errors: [error.message], problems: [], steps: [] };
      }
      if (!(error instanceof EngineError)) throw error;
      const errors = error.errors.map(({ message }) => message);
      return { errors: errors.length > 0 ? errors : [error.reason], problems: [], steps: [] };
    }
    const problems: string[] = [];
    const steps: PlayedStep[] = [];
    for await (const step of replay(engine, configuration, recordsOf(scenario))) {
      const decision = step.decision(Detail.Arithmetic)?.parse() ?? null;
      const missing = scenario.steps[step.index]?.summary === null;
      const refused = step.problems.filter(({ document }) => document !== "Summary" || !missing);
      problems.push(...refused.map(({ document, sentence }) => `${document}: ${sentence}`));
      const asked = scenario.steps[step.index]?.admit ?? [];
      steps.push({ decision, admit: asked.flatMap((pod) => this.#admit(pod, problems)) });
      if (scenario.restored === true) this.#restore(configuration, step.observed);
    }
    return { policy, problems, steps };
  }

  /** Takes out all that the engine holds, makes it forget that, and puts it back. */
  #restore(configuration: string, observed: boolean): void {
    const engine = this.#engine;
    const state = engine.save();
    const parts = [engine.freeze(Part.Pods)];
    if (observed) parts.push(engine.freeze(Part.Summary));
    engine.configure("{}");
    engine.pods(OTHER_PODS);
    engine.observe(OTHER_SUMMARY, 0n);
    engine.configure(configuration);
    for (const part of parts) engine.thaw(part);
    engine.restore(state);
  }

  /** Empty when the engine refuses the Pod. */
  #admit(pod: Json, problems: string[]): PodAdmitResult[] {
    try {
      this.#engine.admit(writeJson(pod));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      problems.push(error.message);
      return [];
    }
    return [this.#engine.report<PodAdmitResult>().parse()];
  }

  /** Null when the engine refuses the list. */
  podAnswers(scenario: Scenario): PodAnswers | null {
    const engine = this.#engine;
    try {
      const { kubeletVersion } = scenario;
      const featureGates = featureGatesOf(scenario);
      engine.configure(writeJson({ featureGates, plimsoll: { kubeletVersion } }));
      engine.pods(podListText(podsAlone(scenario)));
      const table = engine.report<PodTable>().parse();
      engine.observe(summaryOfAll(scenario), 0n);
      return { table, oomScoreAdj: scores(engine.report(Detail.Counterfactuals).parse()) };
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }
}

export function* recordsOf(scenario: Scenario): Generator<CaptureRecord> {
  for (const [index, step] of scenario.steps.entries()) {
    const pods = step.pods ?? (index === 0 ? scenario.pods : undefined);
    const time = parseTime(step.time);
    if (time === null) throw new Error(`"${step.time}" is not a time of a step.`);
    yield {
      time,
      line: index + 1,
      others: new Map(),
      summary: bytesOf(step.summary) ?? null,
      ...(pods === undefined ? {} : { pods: encoder.encode(podListText(pods)) }),
      ...(step.reclaimed === undefined ? {} : { reclaimed: bytesOf(step.reclaimed) ?? null }),
    };
  }
}

function bytesOf(document: Json | undefined): Uint8Array | null {
  if (document === null || document === undefined) return null;
  return encoder.encode(writeJson(document));
}

/** A Summary that names every container, on a node of the capacity asked about. */
function summaryOfAll({ pods, memoryCapacity = "8Gi" }: Scenario): string {
  const capacity = CAPACITIES[memoryCapacity] ?? BigInt(memoryCapacity);
  return writeJson({
    node: { memory: { availableBytes: capacity, workingSetBytes: 0 } },
    pods: pods.map((pod) => ({
      podRef: { uid: at(pod, "metadata", "uid") },
      containers: [...namesIn(pod, "initContainers"), ...namesIn(pod, "containers")],
    })),
  });
}

function namesIn(pod: Json, list: string): Json[] {
  const containers = at(pod, "spec", list);
  if (!Array.isArray(containers)) return [];
  return containers.map((container) => ({ name: at(container as Json, "name") }));
}

function scores(decision: Decision): Map<string, Map<string, number>> {
  return new Map(
    (decision.ranking ?? []).map(({ uid, parts }) => [
      uid,
      new Map(
        parts.flatMap((part) =>
          part.oomScoreAdj === undefined ? [] : [[part.name, part.oomScoreAdj] as const],
        ),
      ),
    ]),
  );
}
