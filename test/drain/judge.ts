/** Asks Kubernetes' own code and the module about a drain, and compares what they say. */

import type { BlockedPod, Drain, EvictionRefusal } from "../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import type { PodName } from "../../analysis/engine/schedulingDecision.ts";
import { schedulerConfiguration } from "../../analysis/read/objects/schedulerConfiguration.ts";
import { LineProcess } from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import type { BudgetStatus, DrainCase, EvictionAnswer, OracleDrain } from "./drainCase.ts";

export interface Difference {
  readonly what: string;
  readonly kubernetes: unknown;
  readonly plimsoll: unknown;
}

export interface Verdict {
  readonly drain: Drain;
  readonly real: OracleDrain;
  readonly difference: Difference | null;
}

/** Where the scheduler put pods, by namespace/name; by round, round 0 first. */
type Placements = readonly Readonly<Record<string, string>>[];

export class DrainJudge {
  readonly #oracle: LineProcess;
  readonly #engine: ReleaseEngine;

  /** `oracle`: the path of the program that is built from Kubernetes' code of `release`. */
  constructor(oracle: string, module: WebAssembly.Module, release = PINNED_RELEASE) {
    this.#oracle = new LineProcess(oracle);
    this.#engine = drainEngine(module, release);
  }

  async judge(cases: readonly DrainCase[]): Promise<Verdict[]> {
    const counted = await this.#ask(cases.map((asked) => lineOf(asked, [])));
    const drains = cases.map((asked, index) => {
      return drained(this.#engine, asked, counted[index]?.before);
    });
    const played = await this.#ask(
      cases.map((asked, index) => lineOf(asked, placementsOf(drains[index], asked))),
    );
    return drains.map((drain, index) => {
      const real = played[index] as OracleDrain;
      return { drain, real, difference: difference(real, drain, cases[index]) };
    });
  }

  async #ask(lines: readonly string[]): Promise<OracleDrain[]> {
    const answers = await this.#oracle.ask(lines);
    return answers.map((answer) => JSON.parse(answer) as OracleDrain);
  }

  close(): void {
    this.#oracle.close();
  }
}

/** An engine, and the release that it follows in each drain. */
export interface ReleaseEngine {
  readonly engine: SchedulerEngine;
  readonly configuration: string;
}

export function drainEngine(
  module: WebAssembly.Module,
  kubernetesVersion = PINNED_RELEASE,
): ReleaseEngine {
  const configuration = schedulerConfiguration(null, { kubernetesVersion });
  return { engine: new SchedulerEngine(module), configuration };
}

/** The module begins with the statuses that the disruption controller has worked out, if it has. */
export function drained(
  { engine, configuration }: ReleaseEngine,
  { objects, request, asGiven }: DrainCase,
  before: OracleDrain["before"] | undefined,
): Drain {
  const items = objects.map((object) => {
    if (object.kind !== "PodDisruptionBudget" || asGiven === true) return object;
    return { ...object, status: before?.[keyOf(object.metadata)] };
  });
  engine.clear();
  engine.configure(configuration);
  engine.objects(JSON.stringify({ kind: "List", items }));
  return engine.drain(request).parse();
}

function lineOf({ objects, request, asGiven }: DrainCase, placements: Placements): string {
  const { node, ...flags } = request;
  return JSON.stringify({ objects, node, flags, placements, asGiven });
}

/**
 * With a round more than there was: what stays forever stays in it as well. Statuses that are given
 * are those of one round: the controller counts after it.
 */
function placementsOf(drain: Drain | undefined, { asGiven }: DrainCase): Placements {
  if (drain === undefined || drain.result === "Refused") return [];
  if (asGiven === true) return [{}, {}];
  const rounds = drain.events.reduce((most, { round }) => Math.max(most, round), 0);
  const placements: Record<string, string>[] = Array.from({ length: rounds + 2 }, () => ({}));
  for (const event of drain.events) {
    if (event.kind !== "Scheduled") continue;
    (placements[event.round] ?? {})[keyOf(event.pod)] = event.node;
  }
  return placements;
}

function keyOf({ namespace = "default", name }: Partial<PodName>): string {
  return `${namespace}/${name}`;
}

