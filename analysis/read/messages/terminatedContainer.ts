/** The container that the kernel or a kubelet killed, as its pod's status or description has it. */
import { plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import { listOf, type Members, objectOf } from "../json/untyped.ts";

export interface TerminatedContainer {
  readonly name: string;
  readonly exitCode: number | null;
  /** Null where a part of a description does not count them. */
  readonly restarts: number | null;
  /** RFC 3339, or as a description writes it. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Quantities as they were written; null where none is set. */
  readonly memoryRequest: string | null;
  readonly memoryLimit: string | null;
  /** Why it waits now, such as CrashLoopBackOff; absent while it does not wait. */
  readonly waiting?: string;
}

/** `terminated` is the state in which it was killed. */
export function terminatedContainer(
  pod: Members,
  status: Members,
  terminated: Members,
): TerminatedContainer {
  const { containers, initContainers } = objectOf(pod.spec);
  const all = [containers, initContainers].flatMap(listOf);
  const own = all.find(({ name }) => name === status.name);
  const { limits, requests } = objectOf(own?.resources);
  const waiting = text(objectOf(objectOf(status.state).waiting).reason);
  return {
    name: text(status.name) ?? NO_NAME,
    exitCode: typeof terminated.exitCode === "number" ? terminated.exitCode : null,
    restarts: typeof status.restartCount === "number" ? status.restartCount : 0,
    startedAt: text(terminated.startedAt),
    finishedAt: text(terminated.finishedAt),
    memoryRequest: quantity(objectOf(requests).memory),
    memoryLimit: quantity(objectOf(limits).memory),
    ...(waiting === null ? {} : { waiting }),
  };
}

/** The name of a container that a part of a description or a status lacks. */
const NO_NAME = "?";

export function containerText(name: string): string {
  return name === NO_NAME ? "the container" : `container ${name}`;
}

/** `container search, exit code 137, restarted 7 times`. */
export function terminatedText({ name, exitCode, restarts }: TerminatedContainer): string {
  const times = restarts !== null && restarts > 0 ? `, restarted ${plural(restarts, "time")}` : "";
  return `${containerText(name)}, exit code ${exitCode ?? "?"}${times}`;
}

/** What a description says of a container so far. */
interface Described {
  name: string;
  readonly values: Map<string, string>;
  /** The lines with the reasons and exit codes of its states. */
  readonly ends: { readonly at: number; readonly state: string }[];
}

const CONTAINERS = /^\s*(?:Init )?Containers:\s*$/;
const AFTER_CONTAINERS = /^\s*(?:Conditions|Volumes|Events|QoS Class|Tolerations):/;
const NAME = /^\s*([a-z0-9][a-z0-9-]{0,62}):\s*$/;
const MEMBER = /^\s*([A-Za-z][A-Za-z ]{0,30}):(.{0,300})$/;
const GROUPS: ReadonlySet<string> = new Set(["State", "Last State", "Limits", "Requests"]);
const OF_STATE: ReadonlySet<string> = new Set(["Reason", "Exit Code", "Started", "Finished"]);
const OF_RESOURCES: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
const END_MEMBERS: ReadonlySet<string> = new Set(["Reason", "Exit Code"]);

/**
 * Containers of a description, by the lines that say how they ended; indentation may be lost. A
 * part of one has no headings, and may lack the container's name.
 */
export function describedContainers(
  lines: readonly string[],
): ReadonlyMap<number, TerminatedContainer> {
  const found: Described[] = [];
  const isPart = !lines.some((line) => CONTAINERS.test(line));
  let isInside = false;
  let group = "";
  for (const [at, written] of lines.entries()) {
    const line = isPart ? asDescribed(written) : written;
    if (CONTAINERS.test(line)) isInside = true;
    else if (AFTER_CONTAINERS.test(line)) isInside = false;
    if (!isInside && !isPart) continue;
    const name = isPart ? partName(line, found.at(-1)) : NAME.exec(line)?.[1];
    if (name !== undefined && !OF_RESOURCES.has(name)) {
      found.push({ name, values: new Map(), ends: [] });
      group = "";
    }
    const container = found.at(-1);
    if (container !== undefined && isPart) named(container, line);
    const [, state] = STATE_OF_STATUS.exec(line) ?? [];
    const [, member = "", after = ""] = MEMBER.exec(line.trimEnd()) ?? [];
    const value = after.trim();
    if (state !== undefined) container?.values.set(group, capitalized(state));
    if (container === undefined || member === "" || OTHER_OF_STATUS.test(line)) continue;
    if (GROUPS.has(member)) group = member;
    else if (!OF_STATE.has(member) && !OF_RESOURCES.has(member)) group = "";
    container.values.set(group === "" || group === member ? member : `${group} ${member}`, value);
    if (END_MEMBERS.has(member)) container.ends.push({ at, state: group });
  }
  return new Map(
    found.flatMap((each) => each.ends.map(({ at, state }) => [at, endedIn(each, state)] as const)),
  );
}

/** Members of a status in YAML, as a description calls them. */
const OF_STATUS: readonly (readonly [string, string])[] = [
  ["lastState", "Last State"],
  ["state", "State"],
  ["reason", "Reason"],
  ["exitCode", "Exit Code"],
  ["startedAt", "Started"],
  ["finishedAt", "Finished"],
  ["restartCount", "Restart Count"],
];
const STATE_OF_STATUS = /^\s*(waiting|terminated|running):\s*$/;
/** What is next to them in a state; a description's members have capitals. */
const OTHER_OF_STATUS = /^\s*(?:waiting|terminated|running|message|containerID):/;
const STATUS_MEMBER = /^(\s*)(?:- )?([a-z][A-Za-z]{1,30}):(?: +["']?([^"' ][^"']{0,199})["']?)?$/;

function asDescribed(line: string): string {
  const [, indent = "", member, value = ""] = STATUS_MEMBER.exec(line.trimEnd()) ?? [];
  const called = OF_STATUS.find(([name]) => name === member)?.[1];
  return called === undefined ? line : `${indent}${called}: ${value}`;
}

/** A status names its container after the last state, and a kubelet in what it says of it. */
function named(container: Described, line: string): void {
  const [, name] = /^\s*name:\s+([a-z0-9][a-z0-9-]{0,62})\s*$/.exec(line) ?? [];
  const [, restarted] = /restarting failed container=([a-z0-9][a-z0-9-]{0,62})/.exec(line) ?? [];
  if (container.name === NO_NAME) container.name = name ?? restarted ?? NO_NAME;
}

/** The states of a container come first: without headings, they begin another one. */
function partName(line: string, before: Described | undefined): string | undefined {
  const [, state] = /^\s*(State|Last State):\s/.exec(line) ?? [];
  const isNext = state !== undefined && (before === undefined || before.values.has(state));
  return isNext ? NO_NAME : undefined;
}

function endedIn({ name, values }: Described, state: string): TerminatedContainer {
  const code = Number.parseInt(values.get(`${state} Exit Code`) ?? "", 10);
  const restarts = Number.parseInt(values.get("Restart Count") ?? "", 10);
  const waiting = values.get("State") === "Waiting" ? values.get("State Reason") : undefined;
  return {
    name,
    exitCode: Number.isNaN(code) ? null : code,
    restarts: Number.isNaN(restarts) ? null : restarts,
    startedAt: values.get(`${state} Started`) ?? null,
    finishedAt: values.get(`${state} Finished`) ?? null,
    memoryRequest: values.get("Requests memory") ?? null,
    memoryLimit: values.get("Limits memory") ?? null,
    ...(waiting === undefined ? {} : { waiting }),
  };
}

function quantity(value: unknown): string | null {
  return typeof value === "number" ? String(value) : text(value);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
