/**
 * Memory runs out: of a cgroup, or of the machine. Everything rests but one process, which takes
 * more by steps; before each step the state is read, and the kill is held against the last one.
 */
import { setTimeout as after } from "node:timers/promises";
import type { TasksDocument } from "../../../analysis/engine/oomSelection.ts";
import type { Random } from "../../documents/random.ts";
import { outOfMemory } from "../measure.ts";
import type { Cgroups, Limits } from "./cgroups.ts";
import { type KillFinding, type Named, type PanicFinding, tell } from "./findings.ts";
import { Fleet, type Shape } from "./fleet.ts";
import type { Load } from "./load.ts";
import { KernelLog, memory, setPolicy, setSwap } from "./machine.ts";
import { type Domain, documentOf, expectedOf, type Policy, selectionOf } from "./prediction.ts";

const MIB = 2 ** 20;
const KIB = 1024;
const PAGE_KIB = 4;
const CGROUP = "/round";
/** How near to the end it takes how much, in bytes. */
const STEPS: readonly (readonly [room: number, step: (room: number) => number])[] = [
  [16 * MIB, (room) => room / 2],
  [4 * MIB, (room) => room / 4],
  [Number.NEGATIVE_INFINITY, () => 256 * KIB],
];
const LOG_LENGTH_MAX = 2 ** 18;
/** Others of a group, and what the kernel writes of them, come soon after the first. */
const SETTLED_MILLISECONDS = 150;
const SETTLED_SECONDS_MAX = 20;
const KILLED = /Killed process (\d+)/g;
const NOBODY = /no killable processes/;
/** The kernel writes ten tables in five seconds and no more: oom_rs in mm/oom_kill.c. */
const ROUND_MILLISECONDS_MIN = 600;
const KILLED_SECONDS_MAX = 300;
/** What the machine keeps for itself, so that its free memory is not all there is to take. */
const RESERVED_BYTES = 6 * MIB;

interface Round {
  readonly name: string;
  readonly scope: "global" | "memcg";
  readonly policy: Policy;
  /** All rest with the same memory and the same oom_score_adj. */
  readonly areIdentical: boolean;
  /** All are exempt, so that a cgroup stays at its limit. */
  readonly areExempt: boolean;
}

const PLAIN: Policy = { killsAllocating: false, panicOnOom: 0 };

export function memcgRound(index: number): Round {
  return {
    name: `memcg-${index}`,
    scope: "memcg",
    policy: PLAIN,
    areIdentical: false,
    areExempt: false,
  };
}

/** Of the whole machine; every fifth kills who allocates. */
export function globalRound(index: number): Round {
  const policy = { killsAllocating: index % 5 === 4, panicOnOom: 0 };
  return {
    name: `global-${index}`,
    scope: "global",
    policy,
    areIdentical: false,
    areExempt: false,
  };
}

export function tiedRound(index: number): Round {
  const scope = index % 2 === 0 ? "memcg" : "global";
  return { name: `tied-${index}`, scope, policy: PLAIN, areIdentical: true, areExempt: false };
}

/** A cgroup with only exempt tasks: no task dies, and the allocating one waits. */
export function nobodyRound(): Round {
  return {
    name: "nobody",
    scope: "memcg",
    policy: PLAIN,
    areIdentical: true,
    areExempt: true,
  };
}

export function panicRound(scope: "global" | "memcg", panicOnOom: number): Round {
  const policy = { killsAllocating: false, panicOnOom };
  return {
    name: `panic-${scope}-${panicOnOom}`,
    scope,
    policy,
    areIdentical: false,
    areExempt: false,
  };
}

interface Prepared {
  readonly round: Round;
  readonly domain: Domain | null;
  readonly fleet: Fleet;
  readonly taker: Load;
}

