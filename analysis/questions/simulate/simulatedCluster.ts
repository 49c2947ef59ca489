/** A cluster that was simulated, and what it looks like at its moments. */

import { Detail } from "../../../assembly/abi.ts";
import type { Decision, Signal } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { eventsOf, type SimulatorEngine } from "../../engine/simulatorEngine.ts";
import type {
  PodAtEnd,
  SimulatorEvent,
  SimulatorVerdict,
  Situation,
} from "../../engine/simulatorEvent.ts";
import { listOf, memberAt } from "../../read/json/untyped.ts";
import { secondsOfScenario } from "../../read/objects/scenario.ts";
import { podText } from "../../text/podText.ts";
import { amountOf } from "../../text/quantityText.ts";
import { eventWords } from "./eventWords.ts";
import type {
  ClusterRun,
  Measure,
  Moment,
  NodeUsage,
  PodUsage,
  SimulatedNode,
  WordedEvent,
} from "./moments.ts";
import { openingOf } from "./opening.ts";
import { EventCollector, type Participants } from "./participants.ts";
import { shortagesOf, unfitResources } from "./remedies/conditions.ts";
import { load, objectsOf, type Simulation, simulate } from "./simulation.ts";
import { explainedSituation } from "./situation.ts";
import { verdictTone } from "./verdictWords.ts";

/** Moments between events, so that what grows is seen to grow. */
const REGULAR_MOMENTS = 120;
/** The kubelet acts on what it saw just before. */
const BEFORE_SECONDS = 0.001;
const SHORT_OF_INODES = "The node was low on resource: inodes.";
const ACTS = new Set<SimulatorEvent["kind"]>(["Evicted", "Rejected"]);
const SIGNAL_OF: Readonly<Record<Measure, Signal | null>> = {
  memory: "memory.available",
  disk: "nodefs.available",
  inodes: "nodefs.inodesFree",
  cpu: null,
};

export class SimulatedCluster {
  readonly verdict: SimulatorVerdict;
  readonly untilSeconds: number;
  readonly collector = new EventCollector();
  readonly #engine: SimulatorEngine;
  readonly #core: EvictionEngine;
  readonly #cluster: Simulation;
  readonly #events: SimulatorEvent[] = [];

  constructor(engine: SimulatorEngine, core: EvictionEngine, cluster: Simulation) {
    this.#engine = engine;
    this.#core = core;
    this.#cluster = cluster;
    this.untilSeconds = secondsOfScenario(cluster.scenario);
    load(engine, cluster);
    this.verdict = simulate(engine, this.untilSeconds, (lines) => {
      for (const event of eventsOf(lines)) {
        this.collector.take(event);
        this.#events.push(event);
      }
    });
  }

