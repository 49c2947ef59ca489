/**
 * The nearest changes that would place a pod, or move it to another node: each is found from what
 * refuses the pod, and verified by deciding again. Bounded by decisions, not by time, so that
 * the answer is the same on every machine.
 */
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import { EngineError } from "../../../engine/engineError.ts";
import type { DocumentInput } from "../../../engine/moduleInstance.ts";
import type { SchedulerEngine } from "../../../engine/schedulerEngine.ts";
import type { NearestChange, SchedulingDecision } from "../../../engine/schedulingDecision.ts";
import { ChangeError, type ObjectTree, readChange } from "../../change/change.ts";
import {
  type Candidate,
  candidatesOf,
  largestRequest,
  PRIORITY_MAX,
  priorityCandidate,
  REQUEST_VERB,
  requestOf,
  tolerations,
} from "./candidates.ts";

/** Changes that are made together. */
const TOGETHER_MAX = 3;
const FOUND_MAX = 4;
const DECISIONS_MIN = 12;
const DECISIONS_MAX = 64;
/** Every decision on another pod counts the cluster's objects again. */
const OBJECTS_COUNTED_MAX = 2_000_000;
/** Of a request that is made larger until the pod moves. */
const DOUBLINGS_MAX = 5;
const HALVINGS_MAX = 5;
/** The highest priority that there is, and the lowest that is enough. */
const PRIORITY_DECISIONS = 2;
const RESOURCES = ["memory", "cpu"];

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

/** A pod, and nodes by their names, after some changes, and what was decided on it. */
interface Tried {
  readonly texts: readonly string[];
  readonly pod: ObjectTree;
  readonly nodes: ReadonlyMap<string, ObjectTree>;
  readonly decision: SchedulingDecision;
}

/** Nothing for a pod that is not judged. The engine holds its objects as they were afterwards. */
export function nearestChanges(question: Question): readonly NearestChange[] {
  const { engine, pod, decision, configuration } = question;
  if (decision.result === "NotJudged" || decision.result === "Error") return [];
  const search = new Search(question);
  try {
    if (decision.result === "Scheduled") return search.elsewhere();
    return [...search.placing(), ...search.preempting()];
  } finally {
    search.giveNodes(new Map());
    engine.objects(pod);
    engine.configure(configuration);
  }
}

class Search {
  readonly #question: Question;
  readonly #name: string;
  readonly #seen = new Set<string>();
  /** Those that the engine holds otherwise than they were read. */
  #nodes: Tried["nodes"] = new Map();
  #left: number;

  constructor(question: Question) {
    this.#question = question;
    const { namespace, name } = question.decision.pod;
    this.#name = `pod/${namespace}/${name}`;
    const { objects } = question.engine.summary().parse();
    const counted = (objects.Node ?? 0) + (objects.Pod ?? 0);
    const affordable = Math.floor(OBJECTS_COUNTED_MAX / Math.max(counted, 1));
    this.#left = Math.min(Math.max(affordable, DECISIONS_MIN), DECISIONS_MAX);
  }

  /** The fewest changes that place the pod together. */
  placing(): readonly NearestChange[] {
    let frontier: readonly Tried[] = [this.#start()];
    for (let together = 1; together <= TOGETHER_MAX; together++) {
      const found: NearestChange[] = [];
      const further: Tried[] = [];
      for (const before of frontier) {
        let isSmallEnough = false;
        for (const candidate of candidatesOf(before.pod, before.decision)) {
          // The first request that is small enough is the largest of them.
          if (isSmallEnough && candidate.verb === REQUEST_VERB) continue;
          const after = this.#try(before, candidate);
          if (after === null) continue;
          const { result, node } = after.decision;
          if (result === "Scheduled" && node !== undefined) {
            found.push(answer(after.texts, node));
            isSmallEnough ||= candidate.verb === REQUEST_VERB;
          } else further.push(after);
          if (found.length === FOUND_MAX) return found;
        }
      }
      if (found.length > 0) return found;
      frontier = further;
    }
    return [];
  }

  /** The lowest priority with which the pod preempts others somewhere; nothing if it does now. */
  preempting(): readonly NearestChange[] {
    const { decision } = this.#question;
    if (decision.result !== "Unschedulable" || decision.nominatedNode !== undefined) return [];
    const start = this.#start();
    this.#left = Math.max(this.#left, PRIORITY_DECISIONS);
    const highest = this.#try(start, priorityCandidate(PRIORITY_MAX));
    const candidates = highest?.decision.candidates ?? [];
    if (candidates.length === 0) return [];
    const needed = Math.min(...candidates.map(({ highestPriority }) => highestPriority)) + 1;
    const after = this.#try(start, priorityCandidate(needed));
    const { nominatedNode, victims: preempted = [] } = after?.decision ?? {};
    if (after === null || nominatedNode === undefined) return [];
    return [{ ...answer(after.texts, nominatedNode), victims: preempted }];
  }

  /** The smallest growth of a request that moves the pod, and each rule whose going does. */
  elsewhere(): readonly NearestChange[] {
    const { pod, decision } = this.#question;
    const start = this.#start();
    const found = RESOURCES.flatMap((resource) => this.#growth(start, resource) ?? []);
    const others = [...tolerations(decision.nodes ?? []), ...candidatesOf(pod, decision)];
    for (const candidate of others) {
      if (found.length === FOUND_MAX) break;
      const after = this.#try(start, candidate);
      if (after !== null && this.#isElsewhere(after)) {
        found.push(answer(after.texts, after.decision.node ?? ""));
      }
    }
    return found;
  }

  #start(): Tried {
    const { pod, decision } = this.#question;
    return { texts: [], pod, nodes: new Map(), decision };
  }

  #isElsewhere({ decision }: Tried): boolean {
    return decision.result === "Scheduled" && decision.node !== this.#question.decision.node;
  }

