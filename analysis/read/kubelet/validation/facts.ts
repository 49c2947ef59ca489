/**
 * What the releases of the kubelet know: their members, feature gates and registered kinds. The
 * tables are written by `npm run oracle -- facts` from the kubelet's own types and registries.
 */
import gateTable from "./featureGates.json" with { type: "json" };
import fieldTable from "./fields.json" with { type: "json" };

/** The minor of a release: 35 for 1.35. */
export type Release = number;

export interface FieldFact {
  /** What its JSON must be: `object`, `list`, `map`, a type of Go, one that reads its own JSON. */
  readonly type: string;
  /** The type as Go's errors name it, where that is not `type`. */
  readonly go?: string;
  /** The type whose member it is. */
  readonly struct: string;
  /** Embedded types on the way, which Go's errors name as if they were members. */
  readonly via?: string;
  /** Only an absent member is defaulted; otherwise a zero value is as well. */
  readonly pointer?: boolean;
  readonly default?: unknown;
}

export interface GateFact {
  readonly stage: "ALPHA" | "BETA" | "GA" | "DEPRECATED";
  readonly default: boolean;
  readonly locked: boolean;
}

/** From release `since` up to `until`; without an end: up to the newest release. */
export interface Lifetime {
  readonly since: Release;
  readonly until?: Release;
}

interface FactTables {
  readonly releases: readonly Release[];
  readonly fields: Readonly<Record<string, readonly (FieldFact & Lifetime)[]>>;
  /** The registered kinds by version. */
  readonly kinds: Readonly<Record<string, readonly (Lifetime & { readonly kind: string })[]>>;
}

interface GateTables {
  /** `20a-,24b+,28g+!`: from which release on a gate is at which stage, on or off, locked. */
  readonly gates: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<
    Record<string, readonly (Lifetime & { readonly on: readonly string[] })[]>
  >;
}

const tables = fieldTable as FactTables;
const gates = gateTable as GateTables;

/** The releases whose facts are known, the oldest first. */
export const RELEASES: readonly Release[] = tables.releases;

/** The nearest release whose facts are known. */
export function knownRelease(release: Release): Release {
  return RELEASES.find((known) => known >= release) ?? (RELEASES.at(-1) as Release);
}

export function isWithin({ since, until }: Partial<Lifetime>, release: Release): boolean {
  return (since ?? 0) <= release && release <= (until ?? Number.MAX_SAFE_INTEGER);
}

/** The members of a KubeletConfiguration by path; `[]` and `{}` mean each element. */
export const fieldsOf = byRelease((release) => {
  const fields = new Map<string, FieldFact>();
  for (const [path, rows] of Object.entries(tables.fields)) {
    const row = rows.find((each) => isWithin(each, release));
    if (row !== undefined) fields.set(path, row);
  }
  return fields;
});

export const gatesOf = byRelease((release) => {
  const found = new Map<string, GateFact>();
  for (const [name, history] of Object.entries(gates.gates)) {
    const fact = gateAt(history, release);
    if (fact !== undefined) found.set(name, fact);
  }
  return found;
});

const STAGES: Readonly<Record<string, GateFact["stage"]>> = {
  a: "ALPHA",
  b: "BETA",
  g: "GA",
  d: "DEPRECATED",
};

function gateAt(history: string, release: Release): GateFact | undefined {
  let latest: GateFact | undefined;
  for (const part of history.split(",")) {
    const [, since, stage, value, lock] = /^(\d+)([abgdx])([+-]?)(!?)$/.exec(part) ?? [];
    if (Number(since) > release) break;
    const known = STAGES[stage ?? ""];
    latest =
      known === undefined
        ? undefined
        : { stage: known, default: value === "+", locked: lock === "!" };
  }
  return latest;
}

/** The gates that each gate needs. */
export const dependenciesOf = byRelease((release) => {
  const found = new Map<string, readonly string[]>();
  for (const [name, rows] of Object.entries(gates.dependencies)) {
    const row = rows.find((each) => isWithin(each, release));
    if (row !== undefined) found.set(name, row.on);
  }
  return found;
});

export function isRegistered(version: string, kind: string, release: Release): boolean {
  const rows = Object.hasOwn(tables.kinds, version) ? (tables.kinds[version] ?? []) : [];
  return rows.some((row) => row.kind === kind && isWithin(row, release));
}

function byRelease<Value>(make: (release: Release) => Value): (release: Release) => Value {
  const made = new Map<Release, Value>();
  return (release) => {
    const known = knownRelease(release);
    const value = made.get(known) ?? make(known);
    made.set(known, value);
    return value;
  };
}
