import { formatTime } from "../../analysis/text/time.ts";
import type { NodeFacts } from "./nodeFacts.ts";
import { EPOCH_NANOSECONDS, type JsonObject, parseOffset, writeJson } from "./notation.ts";
import { buildPodList } from "./podDocument.ts";
import { buildSummary } from "./summaryDocument.ts";
import type { LayoutName, PodFacts, Step, Vector } from "./vector.ts";

/** The two flags that name a layout of the node's filesystems. Specification 1.5. */
export const LAYOUTS: Readonly<Record<Exclude<LayoutName, "derived">, JsonObject>> = {
  single: { dedicatedImageFs: false, splitContainerFs: false },
  image: { dedicatedImageFs: true, splitContainerFs: false },
  split: { dedicatedImageFs: true, splitContainerFs: true },
  odd: { dedicatedImageFs: false, splitContainerFs: true },
};

/** The documents of one step, with everything carried over from the steps before. */
export interface Scene {
  readonly step: Step;
  /** Nanoseconds since the epoch. */
  readonly now: bigint;
  readonly pods: Readonly<Record<string, PodFacts>>;
  readonly podList: string;
  /** null: the Summary cannot be had. */
  readonly summary: string | null;
  /** undefined: as before reclaim; null: no Summary could be had. */
  readonly reclaimed: string | null | undefined;
}

/** The KubeletConfiguration with the options of the vector. */
export function buildConfiguration(vector: Vector): string {
  const layout = vector.layout ?? "single";
  return writeJson({
    ...vector.config,
    plimsoll: {
      profile: vector.profile,
      kubeletVersion: vector.kubeletVersion,
      replacedByFlags: vector.flags,
      whatIf: vector.whatIf,
      layout: layout === "derived" ? undefined : LAYOUTS[layout],
      capacity: vector.capacity,
    },
  });
}

export function timeText(offset: string): string {
  // Documents carry whole seconds. Specification 1.3.
  return `${formatTime(EPOCH_NANOSECONDS + parseOffset(offset)).slice(0, 19)}Z`;
}

/**
 * Lays the steps out in full: what a step does not mention is as it was. `reversed` turns the pods
 * of all documents round, which may change nothing.
 */
export function buildScenes(vector: Vector, reversed = false): Scene[] {
  let node: NodeFacts = {};
  let pods: Readonly<Record<string, PodFacts>> = vector.pods ?? {};
  return (vector.steps ?? []).map((step) => {
    node = { ...node, ...step.node };
    pods = changePods(pods, step.pods ?? {});
    const listed = reversed ? Object.fromEntries(Object.entries(pods).reverse()) : pods;
    return {
      step,
      now: EPOCH_NANOSECONDS + parseOffset(step.at),
      pods,
      podList: step.podList ?? writeJson(buildPodList(listed)),
      summary: summaryText(step, node, listed),
      reclaimed: reclaimedText(step, node, listed),
    };
  });
}

function changePods(
  before: Readonly<Record<string, PodFacts>>,
  changes: Readonly<Record<string, PodFacts | null>>,
): Readonly<Record<string, PodFacts>> {
  const after: Record<string, PodFacts> = { ...before };
  for (const [name, facts] of Object.entries(changes)) {
    if (facts === null) delete after[name];
    else after[name] = { ...after[name], ...facts };
  }
  return after;
}

function summaryText(
  step: Step,
  node: NodeFacts,
  pods: Readonly<Record<string, PodFacts>>,
): string | null {
  if (step.summary !== undefined) return step.summary;
  const statsAt = step.statsAt === undefined ? step.at : step.statsAt;
  return writeJson({ ...buildSummary(node, pods, statsAt, timeText), ...step.overSummary });
}

function reclaimedText(
  step: Step,
  node: NodeFacts,
  pods: Readonly<Record<string, PodFacts>>,
): string | null | undefined {
  if (step.reclaimed === undefined || step.reclaimed === null) return step.reclaimed;
  return writeJson(buildSummary({ ...node, ...step.reclaimed }, pods, step.at, timeText));
}
