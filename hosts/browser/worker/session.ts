import { stringify } from "yaml";
import { Detail, Status } from "../../../assembly/abi.ts";
import type { Capture, CaptureHeader } from "../../shared/capture.ts";
import type { Decision, PodName } from "../../shared/decision.ts";
import { Engine } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";
import { type FrozenCapture, freezeCapture } from "../../shared/frozen/frozenCapture.ts";
import { Run } from "../../shared/frozen/run.ts";
import { Comparisons } from "../compare/worker.ts";
import { changedCapture } from "../pods/worker.ts";
import type { Answer, CaptureOutline, GivenDocument, Request } from "../protocol.ts";
import { readScenario, sentenceAbout } from "../share/scenario.ts";
import { Sweeps } from "../sweep/worker.ts";
import { limitsOf } from "../threshold/worker.ts";
import { policyJson } from "./policyJson.ts";
import { recognise, Unreadable } from "./recognise.ts";
import { readSignals } from "./signals.ts";
import { decideAll } from "./timeline.ts";
import { Superseded, Turns } from "./turns.ts";

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** Milliseconds; more often would only keep the page busy. */
const PROGRESS_EVERY_MILLISECONDS = 100;

type Reply = (answer: Answer) => void;
type RequestOf<K extends Request["kind"]> = K extends unknown
  ? Extract<Request, { readonly kind: K }>
  : never;

/**
 * One opened capture and the policy decided last. Reading gives way to newer documents, deciding to
 * newer documents and policies; a request for a step waits until deciding is done.
 */
export class Session {
  readonly #engine: Engine;
  /** For questions about other configurations than the run's. */
  readonly #questionEngine: () => Engine;
  #documents: readonly GivenDocument[] = [];
  #capture: FrozenCapture | null = null;
  #run: Run | null = null;
  /** What `#run` was configured with. */
  #json = "";
  readonly #comparisons: Comparisons;
  readonly #sweeps: Sweeps;
  #deciding: Promise<unknown> = Promise.resolve();
  /** The turns of documents that are being read. */
  #reading: Turns | null = null;
  #generation = 0;

