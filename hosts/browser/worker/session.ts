import { stringify } from "yaml";
import type { Policy } from "../../../analysis/engine/contract/modules.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { changedCapture } from "../../../analysis/questions/change/changedPods.ts";
import type { PodChange } from "../../../analysis/questions/change/podChange.ts";
import {
  type FrozenCapture,
  freezeCapture,
} from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import type { Capture, CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { EarlierDocuments } from "../../../analysis/read/recognize/earlierDocuments.ts";
import {
  type GivenDocument,
  type NamedCapture,
  recognize,
  together,
} from "../../../analysis/read/recognize/given.ts";
import { UnreadableError } from "../../../analysis/read/unreadable.ts";
import type { CaptureOutline, PolicyInput } from "../session/protocol.ts";
import { readScenario } from "../session/scenario.ts";
import { Superseded, Turns } from "../session/turns.ts";
import { sentenceAbout } from "../session/words.ts";
import { ReadPolicy } from "./policyJson.ts";
import { type Reply, type RequestOf, reportProgress } from "./replies.ts";
import { type AnalyzedRun, type RankedScene, type Scene, sceneAt } from "./scene.ts";
import { readSignals } from "./signals.ts";
import { decideAll } from "./timeline.ts";

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** A run, and work on it that gives way when there is another. */
interface DecidedRun {
  readonly run: Run;
  readonly turns: Turns;
}

/** The opened capture with its pods changed, and how they were. */
interface ChangedCapture {
  readonly key: string;
  readonly capture: FrozenCapture;
}

/** The documents at a step of a capture, with its pods as they were changed. */
interface KeptScene {
  readonly given: NamedCapture;
  readonly position: number;
  /** Of the changes. */
  readonly key: string;
  readonly scene: Promise<Scene | null>;
}

/** Changed pods that the engine refuses; the message is its sentence. */
export class PodsRefused extends Error {
  override readonly name = "PodsRefused";
}

/** A class of what a feature keeps. */
type KeptClass<T extends object> = abstract new (...given: never[]) => T;

type LoadModule = (policy: Policy) => Promise<WebAssembly.Module>;

async function noModule(policy: Policy): Promise<never> {
  throw new Error(`No module of ${policy} is there.`);
}

/**
 * One opened capture and the policy decided last. Reading gives way to newer documents, deciding to
 * newer documents and policies; a request for a step waits until deciding is done.
 */
export class Session {
  readonly core: WebAssembly.Module;
  readonly #engine: EvictionEngine;
  readonly #load: LoadModule;
  readonly #modules = new Map<Policy, Promise<WebAssembly.Module>>();
  #questionEngine: EvictionEngine | null = null;
  /** What features keep, by class. */
  readonly #kept = new Map<KeptClass<object>, object>();
  readonly #earlier = new EarlierDocuments();
  readonly #readPolicy = new ReadPolicy();
  /** What the opened capture is read from. */
  #given: NamedCapture | null = null;
  /** The documents of the step that was asked about last. */
  #scene: KeptScene | null = null;
  /** As it was opened. */
  #capture: FrozenCapture | null = null;
  #changed: ChangedCapture | null = null;
  #run: Run | null = null;
  /** What `#run` goes through. */
  #inForce: FrozenCapture | null = null;
  /** What `#run` was configured with. */
  #policy: PolicyInput = { text: "", options: {} };
  /** Of the pods that `#run` has. */
  #changes: readonly PodChange[] = [];
  #deciding: Promise<unknown> = Promise.resolve();
  /** The turns of documents that are being read. */
  #reading: Turns | null = null;
  /** One reading at a time has the engine. */
  #lastRead: Promise<void> = Promise.resolve();
  #newest = new AbortController();
  #read = new AbortController();

  constructor(core: WebAssembly.Module, load: LoadModule = noModule) {
    this.core = core;
    this.#load = load;
    this.#engine = new EvictionEngine(core);
  }

  /** What a feature keeps from one request to the next; made when it is first asked for. */
  keep<T extends object>(kind: KeptClass<T>, make: () => T): T {
    const known = this.#kept.get(kind);
    if (known instanceof kind) return known;
    const made = make();
    this.#kept.set(kind, made);
    return made;
  }

  /** The module of another policy, which is loaded when it is first asked for. */
  async module(policy: Policy): Promise<WebAssembly.Module> {
    if (policy === "eviction") return this.core;
    const known = this.#modules.get(policy) ?? this.#load(policy);
    this.#modules.set(policy, known);
    try {
      return await known;
    } catch (error) {
      this.#modules.delete(policy);
      throw error;
    }
  }

  /** For questions about other configurations than the run's. */
  get questionEngine(): EvictionEngine {
    this.#questionEngine ??= new EvictionEngine(this.core);
    return this.#questionEngine;
  }

  /** The documents of the opened capture, to be read again as they came. */
  get given(): NamedCapture {
    if (this.#given === null) throw new UnreadableError("No capture is open; open one.");
    return this.#given;
  }

  /** The capture as it was opened. */
  get opened(): FrozenCapture {
    if (this.#capture === null) throw new Error("No capture is open.");
    return this.#capture;
  }

  isOpen(capture: FrozenCapture): boolean {
    return capture === this.#capture;
  }

  /** The capture with its pods as they were changed for the run decided last. */
  get inForce(): FrozenCapture {
    return this.#inForce ?? this.opened;
  }

  /** The policy decided last. */
  get policy(): PolicyInput {
    return this.#policy;
  }

  /** Aborted by the next request to open a capture or to decide. */
  get untilSuperseded(): AbortSignal {
    return this.#newest.signal;
  }

  /** Aborted when a capture is read, which ends the run. */
  get untilRead(): AbortSignal {
    return this.#read.signal;
  }

  /** Waits for deciding: the run must not move to another step while it decides. */
  async whenDecided(): Promise<void> {
    for (let deciding: unknown = null; deciding !== this.#deciding; ) {
      deciding = this.#deciding;
      await deciding;
    }
  }

  /** The run decided last. */
  async decided(): Promise<DecidedRun> {
    await this.whenDecided();
    const run = this.#run;
    if (run === null) throw new Superseded("The run is at an end.");
    return { run, turns: new Turns(() => run === this.#run) };
  }

  /** A configuration as the core takes it, for the opened capture. */
  policyJson(input: PolicyInput) {
    return this.#readPolicy.json(input, this.opened.options);
  }

  /** The documents at a step as they came, with the pods of the run decided last. */
  sceneAt(position: number): Promise<Scene | null> {
    const [given, changes, kept] = [this.given, this.#changes, this.#scene];
    const key = JSON.stringify(changes);
    if (kept?.given === given && kept.position === position && kept.key === key) return kept.scene;
    const turns = new Turns(() => given === this.#given);
    const scene = given
      .open()
      .then((capture) => sceneAt(changedCapture(capture, changes), position, turns));
    this.#scene = { given, position, key, scene };
    return scene;
  }

  /** The run decided last, and the policy that it has. */
  async analyzed(): Promise<AnalyzedRun> {
    const { run, turns } = await this.decided();
    return { run, turns, json: this.policyJson(this.#policy).json };
  }

  /** The ranking by memory at a step, and the documents there; null where either is not there. */
  async rankedScene({ run }: AnalyzedRun, position: number): Promise<RankedScene | null> {
    // The Summary as it came: a decoded one does not hold what each process has.
    const scene = await this.sceneAt(position);
    if (run !== this.#run) throw new Superseded("The run is at an end.");
    run.goTo(position);
    const decision = run.rankedBy("memory.available")?.parse() ?? null;
    return scene === null || decision === null ? null : { scene, decision };
  }

  /** Documents that are answered in another way belong to a Summary that may follow. */
  async remember(documents: readonly GivenDocument[]): Promise<void> {
    try {
      this.#earlier.with(await Promise.all(documents.map(recognize)));
    } catch (error) {
      // Others belong to no Summary.
      if (!(error instanceof UnreadableError)) throw error;
    }
  }

  /** A configuration interrupts nothing: pods that are being changed stay changed. */
  async open(request: RequestOf<"open">, reply: Reply): Promise<void> {
    const recognized = await Promise.all(request.documents.map(recognize));
    const { documents, completes } = this.#earlier.with(recognized);
    const { capture, captured, isRecorded, configuration, taken } = together(documents);
    const change = isRecorded ? null : configuration;
    const opened = { taken, configuration: change, documents: captured, completes };
    if (capture === null) return reply({ kind: "opened", opened: { ...opened, capture } });
    const turns = this.#newTurns();
    this.#reading = turns;
    try {
      const { name } = capture;
      const frozen = await this.#freeze(await capture.open(this.#engine), turns, reply);
      if (frozen.steps.length === 0) {
        throw new UnreadableError(
          `${name} has no record that can be replayed; give a longer capture.`,
        );
      }
      this.#given = capture;
      this.#capture = frozen;
      this.#changed = null;
      const recorded = isRecorded ? configuration?.text : undefined;
      const outline = outlineOf(name, frozen, recorded);
      reply({ kind: "opened", opened: { ...opened, capture: outline } });
    } finally {
      if (this.#reading === turns) this.#reading = null;
    }
  }

  /** The run ends, since the engine is needed; the capture that is open stays so. */
  async #freeze(capture: Capture, turns: Turns, reply: Reply): Promise<FrozenCapture> {
    const before = this.#lastRead;
    let end = () => {};
    this.#lastRead = new Promise((resolve) => {
      end = resolve;
    });
    try {
      await before;
      await turns.rest();
      this.#run = null;
      this.#read.abort();
      this.#read = new AbortController();
      const progress = reportProgress(reply, null);
      return await freezeCapture(this.#engine, capture, turns, progress);
    } finally {
      end();
    }
  }

  /** The capture with its pods changed; it is read again when they are changed otherwise. */
  async #captureWith(
    changes: readonly PodChange[],
    turns: Turns,
    reply: Reply,
  ): Promise<FrozenCapture> {
    const original = this.opened;
    if (changes.length === 0) return original;
    const key = JSON.stringify(changes);
    if (this.#changed?.key === key) return this.#changed.capture;
    const given = await this.given.open();
    const capture = await this.#freeze(changedCapture(given, changes), turns, reply);
    const problem = capture.problems.find((each) => !original.problems.includes(each));
    if (problem !== undefined) throw new PodsRefused(problem);
    this.#changed = { key, capture };
    return capture;
  }

  async decide(request: RequestOf<"decide">, reply: Reply): Promise<void> {
    if (this.#reading !== null) throw new Superseded("Documents are being read.");
    const { json, notes } = this.policyJson(request.policy);
    const turns = this.#newTurns();
    const capture = await this.#captureWith(request.changes, turns, reply);
    const run = new Run(this.#engine, capture, json);
    this.#run = run;
    this.#inForce = capture;
    this.#policy = request.policy;
    this.#changes = request.changes;
    const [recorded] = capture.evictions;
    const extent = {
      ...{ count: capture.steps.length, position: request.position, turns },
      otherwise: recorded?.step ?? 0,
    };
    const deciding = decideAll(run, extent);
    this.#deciding = deciding.catch(() => {});
    const all = await deciding;
    reply({ kind: "decided", decided: { policy: run.policy, notes, ...all } });
    if (request.preview) return;
    const progress = reportProgress(reply, extent.count);
    const read = await readSignals(run, extent.count, turns, progress);
    reply({ kind: "signals", ...read });
  }

  /** Everything that was asked for before gives way. */
  #newTurns(): Turns {
    this.#newest.abort();
    this.#newest = new AbortController();
    const { signal } = this.#newest;
    return new Turns(() => !signal.aborted);
  }
}

/** `recorded`: the text of the configuration, where it was given with a capture that lacks one. */
function outlineOf(
  name: string,
  { header, options, steps, evictions, problems }: FrozenCapture,
  recorded: string | undefined,
) {
  const kubelet = header?.kubelet ?? options.kubeletVersion;
  const shared = header?.scenario === undefined ? null : readScenario(header.scenario);
  const leftOut = shared === null ? null : sentenceAbout(shared);
  const outline: CaptureOutline = {
    name,
    ...(header?.node === undefined ? {} : { node: header.node }),
    ...(kubelet === undefined ? {} : { kubelet }),
    times: Float64Array.from(steps, ({ time }) => Number(time) / NANOSECONDS_PER_MILLISECOND),
    configuration: recorded ?? configurationOf(header),
    evictions,
    problems: leftOut === null ? problems : [leftOut, ...problems],
    ...(shared === null ? {} : { scenario: shared.scenario }),
  };
  return outline;
}

function configurationOf(header: CaptureHeader | null): string | null {
  const recorded = header?.config;
  if (recorded === undefined || recorded === null) return null;
  return stringify({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    ...recorded,
  });
}
