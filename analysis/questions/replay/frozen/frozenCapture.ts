import { Part } from "../../../../assembly/abi.ts";
import { EngineError } from "../../../engine/engineError.ts";
import type { EvictionEngine } from "../../../engine/evictionEngine.ts";
import { NO_PODS } from "../../../engine/step.ts";
import type { Capture, CaptureHeader, CaptureRecord } from "../../../read/capture/capture.ts";
import type { EndedPod } from "../../../read/capture/listedPods.ts";
import { NewlyEvicted } from "../../../read/capture/newlyEvicted.ts";
import type { ModuleOptions } from "../../../read/kubelet/configuration.ts";
import { nodeMemory } from "../../../read/memory/nodeMemory.ts";
import type { NodeMemory } from "../../../read/memory/use.ts";
import { leftOutWords } from "../../../read/objects/nodePods.ts";
import { OneNode } from "../../../read/objects/oneNode.ts";

/** One record, decoded once: thawing it costs microseconds where decoding costs a hundred. */
export interface FrozenStep {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** Place in `podLists`; -1 before the first list. */
  readonly podList: number;
  /** Null when there was no Summary, or the engine refused it. */
  readonly summary: Uint8Array | null;
  /**
   * The Summary that was recorded after a reclaim; null when none could be read then, absent when
   * nothing was recorded.
   */
  readonly afterReclaim?: Uint8Array | null;
  /** What the Summary says of the node's memory; null where it lacks the numbers. */
  readonly memory: NodeMemory | null;
  readonly problems: readonly string[];
}

/** An eviction that a pod's status records. */
export interface FrozenEviction {
  /** The last step before the list that first shows it: the pod is still there. */
  readonly step: number;
  readonly pod: EndedPod;
}

/** A capture of which every document has been decoded. It depends on no policy. */
export interface FrozenCapture {
  readonly header: CaptureHeader | null;
  readonly options: ModuleOptions;
  readonly podLists: readonly Uint8Array[];
  readonly steps: readonly FrozenStep[];
  readonly evictions: readonly FrozenEviction[];
  /** Problems of the file and of its records. */
  readonly problems: readonly string[];
}

/** Lets long work give way to what is more urgent. */
export interface Turns {
  readonly isOver: boolean;
  rest(): Promise<void>;
}

/** Sentences shown about records; a capture of another kubelet may have one for each. */
const PROBLEMS_SHOWN = 20;

/** Decodes every record; `progress` gets the number that are done. */
export async function freezeCapture(
  engine: EvictionEngine,
  capture: Capture,
  turns: Turns,
  progress: (done: number) => void,
): Promise<FrozenCapture> {
  engine.configure("{}");
  engine.pods(NO_PODS);
  const podLists: Uint8Array[] = [engine.freeze(Part.Pods)];
  const steps: FrozenStep[] = [];
  const evictions: FrozenEviction[] = [];
  const lists = new NewlyEvicted();
  const node = new OneNode();
  const ofNodes: string[] = [];
  for await (const given of capture.records) {
    const { record, problems } = node.take(engine, given);
    const about = `Step ${steps.length + 1}: `;
    ofNodes.push(...problems.map(({ sentence }) => about + sentence));
    const evicted = record.pods === undefined ? [] : lists.take(record.pods);
    const step = Math.max(steps.length - 1, 0);
    evictions.push(...evicted.map((pod) => ({ step, pod })));
    steps.push(frozenStep(engine, record, podLists));
    if (!turns.isOver) continue;
    progress(steps.length);
    await turns.rest();
  }
  const ofLines = capture.problems.map(({ sentence }) => sentence);
  const ofSteps = steps.flatMap(({ problems }, index) =>
    problems.map((sentence) => `Step ${index + 1}: ${sentence}`),
  );
  const leftOut = leftOutWords(node.leftOut);
  const { header, options } = capture;
  const problems = [
    ...(leftOut === null ? [] : [`${leftOut}.`]),
    ...ofLines,
    ...ofNodes,
    ...ofSteps,
  ];
  const shown = shortened([...new Set(problems)]);
  return { header, options, podLists, steps, evictions, problems: shown };
}

function frozenStep(
  engine: EvictionEngine,
  record: CaptureRecord,
  podLists: Uint8Array[],
): FrozenStep {
  const problems: string[] = [];
  if (record.pods !== undefined) {
    const pods = record.pods;
    const frozen = attempt(problems, () => {
      engine.pods(pods);
      return engine.freeze(Part.Pods);
    });
    if (frozen !== null) podLists.push(frozen);
  }
  const { time, summary, summaryError } = record;
  const podList = podLists.length - 1;
  if (summary === null) problems.push(summaryError ?? "The record has no Summary.");
  const frozen = summary === null ? null : frozenSummary(engine, summary, time, problems);
  if (summary === null || frozen === null) {
    return { time, podList, summary: null, memory: null, problems };
  }
  // A copy: the line it was cut from is not kept.
  const after = record.reclaimed === undefined ? {} : { afterReclaim: copyOf(record.reclaimed) };
  return { time, podList, summary: frozen, ...after, memory: nodeMemory(summary), problems };
}

function frozenSummary(
  engine: EvictionEngine,
  summary: Uint8Array,
  time: bigint,
  problems: string[],
) {
  return attempt(problems, () => {
    engine.observe(summary, time);
    return engine.freeze(Part.Summary);
  });
}

function attempt<T>(problems: string[], act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    problems.push(`${error.message}.`);
    return null;
  }
}

function copyOf(document: Uint8Array | null): Uint8Array | null {
  return document === null ? null : document.slice();
}

function shortened(sentences: readonly string[]): readonly string[] {
  if (sentences.length <= PROBLEMS_SHOWN) return sentences;
  const further = sentences.length - PROBLEMS_SHOWN;
  return [...sentences.slice(0, PROBLEMS_SHOWN), `And ${further} more like these.`];
}