export async function kill(round: Round, random: Random, cgroups: Cgroups): Promise<void> {
  const began = performance.now();
  const log = new KernelLog();
  setSwap(random.oneIn(2) && !round.areIdentical);
  const prepared = await prepare(round, random, cgroups);
  const { policy } = round;
  const killsBefore = outOfMemory();
  setPolicy("oom_kill_allocating_task", policy.killsAllocating ? 1 : 0);
  setPolicy("panic_on_oom", policy.panicOnOom);
  const { document, stepPages } = await takeAll(prepared, cgroups, log);
  const { fleet, taker } = prepared;
  await settled(fleet, log, killsBefore);
  setPolicy("oom_kill_allocating_task", 0);
  setPolicy("panic_on_oom", 0);
  const allocating = allocatingIn(log.text, fleet);
  tell({
    kind: "kill",
    round: round.name,
    scope: round.scope,
    cgroupVersion: cgroups.version,
    killsAllocating: policy.killsAllocating,
    expected: expectedOf(withAllocating(document, policy, allocating), taker.pid, stepPages),
    loads: fleet.loads.map(({ pid }) => pid),
    died: fleet.loads.filter(({ wasKilled }) => wasKilled).map(({ pid }) => pid),
    allocating,
    processes: document.tasks.length,
    swapped: document.tasks.filter(({ swapBytes = 0 }) => swapBytes > 0).length,
    log: log.text.slice(0, LOG_LENGTH_MAX),
  } satisfies KillFinding);
  await fleet.end();
  cgroups.remove(CGROUP);
  await after(Math.max(0, ROUND_MILLISECONDS_MIN - (performance.now() - began)));
}

/** Until all kills that the kernel counts are in its log, and all processes in it have ended. */
async function settled(fleet: Fleet, log: KernelLog, killsBefore: number): Promise<void> {
  const deadline = performance.now() + SETTLED_SECONDS_MAX * 1000;
  while (performance.now() < deadline) {
    await after(SETTLED_MILLISECONDS);
    const kills = outOfMemory() - killsBefore;
    const named = [...log.read().matchAll(KILLED)].map(([, pid]) => Number(pid));
    const dying = fleet.loads.filter(({ pid, hasEnded }) => named.includes(pid) && !hasEnded);
    if (named.length >= kills && dying.length === 0) return;
  }
}

async function prepare(round: Round, random: Random, cgroups: Cgroups): Promise<Prepared> {
  const fleet = new Fleet(random, cgroups);
  cgroups.make(`${CGROUP}/taker`);
  const limits = round.scope === "memcg" ? limitsOf(random, round.areIdentical) : null;
  if (limits !== null) cgroups.limit(CGROUP, limits);
  const roomKib = (limits?.memoryBytes ?? memory("MemFree") - RESERVED_BYTES) / KIB;
  const shape: Shape = {
    restingKib: Math.floor((roomKib * (30 + random.below(45))) / 100),
    count: 2 + random.below(limits === null ? 10 : 6),
    cgroup: CGROUP,
    pagesOut: memory("SwapTotal") > 0,
    groups: cgroups.version === 2 && random.oneIn(2),
  };
  if (round.areIdentical) await restIdentically(fleet, shape, round.areExempt ? -1000 : 0, cgroups);
  else await fleet.rest(shape);
  // One that may die, so that the machine never runs out of tasks to kill.
  const adjustment = round.areIdentical ? -1000 : Math.max(-999, fleet.adjustment());
  const taker = await fleet.add("taker", `${CGROUP}/taker`, adjustment);
  return { round, domain: limits === null ? null : { cgroup: CGROUP, limits }, fleet, taker };
}

function limitsOf(random: Random, withoutSwap: boolean): Limits {
  const memoryBytes = (32 + random.below(64)) * MIB;
  if (withoutSwap || random.oneIn(3)) return { memoryBytes, swapBytes: 0 };
  return { memoryBytes, swapBytes: random.oneIn(2) ? null : random.below(48) * MIB };
}

