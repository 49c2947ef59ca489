import { type PodName, SIGNALS, type Signal } from "../../../analysis/engine/decision.ts";
import type { ContainerChange, PodChange } from "../../../analysis/questions/change/podChange.ts";
import { isMembers } from "../../../analysis/read/json/untyped.ts";
import { parseTime } from "../../../analysis/text/time.ts";

/** What admission is asked about, as manifests; a critical pod that does not fit without one. */
export interface AskedAdmission {
  /** The pod that comes. */
  readonly pod?: string;
  /** The Node of the pod; without it, what the configuration leaves of the capacity. */
  readonly node?: string;
}

/**
 * What a user has changed about a capture, and the step they look at: the member `scenario` of the
 * header of a capture that was shared. Other hosts ignore it.
 */
export interface Scenario {
  /** The name the capture goes by; absent when the scenario is anonymous. */
  readonly name?: string;
  /** An example that ships with the page, which then takes the place of the records. */
  readonly example?: string;
  /** Absent: the configuration that the capture was recorded under. */
  readonly configuration?: string;
  /** What that is compared with; null: the recorded one. Absent: nothing is compared. */
  readonly comparedWith?: string | null;
  readonly whatIf?: boolean;
  readonly podChanges?: readonly PodChange[];
  readonly admission?: AskedAdmission;
  /** RFC 3339; the step at it is shown, or the last before it. */
  readonly moment?: string;
  /** What the charts show of the time; absent when they show all of it. */
  readonly window?: ScenarioWindow;
  readonly signal?: Signal;
  /** Shown below it, small. */
  readonly furtherSignals?: readonly Signal[];
  readonly pod?: PodName;
  /** The part of the capture on show, unless it is the whole. */
  readonly view?: "kernel";
  /** What is decided is hidden until the reader has said which pod goes. */
  readonly predict?: boolean;
}

/** From one RFC 3339 time to a later one. */
export interface ScenarioWindow {
  readonly from: string;
  readonly to: string;
}

/** A scenario, and the members of it that could not be read. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly leftOut: readonly string[];
}

type Reader<T> = (value: unknown) => T | undefined;

const RESOURCE = /^(?:memory|ephemeral-storage)$/;

const textOf: Reader<string> = (value) => (typeof value === "string" ? value : undefined);
const integerOf: Reader<number> = (value) =>
  Number.isSafeInteger(value) ? (value as number) : undefined;

/** How each member is read; undefined is what cannot be read. */
const READERS: { readonly [M in keyof Scenario]-?: Reader<Scenario[M]> } = {
  name: textOf,
  example: textOf,
  configuration: textOf,
  comparedWith: (value) => (value === null ? null : textOf(value)),
  whatIf: (value) => (typeof value === "boolean" ? value : undefined),
  podChanges: (value) => (Array.isArray(value) ? every(value, podChangeOf) : undefined),
  admission: askedOf,
  moment: timeOf,
  window: windowOf,
  signal: signalOf,
  furtherSignals: (value) => (Array.isArray(value) ? every(value, signalOf) : undefined),
  pod: podNameOf,
  view: (value) => (value === "kernel" ? value : undefined),
  predict: (value) => (typeof value === "boolean" ? value : undefined),
};

/** Reads the content of a header; members of later versions are read past. */
export function readScenario(value: unknown): ReadScenario {
  if (!isMembers(value)) return { scenario: {}, leftOut: ["everything"] };
  const read = Object.entries(READERS)
    .filter(([name]) => value[name] !== undefined)
    .map(([name, reader]) => [name, reader(value[name])] as const);
  return {
    scenario: Object.fromEntries(read.filter(([, member]) => member !== undefined)),
    leftOut: read.filter(([, member]) => member === undefined).map(([name]) => name),
  };
}

function signalOf(value: unknown): Signal | undefined {
  return SIGNALS.find((signal) => signal === value);
}

function timeOf(value: unknown): string | undefined {
  return parseTime(textOf(value) ?? "") === null ? undefined : textOf(value);
}

function windowOf(value: unknown): ScenarioWindow | undefined {
  if (!isMembers(value)) return undefined;
  const [from, to] = [timeOf(value.from), timeOf(value.to)];
  if (from === undefined || to === undefined) return undefined;
  return Date.parse(from) < Date.parse(to) ? { from, to } : undefined;
}

function askedOf(value: unknown): AskedAdmission | undefined {
  if (!isMembers(value)) return undefined;
  const { pod, node } = value;
  const known = Object.entries({ pod, node }).filter(([, text]) => text !== undefined);
  const texts = every(
    known.map(([, text]) => text),
    textOf,
  );
  return texts === undefined ? undefined : Object.fromEntries(known);
}

function podNameOf(value: unknown): PodName | undefined {
  if (!isMembers(value)) return undefined;
  const { namespace, name, uid } = value;
  const texts = every([namespace, name, uid], textOf);
  return texts === undefined ? undefined : (value as unknown as PodName);
}

function podChangeOf(value: unknown): PodChange | undefined {
  if (!isMembers(value) || textOf(value.uid) === undefined) return undefined;
  const { uid, priority, usagePercent, containers } = value;
  const known = { uid, priority, usagePercent, containers };
  const amounts = [priority, usagePercent].filter((amount) => amount !== undefined);
  if (every(amounts, integerOf) === undefined) return undefined;
  if (containers !== undefined && !isMapOf(containers, isContainerChange)) return undefined;
  const given = Object.entries(known).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given) as unknown as PodChange;
}

function isContainerChange(value: unknown): value is ContainerChange {
  return isMapOf(value, (inner, name) => RESOURCE.test(name) && typeof inner === "string");
}

function isMapOf(value: unknown, isOne: (inner: unknown, name: string) => boolean): boolean {
  return isMembers(value) && Object.entries(value).every(([name, inner]) => isOne(inner, name));
}

/** Undefined as soon as one of them cannot be read. */
function every<T>(values: readonly unknown[], read: Reader<T>): readonly T[] | undefined {
  const known = values.map(read);
  return known.includes(undefined) ? undefined : (known as T[]);
}
