import { NODE_FACTS } from "./nodeFacts.ts";
import { isObject } from "./notation.ts";
import type { Vector } from "./vector.ts";

// A misspelt member would silently weaken a vector, so each level lists the members it knows.
const VECTOR = `title specification case behavior unconfirmed config flags profile kubeletVersion
  whatIf layout capacity pods expect steps`;
const STEP = "at node statsAt pods summary podList reclaimed overSummary admit expect";
const NODE = NODE_FACTS.join(" ");
const CONTAINER = "request limit usage sidecar noStats";
const POD = `${CONTAINER} uid namespace priority priorityClassName qosClass phase terminating static
  mirror annotations terminationGracePeriodSeconds tolerations containers initContainers
  ephemeralContainers volumes overhead resources overPod overStats`;
const ADMIT = `${POD} admitted message`;
const USAGE = "memory rootfs rootfsInodes logs logsInodes processes ephemeralStorage";

/** Throws a sentence that names the first member the language does not have. */
export function assertWellFormed(vector: Vector): void {
  const where = `"${vector.title}"`;
  known(vector, VECTOR, where);
  if (typeof vector.title !== "string" || typeof vector.specification !== "string") {
    throw new Error(`${where}: a vector has a title and a specification section, both texts.`);
  }
  each(vector.pods, (pod, name) => assertPod(pod, POD, `${where}, pod ${name}`));
  let expectations = Object.keys(vector.expect ?? {}).length;
  for (const step of vector.steps ?? []) {
    const at = `${where}, step at ${step.at}`;
    known(step, STEP, at);
    if (step.node !== undefined) known(step.node, NODE, at);
    if (isObject(step.reclaimed)) known(step.reclaimed, NODE, at);
    each(step.pods, (pod, name) => assertPod(pod, POD, `${at}, pod ${name}`));
    each(step.admit, (pod, name) => assertPod(pod, ADMIT, `${at}, pod ${name}`));
    expectations += Object.keys(step.expect ?? {}).length + Object.keys(step.admit ?? {}).length;
  }
  if (expectations === 0) throw new Error(`${where}: a vector expects something.`);
}

function assertPod(pod: unknown, members: string, where: string): void {
  if (pod === null) return;
  known(pod, members, where);
  const facts = pod as Readonly<Record<string, unknown>>;
  assertUsage(facts.usage, where);
  for (const kind of ["containers", "initContainers", "ephemeralContainers"]) {
    each(facts[kind], (container, name) => {
      known(container, CONTAINER, `${where}, container ${name}`);
      assertUsage((container as Readonly<Record<string, unknown>>).usage, where);
    });
  }
}

function assertUsage(usage: unknown, where: string): void {
  if (usage !== undefined) known(usage, USAGE, where);
}

function each(named: unknown, check: (value: unknown, name: string) => void): void {
  for (const [name, value] of Object.entries(named ?? {})) check(value, name);
}

function known(value: unknown, members: string, where: string): void {
  if (!isObject(value)) throw new Error(`${where}: expected members, found ${String(value)}.`);
  const list = members.split(/\s+/);
  for (const name of Object.keys(value)) {
    if (!list.includes(name)) {
      throw new Error(`${where}: "${name}" is unknown here; the language has ${list.join(", ")}.`);
    }
  }
}
