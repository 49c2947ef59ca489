import { formatTime } from "../../analysis/text/time.ts";
import { layoutOf, layoutUnknown } from "../fidelity/layout.ts";
import type { Scenario } from "../fidelity/scenario.ts";
import { buildScenes, LAYOUTS, type Scene } from "./documents.ts";
import { type Json, type JsonObject, writeJson } from "./notation.ts";
import { buildPod, buildPodList } from "./podDocument.ts";
import type { Vector } from "./vector.ts";

/** What the real kubelet did in one step; every member covers all runs. */
export interface OracleStep {
  readonly conditions: readonly string[];
  readonly met: readonly string[];
  readonly firstObserved: Readonly<Record<string, string>>;
  readonly outcomes: readonly OracleOutcome[];
  readonly signals?: readonly string[];
  /** Runs by the threshold they went for: see test/oracle/README.md. */
  readonly chosen?: Readonly<Record<string, number>>;
  readonly crash?: string;
  readonly admit?: readonly { readonly admit: boolean; readonly messages?: readonly string[] }[];
}

export interface OracleOutcome {
  readonly event: string | null;
  readonly reclaim: readonly string[];
  readonly evictions: readonly OracleEviction[];
  readonly refused: readonly string[];
  readonly ranking: readonly string[];
  readonly ties?: readonly (readonly string[])[];
}

export interface OracleEviction {
  readonly name: string;
  readonly gracePeriodOverride: number;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface OracleThreshold {
  readonly signal: string;
  readonly hard: boolean;
  readonly gracePeriod: string;
}

export interface OracleScenario {
  readonly invalid?: string;
  readonly errors?: readonly string[];
  readonly thresholds?: readonly OracleThreshold[];
  readonly steps?: readonly OracleStep[];
}

export interface OraclePods {
  readonly error?: string;
  readonly pods: readonly {
    readonly uid: string;
    readonly qosClass: string;
    readonly critical: boolean;
    readonly requests: Readonly<Record<string, string>>;
    readonly oomScoreAdj?: Readonly<Record<string, number>>;
  }[];
}

/** The vector as a scenario line for the oracle. */
export function scenarioLine(vector: Vector): string {
  const { layout = "single" } = vector;
  const scenes = buildScenes(vector);
  const found = layout === "derived" ? filmOf(scenes) : null;
  const unknown = found === null ? [] : layoutUnknown(found);
  const answered = found === null ? LAYOUTS[layout as keyof typeof LAYOUTS] : layoutOf(found);
  const steps = scenes.map((scene, index) => {
    return stepText(scene, scenes[index - 1], unknown[index] === true);
  });
  return (
    `{"id":${JSON.stringify(vector.title)},"config":${writeJson(vector.config ?? {})},` +
    `"layout":${writeJson({ ...answered })},"pods":[],"steps":[${steps.join(",")}]}`
  );
}

/** What the layout is found in. */
function filmOf(scenes: readonly Scene[]): Scenario {
  return {
    pods: [],
    steps: scenes.map(({ now, summary }) => ({
      time: formatTime(now),
      summary: summary === null ? null : (JSON.parse(summary) as Json),
    })),
  };
}

/** The facts about pods that the oracle answers apart from any scenario. */
export function podsLine(vector: Vector): string {
  const items = buildPodList(vector.pods ?? {}).items;
  const memoryCapacity = vector.capacity?.memory;
  return writeJson({
    kind: "pods",
    pods: items,
    memoryCapacity: memoryCapacity === undefined ? undefined : String(memoryCapacity),
    featureGates: vector.config?.featureGates,
  });
}

function stepText(scene: Scene, before: Scene | undefined, layoutUnknown: boolean): string {
  const members = [`"time":"${formatTime(scene.now)}"`];
  if (layoutUnknown) members.push('"layoutUnknown":true');
  if (scene.podList !== before?.podList) {
    members.push(`"pods":${writeJson((buildPodList(scene.pods) as JsonObject).items)}`);
  }
  members.push(`"summary":${scene.summary}`);
  if (scene.reclaimed !== undefined) members.push(`"reclaimed":${scene.reclaimed}`);
  const admitted = Object.entries(scene.step.admit ?? {});
  if (admitted.length > 0) {
    const pods = admitted.map(([name, facts]) => writeJson(buildPod(name, facts)));
    members.push(`"admit":[${pods.join(",")}]`);
  }
  return `{${members.join(",")}}`;
}
