/**
 * Writes the tables of what each release of the kubelet knows, from the kubelet's own types and
 * registries, or says where they differ from them:
 *
 *     npm run oracle -- facts [--releases 1.35,1.36] [--write]
 *
 * The exit status is 1 when a table says something else, 2 when the kubelet's code cannot be had.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { statusWithOracle } from "../fidelity/oracleProcess.ts";
import { factsOf, oracleReleases } from "./oracle.ts";

const FOLDER = new URL("../../analysis/read/kubelet/validation/", import.meta.url);
const STAGES: Readonly<Record<string, string>> = {
  ALPHA: "a",
  BETA: "b",
  GA: "g",
  DEPRECATED: "d",
};

interface GateFact {
  readonly stage: string;
  readonly default: boolean;
  readonly locked?: boolean;
}

/** What one release answers. */
interface Facts {
  readonly fields: Readonly<Record<string, object>>;
  readonly featureGates: Readonly<Record<string, GateFact>>;
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
  readonly kinds: Readonly<Record<string, readonly string[]>>;
}

type Table = Readonly<Record<string, unknown>>;

/** Facts about one name, release by release: undefined where the release does not know it. */
function lifetimes(facts: readonly (readonly [number, object | undefined])[]): object[] {
  const rows: { since: number; until?: number; fact: object | undefined }[] = [];
  for (const [release, fact] of facts) {
    const last = rows.at(-1);
    if (last !== undefined && isDeepStrictEqual(last.fact, fact)) last.until = release;
    else rows.push({ since: release, until: release, fact });
  }
  const newest = facts.at(-1)?.[0];
  return rows.flatMap(({ since, until, fact }) =>
    fact === undefined ? [] : [{ since, ...(until === newest ? {} : { until }), ...fact }],
  );
}

/** `20a-,24b+,28g+!`: the stage, the default and the lock, from release to release. */
function gateHistory(facts: readonly (readonly [number, GateFact | undefined])[]): string {
  const parts: string[] = [];
  let last = "x";
  for (const [release, fact] of facts) {
    const code =
      fact === undefined
        ? "x"
        : `${STAGES[fact.stage]}${fact.default ? "+" : "-"}${fact.locked === true ? "!" : ""}`;
    if (code !== last) parts.push(`${release}${code}`);
    last = code;
  }
  return parts.join(",");
}

function tableOf<Value, Row>(
  all: ReadonlyMap<number, Facts>,
  pick: (facts: Facts) => Readonly<Record<string, Value>>,
  row: (facts: readonly (readonly [number, Value | undefined])[]) => Row,
): Record<string, Row> {
  const names = new Set([...all.values()].flatMap((facts) => Object.keys(pick(facts))));
  const rows = [...names].sort().map((name) => {
    const facts = [...all].map(([release, each]) => [release, pick(each)[name]] as const);
    return [name, row(facts)] as const;
  });
  return Object.fromEntries(rows);
}

function kindRows(all: ReadonlyMap<number, Facts>): Record<string, object[]> {
  const versions = new Set([...all.values()].flatMap(({ kinds }) => Object.keys(kinds)));
  const rows = [...versions].sort().map((version) => {
    const byKind = tableOf(
      all,
      ({ kinds }) => Object.fromEntries((kinds[version] ?? []).map((kind) => [kind, { kind }])),
      lifetimes,
    );
    return [version, Object.values(byKind).flat()] as const;
  });
  return Object.fromEntries(rows);
}

/** The tables by the names of their files. */
function tablesOf(all: ReadonlyMap<number, Facts>): Readonly<Record<string, Table>> {
  return {
    "fields.json": {
      releases: [...all.keys()],
      fields: tableOf(all, ({ fields }) => fields, lifetimes),
      kinds: kindRows(all),
    },
    "featureGates.json": {
      gates: tableOf(all, ({ featureGates }) => featureGates, gateHistory),
      dependencies: tableOf(
        all,
        ({ dependencies = {} }) =>
          Object.fromEntries(Object.entries(dependencies).map(([name, on]) => [name, { on }])),
        lifetimes,
      ),
    },
  };
}

/** One row a line: a change of one member is one line in a diff. */
function formatTable(table: Table): string {
  const parts = Object.entries(table).map(([name, value]) => {
    if (Array.isArray(value)) return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const rows = Object.entries(value as Table).map(
      ([key, row]) => `    ${JSON.stringify(key)}: ${JSON.stringify(row)}`,
    );
    return `  ${JSON.stringify(name)}: {\n${rows.join(",\n")}\n  }`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

function main(): number {
  const { values } = parseArgs({
    options: { releases: { type: "string" }, write: { type: "boolean", default: false } },
  });
  const releases =
    values.releases?.split(",").map((release) => Number(release.split(".")[1])) ?? oracleReleases();
  const all = new Map(releases.map((release) => [release, factsOf(release) as Facts]));
  if (values.write) {
    for (const [name, table] of Object.entries(tablesOf(all))) {
      writeFileSync(new URL(name, FOLDER), formatTable(table));
    }
    return 0;
  }
  return compare(all);
}

/** Holds the tables that stand, as they are read for each release, against its facts. */
function compare(all: ReadonlyMap<number, Facts>): number {
  let wrong = 0;
  for (const [release, facts] of all) {
    const fresh = tablesOf(new Map([[release, facts]]));
    for (const [name, table] of Object.entries(fresh)) {
      const standing = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Table;
      for (const [part, rows] of Object.entries(table)) {
        if (part === "releases") continue;
        const differing = difference(standing[part] as Table, rows as Table, release);
        for (const row of differing) console.log(`1.${release} ${name}: ${part}: ${row}`);
        wrong += differing.length;
      }
    }
    console.log(
      `1.${release}: ${Object.keys(facts.fields).length} members, ` +
        `${Object.keys(facts.featureGates).length} feature gates`,
    );
  }
  return wrong === 0 ? 0 : 1;
}

function difference(standing: Table, fresh: Table, release: number): string[] {
  const names = new Set([...Object.keys(standing), ...Object.keys(fresh)]);
  return [...names].filter((name) => {
    const now = atRelease(standing[name], release);
    return !isDeepStrictEqual(now, atRelease(fresh[name], release));
  });
}

/** What a row of a table says about one release. */
function atRelease(row: unknown, release: number): unknown {
  if (typeof row === "string") {
    const parts = row.split(",").filter((part) => Number.parseInt(part, 10) <= release);
    return parts.at(-1)?.replace(/^\d+/, "").replace(/^x$/, "") ?? "";
  }
  const rows = (row ?? []) as readonly { since: number; until?: number }[];
  const found = rows.filter(({ since, until }) => since <= release && release <= (until ?? 999));
  const bare = found.map(({ since: _since, until: _until, ...fact }) => fact);
  return bare.length === 0 ? "" : bare;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await statusWithOracle(() => Promise.resolve(main()));
}
