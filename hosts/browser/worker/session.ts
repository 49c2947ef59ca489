import { stringify } from "yaml";
import type { Decision, PodName } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import {
  type FrozenCapture,
  freezeCapture,
} from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import type { Capture, CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { Detail, Status } from "../../../assembly/abi.ts";
import type { AdmissionJudge } from "../features/admission/worker.ts";
import { Comparisons } from "../features/compare/worker.ts";
import { fallOf } from "../features/headroom/worker.ts";
import type { KernelJudge } from "../features/oom/worker.ts";
import { podProblem } from "../features/pods/worker.ts";
import { Sweeps } from "../features/sweep/worker.ts";
import { limitsOf } from "../features/threshold/worker.ts";
import { readUsage } from "../features/usage/worker.ts";
import type {
  Answer,
  CaptureOutline,
  GivenDocument,
  PolicyInput,
  Request,
} from "../session/protocol.ts";
import { type PodChange, readScenario, sentenceAbout } from "../session/scenario.ts";
import { Superseded, Turns } from "../session/turns.ts";
import { changedCapture } from "./changedCapture.ts";
import { EarlierDocuments } from "./earlierDocuments.ts";
import { policyJson } from "./policyJson.ts";
import { recognize, Unreadable } from "./recognize.ts";
import { Records } from "./records.ts";
import { type AnalyzedRun, sceneAt } from "./scene.ts";
import { readSignals } from "./signals.ts";
import { decideAll } from "./timeline.ts";

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** Milliseconds; more often would only keep the page busy. */
const PROGRESS_EVERY_MILLISECONDS = 100;

type Reply = (answer: Answer) => void;
type RequestOf<K extends Request["kind"]> = K extends unknown
  ? Extract<Request, { readonly kind: K }>
  : never;

/** The opened capture with its pods changed, and how they were. */
interface ChangedCapture {
  readonly key: string;
  readonly capture: FrozenCapture;
}

/** Changed pods that the engine refuses; the message is its sentence. */
export class PodsRefused extends Error {
  override readonly name = "PodsRefused";
}

/**
 * One opened capture and the policy decided last. Reading gives way to newer documents, deciding to
 * newer documents and policies; a request for a step waits until deciding is done.
 */
export class Session {
  readonly #engine: EvictionEngine;
  /** For questions about other configurations than the run's. */
  readonly #questionEngine: () => EvictionEngine;
  #documents: readonly GivenDocument[] = [];
  readonly #earlier = new EarlierDocuments();
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
  readonly #comparisons: Comparisons;
  readonly #sweeps: Sweeps;
  readonly #records: Records;
  #kernel: Promise<KernelJudge> | null = null;
  #admission: Promise<AdmissionJudge> | null = null;
  #deciding: Promise<unknown> = Promise.resolve();
  /** The turns of documents that are being read. */
  #reading: Turns | null = null;
  /** One reading at a time has the engine. */
  #lastRead: Promise<void> = Promise.resolve();
  #generation = 0;

  constructor(core: WebAssembly.Module) {
    this.#engine = new EvictionEngine(core);
    this.#comparisons = new Comparisons(core);
    this.#sweeps = new Sweeps(core);
    this.#records = new Records(core);
    let engine: EvictionEngine | null = null;
    this.#questionEngine = () => {
      engine ??= new EvictionEngine(core);
      return engine;
    };
  }

  async answer(request: Request, reply: Reply): Promise<void> {
    if (request.kind === "open") return this.#open(request, reply);
    if (request.kind === "checkPod") {
      const problem = podProblem(this.#questionEngine(), request.change);
      return reply({ kind: "podChecked", problem });
    }
    if (request.kind === "record") return this.#record(request, reply);
    if (request.kind === "usage" || request.kind === "usageOfWindow") {
      return this.#usage(request, reply);
    }
    if (request.kind === "decide") return this.#decide(request, reply);
    if (request.kind === "limits") {
      return reply({
        kind: "limits",
        limits: limitsOf(this.#questionEngine(), this.#inForce ?? this.#opened(), request),
      });
    }
    if (request.kind === "fall") return this.#fall(request, reply);
    if (request.kind === "kernel" || request.kind === "kernelCourse") {
      return this.#judge(request, reply);
    }
    if (request.kind === "admission") return this.#admit(request, reply);
    if (request.kind === "compare") return this.#compare(request, reply);
    if (request.kind === "share" || request.kind === "link" || request.kind === "address") {
      return this.#share(request, reply);
    }
    if (request.kind === "sweep") return this.#sweep(request, reply);
    if (request.kind === "stopSweep") {
      this.#sweeps.stop();
      return reply({ kind: "stopped" });
    }
    return this.#ask(request, reply);
  }

  /** A configuration interrupts nothing: pods that are being changed stay changed. */
  async #open(request: RequestOf<"open">, reply: Reply): Promise<void> {
    const { documents, completes } = await this.#earlier.with(request.documents);
    const { capture, captured, ...others } = await recognize(documents);
    const opened = { ...others, documents: captured, completes };
    if (capture === null) return reply({ kind: "opened", opened: { ...opened, capture } });
    const turns = this.#newTurns();
    this.#reading = turns;
    try {
      const { name } = capture;
      // Opened once more: with an engine, each line is read once.
      const reopened = captured.length === 1 ? await recognize(captured, this.#engine) : null;
      const given = reopened?.capture ?? capture;
      const frozen = await this.#freeze(given.capture, turns, reply);
      if (frozen.steps.length === 0) {
        throw new Unreadable(`${name} has no record that can be replayed; give a longer capture.`);
      }
      this.#documents = captured;
      this.#capture = frozen;
      this.#changed = null;
      this.#records.forget();
      const outline = outlineOf(name, frozen);
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
      this.#sweeps.stop();
      const progress = sometimes((done) => reply({ kind: "progress", done, total: null }));
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
    const original = this.#opened();
    if (changes.length === 0) return original;
    const key = JSON.stringify(changes);
    if (this.#changed?.key === key) return this.#changed.capture;
    const { capture: given } = await recognize(this.#documents);
    if (given === null) throw new Unreadable("No capture is open; open one.");
    const capture = await this.#freeze(changedCapture(given.capture, changes), turns, reply);
    const problem = capture.problems.find((each) => !original.problems.includes(each));
    if (problem !== undefined) throw new PodsRefused(problem);
    this.#changed = { key, capture };
    return capture;
  }

  async #decide(request: RequestOf<"decide">, reply: Reply): Promise<void> {
    if (this.#reading !== null) throw new Superseded("Documents are being read.");
    const { json, notes } = policyJson(request.policy, this.#opened().options);
    const turns = this.#newTurns();
    const capture = await this.#captureWith(request.changes, turns, reply);
    const began = performance.now();
    const run = new Run(this.#engine, capture, json);
    this.#run = run;
    this.#inForce = capture;
    this.#policy = request.policy;
    this.#changes = request.changes;
    const extent = { count: capture.steps.length, position: request.position, turns };
    const deciding = decideAll(run, extent);
    this.#deciding = deciding.catch(() => {});
    const all = await deciding;
    const milliseconds = performance.now() - began;
    reply({ kind: "decided", decided: { policy: run.policy, notes, ...all, milliseconds } });
    if (request.preview) return;
    const progress = sometimes((done) => reply({ kind: "progress", done, total: extent.count }));
    const read = await readSignals(run, extent.count, turns, progress);
    reply({ kind: "signals", ...read });
  }

  async #record({ text }: RequestOf<"record">, reply: Reply): Promise<void> {
    const capture = this.#opened();
    const { json } = policyJson({ text, options: {} }, capture.options);
    const turns = new Turns(() => capture === this.#capture);
    reply({ kind: "record", record: await this.#records.run(capture, json, turns) });
  }

  async #usage({ of }: RequestOf<"usage" | "usageOfWindow">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const run = this.#run;
    if (run === null) throw new Superseded("The run is at an end.");
    const turns = new Turns(() => run === this.#run);
    for (const question of of) {
      reply({ kind: "usage", usage: await readUsage(run, { ...question, turns }) });
    }
  }

  /** On the documents as they came: a decoded Summary cannot be changed. */
  async #fall(request: RequestOf<"fall">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const { capture: given } = await recognize(this.#documents);
    if (given === null) throw new Unreadable("No capture is open; open one.");
    const scene = await sceneAt(changedCapture(given.capture, this.#changes), request.position);
    const options = { ...this.#policy.options, whatIf: !request.isTakenAgain };
    const { json } = policyJson({ ...this.#policy, options }, this.#opened().options);
    const fell = scene === null ? null : fallOf(this.#questionEngine(), scene, json, request);
    reply({ kind: "fell", fell });
  }

  /** In a script of its own, since nothing of it is needed for the first decision. */
  async #judge(request: RequestOf<"kernel" | "kernelCourse">, reply: Reply): Promise<void> {
    this.#kernel ??= import("../features/oom/worker.ts").then(
      ({ KernelJudge }) => new KernelJudge(request.module),
    );
    const kernel = await this.#kernel;
    const { judged, turns } = await this.#judgedRun();
    if (request.kind === "kernel") {
      const view = await kernel.view(judged, request.position, turns);
      return reply({ kind: "kernel", view });
    }
    const course = await kernel.course(judged, this.#inForce?.steps.length ?? 0, turns);
    reply({ kind: "kernelCourse", course });
  }

  /** As with the kernel: a script and a module of its own. */
  async #admit({ module, position, asked }: RequestOf<"admission">, reply: Reply): Promise<void> {
    this.#admission ??= import("../features/admission/worker.ts").then(
      ({ AdmissionJudge }) => new AdmissionJudge(module),
    );
    const judge = await this.#admission;
    const { judged, turns } = await this.#judgedRun();
    reply(await judge.answer(judged, position, asked, turns));
  }

  /** The run decided last, with the documents as they came. */
  async #judgedRun(): Promise<{ readonly judged: AnalyzedRun; readonly turns: Turns }> {
    await this.#decidedLast();
    const run = this.#run;
    const { capture: given } = await recognize(this.#documents);
    if (run === null || run !== this.#run || given === null) {
      throw new Superseded("The run is at an end.");
    }
    const { json } = policyJson(this.#policy, this.#opened().options);
    const capture = changedCapture(given.capture, this.#changes);
    return { judged: { run, json, capture }, turns: new Turns(() => run === this.#run) };
  }

  async #compare({ a, isRecorded }: RequestOf<"compare">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const capture = this.#inForce;
    if (this.#run === null || capture === null) throw new Superseded("The run is at an end.");
    const captures = [isRecorded ? this.#opened() : capture, capture] as const;
    const b = { ...this.#policy, options: a.options };
    const jsons = [
      policyJson(a, capture.options).json,
      policyJson(b, capture.options).json,
    ] as const;
    const total = capture.steps.length;
    const progress = sometimes((done) => reply({ kind: "progress", done, total }));
    const compared = await this.#comparisons.compare(captures, jsons, progress);
    reply({ kind: "compared", compared });
  }

  async #sweep({ policy, axes }: RequestOf<"sweep">, reply: Reply): Promise<void> {
    const total = axes.reduce((product, { values }) => product * values.length, 1);
    const progress = sometimes((done) => reply({ kind: "progress", done, total }));
    const swept = await this.#sweeps.sweep(this.#inForce ?? this.#opened(), policy, axes, progress);
    reply({ kind: "swept", swept });
  }

  async #ask(request: RequestOf<"ask" | "explain">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const { position } = request;
    const step = this.#inForce?.steps[position];
    const run = this.#run;
    // The capture is being read again: the next decisions come with their own step.
    if (step === undefined || run === null) throw new Superseded("The run is at an end.");
    run.goTo(position);
    const isAboutPod = request.kind === "explain";
    const decision = isAboutPod
      ? explained(run, request.pod)
      : (run.decision(Detail.Counterfactuals)?.parse() ?? null);
    reply({ kind: "step", decision, memory: step.memory, problems: step.problems });
  }

  /** Rarely used, so in a script of its own. It interrupts no decision. */
  async #share(request: RequestOf<"share" | "link" | "address">, reply: Reply): Promise<void> {
    const { addressOf, openLink, share } = await import("../features/share/worker.ts");
    if (request.kind === "link") {
      return reply({ kind: "linked", linked: await openLink(request.fragment) });
    }
    const turns = new Turns(() => true);
    if (request.kind === "address") {
      const work = { engine: this.#questionEngine(), turns, progress: () => {} };
      const fragment = await addressOf(this.#documents, request.scenario, work);
      return reply({ kind: "address", fragment });
    }
    const total = this.#opened().steps.length;
    const progress = sometimes((done) => reply({ kind: "progress", done, total }));
    const work = { engine: this.#questionEngine(), turns, progress };
    reply({ kind: "shared", shared: await share(this.#documents, request.share, work) });
  }

  /** The run must not move to another step while it decides. */
  async #decidedLast(): Promise<void> {
    for (let deciding: unknown = null; deciding !== this.#deciding; ) {
      deciding = this.#deciding;
      await deciding;
    }
  }

  /** Everything that was asked for before gives way. */
  #newTurns(): Turns {
    this.#comparisons.stop();
    const generation = ++this.#generation;
    return new Turns(() => generation === this.#generation);
  }

  #opened(): FrozenCapture {
    if (this.#capture === null) throw new Error("No capture is open.");
    return this.#capture;
  }
}

/** Null when the pod is not on the node in this step. */
function explained(run: Run, pod: PodName): Decision | null {
  try {
    return run.explain(pod)?.parse() ?? null;
  } catch (error) {
    if (error instanceof EngineError && error.answer.status === Status.NotFound) return null;
    throw error;
  }
}

function outlineOf(name: string, { header, options, steps, problems }: FrozenCapture) {
  const kubelet = header?.kubelet ?? options.kubeletVersion;
  const shared = header?.scenario === undefined ? null : readScenario(header.scenario);
  const leftOut = shared === null ? null : sentenceAbout(shared);
  const outline: CaptureOutline = {
    name,
    ...(header?.node === undefined ? {} : { node: header.node }),
    ...(kubelet === undefined ? {} : { kubelet }),
    times: Float64Array.from(steps, ({ time }) => Number(time) / NANOSECONDS_PER_MILLISECOND),
    configuration: configurationOf(header),
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

function sometimes(report: (done: number) => void): (done: number) => void {
  let last = 0;
  return (done) => {
    const now = performance.now();
    if (now - last < PROGRESS_EVERY_MILLISECONDS) return;
    last = now;
    report(done);
  };
}
