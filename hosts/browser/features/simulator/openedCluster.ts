import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import type { RefusalGroup } from "../../../../analysis/questions/schedule/refusalGroups.ts";
import type { ClusterRun, WordedEvent } from "../../../../analysis/questions/simulate/moments.ts";
import { goalOf } from "../../../../analysis/questions/simulate/remedies/goal.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { WorkerClient } from "../../session/client.ts";
import { addressOf, compiledModule } from "../../session/modules.ts";
import { notLoadedText } from "../../state/words.ts";
import { type ClusterExample, isOfDrain } from "./clusterList.ts";
import type { ClusterPlace, Clusters } from "./clusters.ts";
import { OpenedDrain } from "./openedDrain.ts";
import type { ClusterAnswer, ClusterRequest, ClusterTexts, FoundRemedies } from "./protocol.ts";
import { noChangeText, SIMULATOR_NOT_LOADED } from "./words.ts";

/** Milliseconds without a move after which the address is written. */
const QUIET_MILLISECONDS = 300;
/** Milliseconds for which a moment is shown while it plays, and one in which something happens. */
const FRAME_MILLISECONDS = 130;
const EVENT_MILLISECONDS = 700;
const BEGINNING_SECONDS = 0.001;
/** Times in addresses are rounded less than this much, and sums of seconds are. */
const ROUNDING_SECONDS = 1e-9;

export interface Explained {
  readonly node: string;
  readonly time: number;
  readonly decision: Decision;
}

/** Which nodes refuse the pod of the event that was chosen. */
export interface Refusals {
  readonly event: WordedEvent;
  /** Null where that is not known any more. */
  readonly groups: readonly RefusalGroup[] | null;
}

interface Tried {
  readonly change: number;
  readonly run: ClusterRun;
}

export type ClusterTab = "events" | "explanation";

/** One cluster on show: how it was simulated, what was found, and what is looked at. */
export class OpenedCluster {
  readonly example: ClusterExample;
  readonly problem = signal<string | null>(null);
  /** What is inferred, assumed and followed of the objects. */
  readonly notes = signal<readonly string[]>([]);
  /** Where the example is a drain: nothing is simulated then. */
  readonly drain: OpenedDrain;
  /** As the example is. */
  readonly own = signal<ClusterRun | null>(null);
  /** With a change. */
  readonly tried = signal<Tried | null>(null);
  readonly run = computed(() => this.tried.value?.run ?? this.own.value);
  readonly found = signal<FoundRemedies | null>(null);
  /** What such a change is searched for. */
  readonly goal = computed(() => (this.own.value === null ? null : goalOf(this.own.value.verdict)));
  /** Runs of a search under way. */
  readonly searched = signal<number | null>(null);
  /** The moment that is looked at, by its place. */
  readonly position = signal(0);
  /** The event that was chosen, by its place; null between events. */
  readonly chosen = signal<number | null>(null);
  readonly explained = signal<Explained | null>(null);
  readonly refusals = signal<Refusals | null>(null);
  readonly playing = signal(false);
  readonly tab = signal<ClusterTab>("events");
  /** Whether a phone shows the events and why they come, which it folds. */
  readonly isUnfolded = signal(false);
  /** What is changed in the example, in a sentence; null for the example as it is. */
  readonly changed = computed(() => {
    const remedy = this.found.value?.remedies[this.tried.value?.change ?? -1];
    return remedy === undefined ? this.drain.changed.value : changeSentence(remedy);
  });
  readonly steps = computed(() => this.run.value?.moments.length ?? 0);
  readonly moment = computed(() => this.run.value?.moments[this.position.value] ?? null);
  /** The last event up to the moment; -1 before the first. */
  readonly lastEvent = computed(() => {
    const time = this.moment.value?.time ?? 0;
    return (this.run.value?.events ?? []).findLastIndex((event) => event.time <= time);
  });
  readonly #client: WorkerClient<ClusterRequest, ClusterAnswer>;
  readonly #stop: () => void;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #hasMoved = false;
  #asked = 0;

