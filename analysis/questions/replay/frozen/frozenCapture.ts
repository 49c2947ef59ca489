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
import { formatTime } from "../../../text/time.ts";
import type { RecordedEnd } from "../parting.ts";

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
  /** In the order of time; the evictions are among them. */
  readonly ends: readonly RecordedEnd[];
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
  const freezer = new CaptureFreezer(engine, capture);
  for await (const given of capture.records) {
    freezer.take(given);
    if (!turns.isOver) continue;
    progress(freezer.taken);
    await turns.rest();
  }
  return freezer.part();
}

/** Decodes record by record; a part of a long capture may be taken away before the next. */
export class CaptureFreezer {
  readonly #engine: EvictionEngine;
  readonly #capture: Capture;
  readonly #lists = new NewlyEvicted();
  readonly #node = new OneNode();
  /** Problems of steps, in the order of their kinds. */
  readonly #ofNodes: string[] = [];
  readonly #ofSteps: string[] = [];
  #podLists: Uint8Array[];
  #steps: FrozenStep[] = [];
  #evictions: FrozenEviction[] = [];
  #ends: RecordedEnd[] = [];
  #taken = 0;
  #bytes = 0;

  constructor(engine: EvictionEngine, capture: Capture) {
    this.#engine = engine;
    this.#capture = capture;
    engine.configure("{}");
    engine.pods(NO_PODS);
    this.#podLists = [engine.freeze(Part.Pods)];
  }

  /** Records since the first one. */
  get taken(): number {
    return this.#taken;
  }

  /** Bytes of the Summaries since the last part. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The node that the first Summary names. */
  get node(): string | null {
    return this.#node.node;
  }

  take(given: CaptureRecord): void {
    const { record, problems } = this.#node.take(this.#engine, given);
    const about = `Step ${this.#taken + 1}: `;
    this.#ofNodes.push(...problems.map(({ sentence }) => about + sentence));
    if (record.pods !== undefined) this.#takePods(record.pods, formatTime(record.time));
    const frozen = frozenStep(this.#engine, record, this.#podLists);
    this.#ofSteps.push(...frozen.problems.map((sentence) => about + sentence));
    this.#steps.push(frozen);
    this.#bytes += frozen.summary?.length ?? 0;
    this.#taken += 1;
  }

  #takePods(pods: Uint8Array, time: string): void {
    const step = Math.max(this.#steps.length - 1, 0);
    this.#evictions.push(...this.#lists.take(pods).map((pod) => ({ step, pod })));
    this.#ends.push(...this.#lists.gone.map((gone) => ({ ...gone, time })));
  }

  /** The steps since the last part, and all problems so far. */
  part(): FrozenCapture {
    const { header, options, problems } = this.#capture;
    const leftOut = leftOutWords(this.#node.leftOut);
    const all = [
      ...(leftOut === null ? [] : [`${leftOut}.`]),
      ...problems.map(({ sentence }) => sentence),
      ...this.#ofNodes,
      ...this.#ofSteps,
    ];
    const [podLists, steps, evictions] = [this.#podLists, this.#steps, this.#evictions];
    const ends = this.#ends;
    this.#podLists = podLists.slice(-1);
    [this.#steps, this.#evictions, this.#ends] = [[], [], []];
    this.#bytes = 0;
    return {
      ...{ header, options, podLists, steps, evictions, ends },
      problems: shortened([...new Set(all)]),
    };
  }
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
