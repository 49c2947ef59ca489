/**
 * The smallest changes that would place a pod, or move it to another node: each is found from what
 * refuses the pod, and verified by deciding again.
 */
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import type { DocumentInput } from "../../../engine/moduleInstance.ts";
import type { SchedulerEngine } from "../../../engine/schedulerEngine.ts";
import type { PodName, SchedulingDecision } from "../../../engine/schedulingDecision.ts";
import { ChangeError, type ObjectTree, readChange } from "../../change/change.ts";
import type { Remedies, Remedy } from "../../remedy.ts";
import {
  type CandidateChange,
  type Effect,
  isEnough,
  Search,
  type SearchExtent,
  type Searching,
  type Trial,
  togetherExtent,
} from "../../search.ts";
import {
  type Candidate,
  movingCandidates,
  PRIORITY_MAX,
  placingCandidates,
  type ScheduleChange,
  withPriority,
} from "./candidates.ts";

/** Changes that place the pod on a node, made together. */
export interface ScheduleRemedy extends Remedy<ScheduleChange["kind"]> {
  readonly changes: readonly ScheduleChange[];
  readonly node: string;
  /** Pods that are evicted first: the pod is nominated to the node, and placed afterwards. */
  readonly victims?: readonly PodName[];
}

/** Changes that are made together. */
const TOGETHER_MAX = 3;
const FOUND_MAX = 4;
const DECISIONS_MIN = 12;
const DECISIONS_MAX = 64;
/** Every decision on another pod counts the cluster's objects again. */
const OBJECTS_COUNTED_MAX = 2_000_000;
const HALVINGS_MAX = 5;
/** With the highest priority that there is, and with the lowest that is enough. */
const PRIORITY_DECISIONS = 2;

interface Question {
  readonly engine: SchedulerEngine;
  /** Given again before each decision: the walk through the nodes then begins where it began. */
  readonly configuration: DocumentInput | null;
  /** The pod as it was decided on, pending. */
  readonly pod: ObjectTree;
  readonly decision: SchedulingDecision;
  /** A node that is cordoned, as it was read; where there is none, none is tried uncordoned. */
  readonly cordoned?: { named(name: string): ObjectTree | undefined };
}

/** The pod, and nodes by their names, after some changes. */
interface World {
  readonly changes: readonly ScheduleChange[];
  readonly pod: ObjectTree;
  readonly nodes: ReadonlyMap<string, ObjectTree>;
}

type Applied = Candidate & CandidateChange<World>;
type Decided = Trial<Applied, World, SchedulingDecision>;

const NOTHING: SearchExtent = { tried: 0, triedMax: 0, isComplete: true };

/** The engine holds its objects as they were afterwards. */
export function* scheduleRemedies(question: Question): Searching<Remedies<ScheduleRemedy>> {
  const { engine, pod, decision, configuration } = question;
  const { result } = decision;
  if (result === "NotEvaluated" || result === "Error") return { remedies: [], search: NOTHING };
  const search = new RemedySearch(question);
  try {
    if (result === "Scheduled") return yield* search.moving();
    const placing = yield* search.placing();
    const preempting = yield* search.preempting();
    return {
      remedies: [...placing.remedies, ...preempting.remedies],
      search: togetherExtent(placing.search, preempting.search),
    };
  } finally {
    search.giveNodes(new Map());
    engine.objects(pod);
    engine.configure(configuration);
  }
}

class RemedySearch {
  readonly #question: Question;
  readonly #start: World;
  readonly #seen = new Set<string>();
  readonly #decisionsMax: number;
  /** The nodes that differ in the engine from what was read. */
  #nodes: World["nodes"] = new Map();

  constructor(question: Question) {
    this.#question = question;
    this.#start = { changes: [], pod: question.pod, nodes: new Map() };
    const { objects } = question.engine.summary().parse();
    const counted = (objects.Node ?? 0) + (objects.Pod ?? 0);
    const affordable = Math.floor(OBJECTS_COUNTED_MAX / Math.max(counted, 1));
    this.#decisionsMax = Math.min(Math.max(affordable, DECISIONS_MIN), DECISIONS_MAX);
  }