  constructor({ example, change, at }: ClusterPlace, clusters: Clusters) {
    this.example = example;
    const worker = new Worker(addressOf("cluster-worker"), { type: "module" });
    worker.onerror = () => {
      this.problem.value = SIMULATOR_NOT_LOADED;
    };
    this.#client = new WorkerClient(worker);
    this.drain = new OpenedDrain(
      (request, onAnswer) => this.#ask(request, onAnswer),
      (change) => clusters.note(change, null),
    );
    this.#hasMoved = at !== null;
    void this.#open(change, at);
    const stopNaming = effect(() => {
      const events = this.run.value?.events ?? [];
      clusters.jumps.value = events.map(({ time, words }, index) => ({
        title: `${virtualTime(time)} ${words}`,
        go: () => this.choose(index),
      }));
    });
    let noted: Tried | null = null;
    const stopNoting = effect(() => {
      const [tried, moment] = [this.tried.value, this.moment.value];
      clearTimeout(this.#pause);
      if (moment === null) return;
      const note = () => clusters.note(tried?.change ?? null, this.#hasMoved ? moment.time : null);
      // A change can be undone immediately; moments follow each other.
      if (tried !== noted) untracked(note);
      else this.#pause = setTimeout(note, QUIET_MILLISECONDS);
      noted = tried;
    });
    this.#stop = () => {
      stopNaming();
      stopNoting();
      clusters.jumps.value = [];
    };
  }

  close(): void {
    clearTimeout(this.#pause);
    this.#stop();
    this.#client.close();
  }

  goTo(position: number): void {
    this.#hasMoved = true;
    batch(() => {
      this.position.value = Math.max(0, Math.min(position, this.steps.peek() - 1));
      this.chosen.value = null;
    });
  }

  goBy(steps: number): void {
    this.goTo(this.position.peek() + steps);
  }

  goToTime(time: number): void {
    this.goTo(this.#positionAt(time));
  }

  /** The next event, or the one before; several of one moment are one after the other. */
  goToEvent(by: 1 | -1): void {
    const events = this.run.peek()?.events ?? [];
    const now = this.chosen.peek();
    const last = this.lastEvent.peek();
    const isOn = events[last]?.time === this.moment.peek()?.time;
    const before = now ?? (by > 0 || isOn ? last : last + 1);
    this.choose(Math.min(Math.max(before + by, 0), events.length - 1));
  }

  hasEvent(by: 1 | -1): boolean {
    const { length } = this.run.value?.events ?? [];
    if (by > 0) return this.chosen.value !== length - 1;
    return this.lastEvent.value > 0 || this.chosen.value !== null;
  }

  /** A moment with an event is looked at for longer. */
  playOn(): number {
    this.goBy(1);
    const event = this.run.peek()?.events[this.lastEvent.peek()];
    const isEvent = event !== undefined && event.time === this.moment.peek()?.time;
    return isEvent ? EVENT_MILLISECONDS : FRAME_MILLISECONDS;
  }

  /** Goes to an event, and has it explained. */
  choose(index: number): void {
    const event = this.run.peek()?.events[index];
    if (event === undefined) return;
    this.#hasMoved = true;
    batch(() => {
      this.position.value = this.#positionAt(event.time);
      this.chosen.value = index;
      this.explained.value = null;
    });
    this.#askScheduler(event);
    const { node, kind, pod, time } = event;
    if (node === undefined || !isOfKubelet(event)) return;
    const isEviction = kind === "Evicted" && pod !== undefined;
    this.explain(node, time, isEviction ? podText(pod) : null);
  }

  #askScheduler(event: WordedEvent): void {
    const { kind, pod, time, message } = event;
    if (kind !== "FailedScheduling" || pod === undefined || message === undefined) return;
    const change = this.tried.peek()?.change ?? null;
    this.#ask({ kind: "refusals", time, pod, message, change }, (answer) => {
      if (answer.kind === "refusals") this.refusals.value = { event, groups: answer.groups };
    });
  }