  constructor(core: WebAssembly.Module) {
    this.#engine = new Engine(core);
    this.#comparisons = new Comparisons(core);
    this.#sweeps = new Sweeps(core);
    let engine: Engine | null = null;
    this.#questionEngine = () => {
      engine ??= new Engine(core);
      return engine;
    };
  }

  async answer(request: Request, reply: Reply): Promise<void> {
    if (request.kind === "open") return this.#open(request, reply);
    if (request.kind === "change") return this.#change(request, reply);
    if (request.kind === "decide") return this.#decide(request, reply);
    if (request.kind === "limits") {
      return reply({
        kind: "limits",
        limits: limitsOf(this.#questionEngine(), this.#opened(), request),
      });
    }
    if (request.kind === "compare") return this.#compare(request, reply);
    if (request.kind === "share" || request.kind === "link") return this.#share(request, reply);
    if (request.kind === "sweep") return this.#sweep(request, reply);
    if (request.kind === "stopSweep") {
      this.#sweeps.stop();
      return reply({ kind: "stopped" });
    }
    return this.#ask(request, reply);
  }

  #open({ documents }: RequestOf<"open">, reply: Reply): Promise<void> {
    return this.#read((turns) => this.#openDocuments(documents, turns, reply));
  }

  async #openDocuments(
    documents: readonly GivenDocument[],
    turns: Turns,
    reply: Reply,
  ): Promise<void> {
    const recognised = await recognise(documents, this.#engine);
    if (recognised.document === "configuration") {
      reply({ kind: "opened", opened: recognised });
      return;
    }
    const { name, capture } = recognised;
    const frozen = await this.#freeze(capture, turns, reply);
    if (frozen.steps.length === 0) {
      throw new Unreadable(`${name} has no record that can be replayed; give a longer capture.`);
    }
    this.#documents = documents;
    const outline = outlineOf(name, frozen);
    reply({ kind: "opened", opened: { document: "capture", capture: outline } });
  }

  #change({ changes }: RequestOf<"change">, reply: Reply): Promise<void> {
    return this.#read(async (turns) => {
      const recognised = await recognise(this.#documents, this.#engine);
      if (recognised.document !== "capture") return;
      const frozen = await this.#freeze(changedCapture(recognised.capture, changes), turns, reply);
      reply({ kind: "changed", problems: frozen.problems });
    });
  }

  /** Reading gives way to other reading only: its answer is what the page decides on next. */
  async #read(read: (turns: Turns) => Promise<void>): Promise<void> {
    const turns = this.#newTurns();
    this.#reading = turns;
    try {
      await read(turns);
    } finally {
      if (this.#reading === turns) this.#reading = null;
    }
  }

  /** The last capture stays open until this one is read to its end; its run has ended. */
  async #freeze(capture: Capture, turns: Turns, reply: Reply): Promise<FrozenCapture> {
    this.#run = null;
    this.#sweeps.stop();
    const progress = sometimes((done) => reply({ kind: "progress", done, total: null }));
    const frozen = await freezeCapture(this.#engine, capture, turns, progress);
    if (frozen.steps.length > 0) this.#capture = frozen;
    return frozen;
  }

  async #decide(request: RequestOf<"decide">, reply: Reply): Promise<void> {
    if (this.#reading !== null) throw new Superseded("Documents are being read.");
    const capture = this.#opened();
    const began = performance.now();
    const { json, notes } = policyJson(request.policy, capture.options);
    const run = new Run(this.#engine, capture, json);
    const turns = this.#newTurns();
    this.#run = run;
    this.#json = json;
    const extent = { count: capture.steps.length, position: request.position, turns };
    const deciding = decideAll(run, extent);
    this.#deciding = deciding.catch(() => {});
    const { timeline, decision } = await deciding;
    const milliseconds = performance.now() - began;
    const decided = { policy: run.policy, notes, timeline, decision, milliseconds };
    reply({ kind: "decided", decided });
    if (request.preview) return;
    const progress = sometimes((done) => reply({ kind: "progress", done, total: extent.count }));
    reply({ kind: "signals", signals: await readSignals(run, extent.count, turns, progress) });
  }

  async #compare({ a }: RequestOf<"compare">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const capture = this.#opened();
    if (this.#run === null) throw new Superseded("The run is at an end.");
    const jsons = [policyJson(a, capture.options).json, this.#json] as const;
    const total = capture.steps.length;
    const progress = sometimes((done) => reply({ kind: "progress", done, total }));
    const compared = await this.#comparisons.compare(capture, jsons, progress);
    reply({ kind: "compared", compared });
  }

  async #sweep({ policy, axes }: RequestOf<"sweep">, reply: Reply): Promise<void> {
    const total = axes.reduce((product, { values }) => product * values.length, 1);
    const progress = sometimes((done) => reply({ kind: "progress", done, total }));
    const swept = await this.#sweeps.sweep(this.#opened(), policy, axes, progress);
    reply({ kind: "swept", swept });
  }

  async #ask(request: RequestOf<"ask" | "explain">, reply: Reply): Promise<void> {
    await this.#decidedLast();
    const { position } = request;
    const step = this.#opened().steps[position];
    const run = this.#run;
    // The capture is being read again: the next decisions come with their own step.
    if (step === undefined || run === null) throw new Superseded("The run is at an end.");
    run.goTo(position);
    const isAboutPod = request.kind === "explain";
    const decision = isAboutPod ? explained(run, request.pod) : inFull(run);
    reply({ kind: "step", decision, memory: step.memory, problems: step.problems });
  }

  /** Rarely used, so in a script of its own. It interrupts no decision. */
  async #share(request: RequestOf<"share" | "link">, reply: Reply): Promise<void> {
    const { openLink, share } = await import("../share/worker.ts");
    if (request.kind === "link") {
      return reply({ kind: "linked", linked: await openLink(request.fragment) });
    }
    const turns = new Turns(() => true);
    reply({
      kind: "shared",
      shared: await share(this.#documents, request.share, this.#questionEngine(), turns),
    });
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

/** Where nothing drives eviction, only the highest detail has the ranking of the pods. */
function inFull(run: Run): Decision | null {
  const decision = run.decision(Detail.Arithmetic)?.parse() ?? null;
  if (decision === null || decision.ranking !== undefined) return decision;
  return run.decision(Detail.Counterfactuals)?.parse() ?? null;
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