  #stays({ decision }: Tried): boolean {
    return decision.result === "Scheduled" && decision.node === this.#question.decision.node;
  }

  #growth(start: Tried, resource: string): NearestChange | null {
    const now = largestRequest(start.pod, resource)?.amount ?? 0;
    const at = (amount: number) => {
      const candidate = requestOf(start.pod, resource, amount);
      return candidate === null ? null : this.#try(start, candidate);
    };
    let least = now;
    let most = 0;
    let moved: Tried | null = null;
    for (let doubling = 1; doubling <= DOUBLINGS_MAX && most === 0; doubling++) {
      const tried = at(now * 2 ** doubling);
      if (tried === null) return null;
      if (this.#stays(tried)) least = now * 2 ** doubling;
      else most = now * 2 ** doubling;
      if (this.#isElsewhere(tried)) moved = tried;
    }
    for (let halving = 0; halving < HALVINGS_MAX && most !== 0; halving++) {
      const amount = (least + most) / 2;
      const tried = at(amount);
      if (tried === null) break;
      if (this.#stays(tried)) least = amount;
      else most = amount;
      if (this.#isElsewhere(tried)) moved = tried;
    }
    return moved === null ? null : answer(moved.texts, moved.decision.node ?? "");
  }

  /** Null for a change that was tried, is refused, or comes after the last decision. */
  #try(before: Tried, { verb, rest, node }: Candidate): Tried | null {
    const text = node === undefined ? `${verb} ${this.#name} ${rest}` : `${verb} ${node}`;
    const texts = [...before.texts, text];
    const key = [...texts].sort().join("\n");
    if (this.#left === 0 || before.texts.includes(text) || this.#seen.has(key)) return null;
    this.#seen.add(key);
    this.#left -= 1;
    try {
      const object = node === undefined ? before.pod : this.#question.cordoned?.named(node);
      if (object === undefined) return null;
      const [changed] = readChange(text).apply(structuredClone(object));
      if (changed === undefined) return null;
      const pod = node === undefined ? changed : before.pod;
      const nodes = node === undefined ? before.nodes : new Map([...before.nodes, [node, changed]]);
      const { engine, configuration } = this.#question;
      engine.configure(configuration);
      this.giveNodes(nodes);
      const action = engine.schedule(pod);
      if (action === SchedulerAction.Done) return null;
      return { texts, pod, nodes, decision: engine.report(Detail.Counterfactuals).parse() };
    } catch (error) {
      if (error instanceof EngineError || error instanceof ChangeError) return null;
      throw error;
    }
  }

  /** Lets the engine hold these nodes, and all others as they were read. */
  giveNodes(nodes: Tried["nodes"]): void {
    const { engine, cordoned } = this.#question;
    for (const name of this.#nodes.keys()) {
      const asRead = cordoned?.named(name);
      if (!nodes.has(name) && asRead !== undefined) engine.objects(asRead);
    }
    for (const node of nodes.values()) engine.objects(node);
    this.#nodes = nodes;
  }
}

function answer(changes: readonly string[], node: string): NearestChange {
  return { changes, node };
}