  get measure(): Measure {
    const measure = measureOf(this.collector.participantsIn(this.verdict));
    // One condition tells of bytes and of inodes; the kubelet's sentence tells which.
    const isOfInodes = this.#events.some(
      ({ kind, message = "" }) => kind === "Evicted" && message.includes(SHORT_OF_INODES),
    );
    return measure === "disk" && isOfInodes ? "inodes" : measure;
  }

  /** When the last thing happened, or the verdict was known. */
  get #seconds(): number {
    return Math.max(this.verdict.at, this.#events.at(-1)?.time ?? 0);
  }

  /** Runs as long as `beside` and with the same measure, to compare both. */
  run(beside: SimulatedCluster | null): ClusterRun {
    const measure = beside?.measure ?? this.measure;
    const seconds = Math.max(this.#seconds, beside === null ? 0 : beside.#seconds);
    const view = new MomentView(this.#core, this.#cluster, measure);
    load(this.#engine, this.#cluster);
    const moments = timesOf(this.#events, seconds).map((time) => {
      simulate(this.#engine, time, () => {});
      return view.at(this.#engine, time);
    });
    const { verdict, untilSeconds } = this;
    const { scenario } = this.#cluster;
    const simulated = { events: this.#events, dropped: 0, verdict, untilSeconds, scenario };
    return {
      verdict,
      opening: openingOf(simulated),
      tone: verdictTone(simulated),
      measure,
      nodes: view.nodes,
      owners: view.owners,
      events: this.#events.map((event): WordedEvent => ({ ...event, words: eventWords(event) })),
      moments,
    };
  }
}

function measureOf({ conditions, reasons }: Participants): Measure {
  const resources = [
    ...shortagesOf(conditions).map(({ resource }) => resource),
    ...unfitResources(reasons),
  ];
  const [first = "memory"] = resources;
  return first === "ephemeral-storage" ? "disk" : first;
}

/** Where something happens, what was before, and some moments in between. */
function timesOf(events: readonly SimulatorEvent[], seconds: number): readonly number[] {
  const times = new Set([0, seconds]);
  for (const { kind, time } of events) {
    times.add(time);
    if (ACTS.has(kind)) times.add(Math.max(0, time - BEFORE_SECONDS));
  }
  for (let index = 1; index < REGULAR_MOMENTS; index++) {
    times.add((seconds * index) / REGULAR_MOMENTS);
  }
  return [...times].sort((a, b) => a - b);
}

/** What the nodes hold at the moment up to which a cluster was simulated. */
class MomentView {
  readonly owners: string[] = [];
  readonly #core: EvictionEngine;
  readonly #measure: Measure;
  readonly #cpus: ReadonlyMap<string, number>;
  /** What each pod used when it was seen last. */
  readonly #seen = new Map<string, number>();
  #nodes: readonly SimulatedNode[] | null = null;

  constructor(core: EvictionEngine, cluster: Simulation, measure: Measure) {
    this.#core = core;
    this.#measure = measure;
    this.#cpus = measure === "cpu" ? cpusOf(cluster) : new Map();
  }

  get nodes(): readonly SimulatedNode[] {
    return this.#nodes ?? [];
  }

  at(engine: SimulatorEngine, time: number): Moment {
    const { nodes: reported, pods = [] } = engine.report(Detail.Arithmetic).parse();
    const seen = reported.map(({ name }) => {
      const answer = engine.situation(name);
      const decision = explainedSituation(this.#core, answer.bytes).parse();
      return { name, situation: answer.parse(), decision };
    });
    this.#nodes ??= seen.map(({ name, decision }) => this.#nodeOf(name, decision));
    const usages = seen.map(({ name, situation, decision }, index): NodeUsage => {
      const here = pods.filter((pod) => pod.node === name && !hasEnded(pod));
      const amounts = this.#amounts(situation);
      const used = here.map((pod): PodUsage => {
        const amount = amounts.get(podText(pod)) ?? 0;
        return { pod: podText(pod), owner: this.#owner(pod), amount };
      });
      const { conditions } = reported[index] ?? { conditions: [] };
      return { amount: this.#amountOf(decision, used), conditions, pods: used };
    });
    const waiting = pods
      .filter((pod) => pod.node === undefined && !hasEnded(pod))
      .map((pod) => ({ pod: podText(pod), owner: this.#owner(pod) }));
    return { time, usages, waiting };
  }

  #nodeOf(name: string, { observations = [], thresholds = [] }: Decision): SimulatedNode {
    const signal = SIGNAL_OF[this.#measure];
    if (signal === null) {
      const capacity = this.#cpus.get(name) ?? 0;
      return { name, capacity, line: capacity, lineWords: "takes no more than is allocatable" };
    }
    const capacity = observations.find((each) => each.signal === signal)?.capacity ?? 0;
    const own = thresholds.filter((each) => each.signal === signal && each.limit !== undefined);
    const drawn = own.find(({ hard }) => hard) ?? own[0];
    if (drawn?.limit === undefined) return { name, capacity, line: null, lineWords: "" };
    return {
      name,
      capacity,
      line: capacity - drawn.limit,
      lineWords: `evicts below ${drawn.value} free`,
    };
  }

  #amountOf({ observations = [] }: Decision, pods: readonly PodUsage[]): number {
    const signal = SIGNAL_OF[this.#measure];
    if (signal === null) return pods.reduce((sum, { amount }) => sum + amount, 0);
    const seen = observations.find((each) => each.signal === signal);
    return seen === undefined ? 0 : seen.capacity - seen.available;
  }

  /** What each pod uses; of processors, what it asks for. */
  #amounts({ pods, summary }: Situation): ReadonlyMap<string, number> {
    if (this.#measure === "cpu") {
      return new Map(
        listOf(memberAt(pods, "items")).map((pod) => [nameIn(pod, "metadata"), cpuOf(pod)]),
      );
    }
    const path = PATHS[this.#measure];
    // A pod that ends is on the node as it was, though the kubelet tells no more of it.
    for (const pod of listOf(memberAt(summary, "pods"))) {
      this.#seen.set(nameIn(pod, "podRef"), Number(memberAt(pod, ...path) ?? 0));
    }
    return this.#seen;
  }

  #owner({ namespace, name, owner }: PodAtEnd): number {
    const text = owner === undefined ? `Pod ${name}` : `${owner.kind} ${owner.name}`;
    const full = `${namespace} ${text}`;
    const at = this.owners.indexOf(full);
    return at < 0 ? this.owners.push(full) - 1 : at;
  }
}

/** Where a Summary has what a pod uses. */
const PATHS = {
  memory: ["memory", "workingSetBytes"],
  disk: ["ephemeral-storage", "usedBytes"],
  inodes: ["ephemeral-storage", "inodesUsed"],
} as const;

function hasEnded({ phase }: PodAtEnd): boolean {
  return phase === "Failed" || phase === "Succeeded";
}

function nameIn(pod: object, member: string): string {
  const [namespace, name] = ["namespace", "name"].map((each) => memberAt(pod, member, each));
  return podText({ namespace: String(namespace), name: String(name) });
}

function cpuOf(pod: object): number {
  const requests = listOf(memberAt(pod, "spec", "containers")).map(
    ({ resources }) => amountOf(memberAt(resources, "requests", "cpu")) ?? 0,
  );
  return requests.reduce((sum, each) => sum + each, 0);
}

function cpusOf({ documents }: Simulation): ReadonlyMap<string, number> {
  const nodes = objectsOf(documents).filter(({ kind }) => kind === "Node");
  return new Map(
    nodes.map((node) => [
      String(memberAt(node, "metadata", "name")),
      amountOf(memberAt(node, "status", "allocatable", "cpu")) ?? 0,
    ]),
  );
}