export function difference(
  theirs: OracleDrain,
  ours: Drain,
  { asGiven }: Pick<DrainCase, "asGiven"> = {},
): Difference | null {
  const isWhole = ours.result !== "Undecided" && asGiven !== true;
  const all = { ...ALWAYS, ...(isWhole ? WHERE_DECIDED : {}) };
  for (const [what, compared] of Object.entries(all)) {
    const [kubernetes, plimsoll] = compared(theirs, ours);
    if (JSON.stringify(kubernetes) === JSON.stringify(plimsoll)) continue;
    return { what, kubernetes, plimsoll };
  }
  return null;
}

type Compared = (theirs: OracleDrain, ours: Drain) => readonly [unknown, unknown];

const ALWAYS: Readonly<Record<string, Compared>> = {
  "kubectl's errors": ({ errors }, { refusals }) => [errors, sentences(refusals)],
  "kubectl's warnings": ({ warnings }, ours) => [warnings, sentences(ours.warnings)],
  "which pods kubectl evicts": ({ evicts, errors }, ours) => {
    if (errors.length > 0) return [[], []];
    const gone = ours.events.filter(({ kind }) => kind === "Evicted");
    const asked = [...gone, ...(ours.blocked ?? [])].map(({ pod }) => keyOf(pod));
    return [[...evicts].sort(), asked.sort()];
  },
  "the first answers": ({ rounds }, { events }) => [
    (rounds[0] ?? []).filter(({ code }) => code !== 201),
    events.flatMap((event) =>
      event.kind === "Blocked" ? [answerOf(keyOf(event.pod), event)] : [],
    ),
  ],
};

/**
 * Without what the disruption controller fails to count: it may do so when a pod is gone whose
 * owner has no scale, and nothing in the status says which one that is.
 */
const WHERE_DECIDED: Readonly<Record<string, Compared>> = {
  "which pods go in which round": (theirs, { events, blocked = [] }) => {
    const uncounted = new Set(blocked.filter((each) => isUncounted(theirs, each)).map(podOf));
    return [
      theirs.rounds.flatMap((round, index) =>
        round
          .filter(({ code, pod }) => code === 201 && !uncounted.has(pod))
          .map(({ pod }) => `${index + 1} ${pod}`),
      ),
      events
        .filter(({ kind }) => kind === "Evicted")
        .map(({ round, pod }) => `${round} ${keyOf(pod)}`),
    ];
  },
  "the last answers": (theirs, { blocked = [] }) => {
    const last = new Map(theirs.rounds.flat().map((answer) => [answer.pod, answer]));
    const stay = blocked.filter((each) => !isUncounted(theirs, each));
    return [
      stay.map((each) => last.get(podOf(each))),
      stay.map((each) => answerOf(podOf(each), each)),
    ];
  },
  "budgets after it": ({ before, after }, { budgets, result }) => {
    const counted = budgets.filter((budget) => !hasFailed(before[keyOf(budget)]));
    if (result === "Refused") return [[], []];
    return [
      counted.map((budget) => statusOf(after?.[keyOf(budget)])),
      counted.map((budget) => statusOf(budget)),
    ];
  },
};

function isUncounted({ before }: OracleDrain, { budget }: BlockedPod): boolean {
  return budget !== undefined && hasFailed(before[keyOf(budget)]);
}

function hasFailed(status: BudgetStatus | undefined): boolean {
  return status?.conditions?.some(({ reason }) => reason === "SyncFailed") ?? false;
}

function podOf({ pod }: BlockedPod): string {
  return keyOf(pod);
}

function sentences(filtered: Drain["refusals"]): readonly string[] {
  return filtered.map(({ message, pods }) => `${message}: ${pods.map(keyOf).join(", ")}`).sort();
}

function answerOf(pod: string, { code, message, cause }: EvictionRefusal): EvictionAnswer {
  return { pod, code, message, ...(cause === undefined ? {} : { cause }) };
}

function statusOf(status: BudgetStatus | undefined) {
  const { currentHealthy, desiredHealthy, disruptionsAllowed } = status ?? {};
  return { currentHealthy, desiredHealthy, disruptionsAllowed };
}