  /** What the kubelet of a node decides at a moment. */
  explain(node: string, moment: number, pod: string | null = null): void {
    const change = this.tried.peek()?.change ?? null;
    const asked = ++this.#asked;
    // Nothing is simulated up to the beginning.
    const time = Math.max(moment, BEGINNING_SECONDS);
    this.#ask({ kind: "explain", node, time, pod, change }, (answer) => {
      if (answer.kind !== "explained" || asked !== this.#asked) return;
      this.explained.value = { node, time: answer.time, decision: answer.decision };
    });
  }

  /** What the kubelet of a node decides at the moment that is looked at. */
  explainNow(node: string): void {
    batch(() => {
      this.chosen.value = null;
      this.explained.value = null;
      this.tab.value = "explanation";
      this.isUnfolded.value = true;
    });
    this.explain(node, this.moment.peek()?.time ?? 0);
  }

  /** Simulates the cluster with a change that ends it; null goes back to the example as it is. */
  try(change: number | null): void {
    this.playing.value = false;
    const own = this.own.peek();
    if (change === null) {
      this.#show(null, own === null ? 0 : tellingMoment(own));
      return;
    }
    // Where everything is at rest.
    this.#ask({ kind: "try", change }, (answer) => {
      if (answer.kind !== "run") return;
      const { run } = answer;
      this.#show({ change, run }, run.moments.length - 1);
    });
  }

  /** Back to the example as it is. */
  reset(): void {
    if (isOfDrain(this.example)) this.drain.try(null);
    else this.try(null);
  }

  #show(tried: Tried | null, position: number): void {
    this.#hasMoved = false;
    batch(() => {
      this.tried.value = tried;
      this.position.value = position;
      this.chosen.value = null;
      this.explained.value = null;
    });
  }

  #positionAt(time: number): number {
    return momentUpTo(this.run.peek()?.moments ?? [], time);
  }

  async #open(change: number | null, at: number | null): Promise<void> {
    try {
      const texts = await textsOf(this.example);
      if (isOfDrain(this.example)) await this.#drain(texts, change);
      else await this.#play(texts, change, at);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem.value = notLoadedText("The cluster", reason);
    }
  }

  async #drain(texts: ClusterTexts, change: number | null): Promise<void> {
    const cluster = await compiledModule("scheduler");
    const { drain: node = null, flags = [] } = this.example;
    this.drain.begin({ kind: "drain", texts, cluster, node, flags }, change);
  }

  async #play(texts: ClusterTexts, change: number | null, at: number | null): Promise<void> {
    const [loop, core] = await Promise.all([
      compiledModule("simulator"),
      compiledModule("eviction"),
    ]);
    this.#ask({ kind: "open", texts, loop, core }, (answer) => {
      if (answer.kind !== "run") return;
      const { run } = answer;
      batch(() => {
        this.own.value = run;
        this.position.value = at === null ? tellingMoment(run) : momentUpTo(run.moments, at);
      });
      this.#search(change);
    });
  }

  #search(change: number | null): void {
    if (this.goal.peek() === null) return;
    this.searched.value = 0;
    this.#ask({ kind: "search" }, (answer) => {
      if (answer.kind === "progress") this.searched.value = answer.done;
      if (answer.kind !== "remedies") return;
      batch(() => {
        this.searched.value = null;
        this.found.value = answer.found;
      });
      if (change === null) return;
      const { length } = answer.found.remedies;
      if (change < length) this.try(change);
      else this.problem.value = noChangeText(change, length);
    });
  }

  #ask(request: ClusterRequest, onAnswer: (answer: ClusterAnswer) => void): void {
    this.#client.send(request, (answer) => {
      if (answer.kind === "failed") this.problem.value = answer.sentence;
      else {
        if ("notes" in answer) this.notes.value = answer.notes;
        onAnswer(answer);
      }
    });
  }
}

/** Whether a decision of the kubelet says more than the event. */
export function isOfKubelet({ kind }: WordedEvent): boolean {
  return kind === "Evicted" || kind === "Condition";
}

/** The last moment up to a time, by its place. */
function momentUpTo(moments: ClusterRun["moments"], time: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.time <= time + ROUNDING_SECONDS),
  );
}

/** Just before the first eviction, where the node is full. */
function tellingMoment({ events, moments }: ClusterRun): number {
  const first = events.find(({ kind }) => ENDS.has(kind));
  if (first === undefined) return moments.length - 1;
  return Math.max(
    0,
    moments.findLastIndex(({ time }) => time < first.time),
  );
}

export const ENDS: ReadonlySet<WordedEvent["kind"]> = new Set([
  "Evicted",
  "OOMKilled",
  "Killed",
  "Rejected",
  "Preempted",
  "Terminating",
]);

async function textsOf({ name, drain, brought }: ClusterExample): Promise<ClusterTexts> {
  if (brought !== undefined) {
    const { objects, scenario } = brought;
    return { objects, scenario: scenario === null ? null : await scenario.content.text() };
  }
  const [objects, scenario] = await Promise.all([
    textAt(`examples/clusters/${name}/objects.yaml`),
    drain === undefined ? textAt(`examples/clusters/${name}/scenario.yaml`) : null,
  ]);
  const content = new Blob([objects]);
  return { objects: [{ name: "objects.yaml", content }], scenario };
}

/** All that a cluster is made of, as it would be dropped. */
export async function documentsOf(example: ClusterExample): Promise<readonly GivenDocument[]> {
  const { objects, scenario } = await textsOf(example);
  if (scenario === null) return objects;
  return [...objects, { name: "scenario.yaml", content: new Blob([scenario]) }];
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.text();
}