async function restIdentically(
  fleet: Fleet,
  shape: Shape,
  oomScoreAdj: number,
  cgroups: Cgroups,
): Promise<void> {
  const leaf = `${CGROUP}/identical`;
  cgroups.make(leaf);
  for (let index = 0; index < shape.count; index++) {
    const load = await fleet.add(`load-${index}`, leaf, oomScoreAdj);
    await load.tell("anon", Math.floor(shape.restingKib / shape.count));
  }
}

interface Before {
  readonly document: TasksDocument;
  readonly stepPages: number;
}

/** The state before the step in which a task died. */
async function takeAll(prepared: Prepared, cgroups: Cgroups, log: KernelLog): Promise<Before> {
  const { round, domain, fleet, taker } = prepared;
  const somebody = Promise.race(fleet.loads.map(({ ended }) => ended));
  const killsBefore = outOfMemory();
  const deadline = performance.now() + KILLED_SECONDS_MAX * 1000;
  let last: Before | null = null;
  for (;;) {
    const document = { ...documentOf(domain, cgroups), panicOnOom: round.policy.panicOnOom };
    // Reading also takes memory, and may cause a kill.
    if (outOfMemory() > killsBefore && last !== null) return last;
    const room = roomOf(domain, cgroups);
    const step = STEPS.find(([from]) => room >= from)?.[1](room) ?? 0;
    const stepKib = Math.ceil(step / KIB / PAGE_KIB) * PAGE_KIB;
    last = { document, stepPages: stepKib / PAGE_KIB };
    if (round.policy.panicOnOom > 0) tellPanic(round, document);
    const done = taker.tell("anon", taker.heldKib + stepKib);
    await (round.areExempt ? doneOrStuck(done, log) : Promise.race([done, somebody]));
    // The kernel counts a kill before this process hears of its child's end.
    if (outOfMemory() > killsBefore || (round.areExempt && NOBODY.test(log.text))) {
      if (!round.areExempt) await Promise.race([done, after(SETTLED_SECONDS_MAX * 1000)]);
      return last;
    }
    if (performance.now() > deadline) throw new Error(`${round.name}: nobody was killed.`);
  }
}

/** Until a step is done, or the kernel keeps reporting that no task can be killed. */
async function doneOrStuck(done: Promise<boolean>, log: KernelLog): Promise<void> {
  for (;;) {
    const isDone = await Promise.race([done.then(() => true), after(SETTLED_MILLISECONDS, false)]);
    if (isDone || NOBODY.test(log.read())) return;
  }
}

/** Printed before every step, because the last one may end the program. */
function tellPanic({ scope, policy }: Round, document: TasksDocument): void {
  const { action } = selectionOf(document);
  const { panicOnOom } = policy;
  tell({ kind: "panic", panicOnOom, scope, action } satisfies PanicFinding);
}

function roomOf(domain: Domain | null, cgroups: Cgroups): number {
  const free = memory("SwapFree");
  if (domain === null) return memory("MemFree") + free - RESERVED_BYTES;
  const { memoryBytes, swapBytes } = cgroups.use(domain.cgroup);
  const { limits } = domain;
  const swap = limits.swapBytes === null ? free : Math.min(limits.swapBytes - swapBytes, free);
  return limits.memoryBytes - memoryBytes + Math.max(0, swap);
}

function allocatingIn(log: string, fleet: Fleet): Named | null {
  const name = /(\S+) invoked oom-killer/.exec(log)?.[1];
  const load = fleet.loads.find((each) => each.name === name);
  return load === undefined ? null : { pid: load.pid, name: load.name };
}

/** Who happens to allocate is not of the state before: it is known only from the log. */
function withAllocating(
  document: TasksDocument,
  { killsAllocating }: Policy,
  allocating: Named | null,
): TasksDocument {
  if (!killsAllocating || allocating === null) return document;
  return { ...document, killAllocatingTask: true, allocatingPid: allocating.pid };
}