  /** The fewest changes that place the pod together. */
  *placing(): Searching<Remedies<ScheduleRemedy>> {
    const effectOf = ({ result, node }: SchedulingDecision): Effect =>
      result === "Scheduled" && node !== undefined ? "enough" : "partial";
    const search = this.#search(effectOf, this.#decisionsMax);
    let frontier: readonly Pick<Decided, "world" | "result">[] = [
      { world: this.#start, result: this.#question.decision },
    ];
    let found: readonly Decided[] = [];
    for (let together = 1; together <= TOGETHER_MAX && found.length === 0; together++) {
      const decided: Decided[] = [];
      for (const { world, result } of frontier) {
        const candidates = placingCandidates(world.pod, result).map((each) => this.#applied(each));
        const enoughMax = FOUND_MAX - decided.filter(isEnough).length;
        decided.push(...(yield* search.smallest(world, candidates, enoughMax)));
      }
      found = decided.filter(isEnough);
      frontier = decided;
    }
    return { remedies: found.map(remedyOf), search: search.extent };
  }

  /** The lowest priority with which the pod preempts others somewhere; nothing if it does now. */
  *preempting(): Searching<Remedies<ScheduleRemedy>> {
    const { decision } = this.#question;
    if (decision.result !== "Unschedulable" || decision.nominatedNode !== undefined) {
      return { remedies: [], search: NOTHING };
    }
    const search = this.#search(() => "none", PRIORITY_DECISIONS);
    const changed = (priority: number) =>
      this.#changed(this.#start, withPriority(decision.pod, priority));
    const highest = yield* search.run(changed(PRIORITY_MAX));
    const candidates = highest?.candidates ?? [];
    if (candidates.length === 0) return { remedies: [], search: search.extent };
    const needed = Math.min(...candidates.map(({ highestPriority }) => highestPriority)) + 1;
    const world = changed(needed);
    const { nominatedNode, victims = [] } = (yield* search.run(world)) ?? {};
    const remedies: readonly ScheduleRemedy[] =
      nominatedNode === undefined
        ? []
        : [{ changes: world.changes, verified: true, node: nominatedNode, victims }];
    return { remedies, search: search.extent };
  }

  /** The smallest growth of a request that moves the pod, and each rule whose going does. */
  *moving(): Searching<Remedies<ScheduleRemedy>> {
    const { pod, decision } = this.#question;
    const effectOf = ({ result, node }: SchedulingDecision): Effect => {
      if (result !== "Scheduled") return "excessive";
      return node === decision.node ? "none" : "enough";
    };
    const search = this.#search(effectOf, this.#decisionsMax);
    const candidates = movingCandidates(pod, decision).map((each) => this.#applied(each));
    const found = yield* search.smallest(this.#start, candidates, FOUND_MAX);
    return { remedies: found.map(remedyOf), search: search.extent };
  }

  #search(effectOf: (decision: SchedulingDecision) => Effect, triedMax: number) {
    const run = (world: World) => this.#decided(world);
    return new Search<Applied, World, SchedulingDecision>({
      ...{ run, effectOf, triedMax, halvingsMax: HALVINGS_MAX },
    });
  }

  #applied(candidate: Candidate): Applied {
    const apply = (world: World, value: number): World | null => {
      const change = candidate.changeTo(value);
      return change === null ? null : this.#unseen(world, change);
    };
    return { ...candidate, apply };
  }

  /** Null for changes that were tried already, or that cannot be made. */
  #unseen(world: World, change: ScheduleChange): World | null {
    const texts = [...world.changes, change].map((each) => each.change);
    const key = texts.toSorted().join("\n");
    if (this.#seen.has(key) || new Set(texts).size < texts.length) return null;
    this.#seen.add(key);
    try {
      return this.#changed(world, change);
    } catch (error) {
      if (error instanceof ChangeError) return null;
      throw error;
    }
  }

  #changed(world: World, change: ScheduleChange): World {
    const { text, objects, apply } = readChange(change.change);
    const changes = [...world.changes, change];
    if (objects.kind === "Pod") {
      const [pod = world.pod] = apply(structuredClone(world.pod));
      return { ...world, changes, pod };
    }
    const asRead = this.#question.cordoned?.named(objects.name);
    if (asRead === undefined) throw new ChangeError(`${text}: the node is not there`);
    const [node = asRead] = apply(structuredClone(asRead));
    return { ...world, changes, nodes: new Map([...world.nodes, [objects.name, node]]) };
  }

  #decided({ pod, nodes }: World): SchedulingDecision | null {
    const { engine, configuration } = this.#question;
    engine.configure(configuration);
    this.giveNodes(nodes);
    if (engine.schedule(pod) === SchedulerAction.Done) return null;
    return engine.report(Detail.Counterfactuals).parse();
  }

  /** Lets the engine hold these nodes, and all others as they were read. */
  giveNodes(nodes: World["nodes"]): void {
    const { engine, cordoned } = this.#question;
    for (const name of this.#nodes.keys()) {
      const asRead = cordoned?.named(name);
      if (!nodes.has(name) && asRead !== undefined) engine.objects(asRead);
    }
    for (const node of nodes.values()) engine.objects(node);
    this.#nodes = nodes;
  }
}

function remedyOf({ world, result }: Decided): ScheduleRemedy {
  return { changes: world.changes, verified: true, node: result.node ?? "" };
}
