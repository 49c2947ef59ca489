/** Cells of a fleet as lines of JSON: schemas/sweep-cell-1.schema.json. */
import { exactIntegers } from "../../engine/takenSteps.ts";
import { isMembers } from "../../read/json/untyped.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { CLASSES, type QosClass, type SweptCell } from "./cell.ts";

/** The cell of one node and one configuration. */
export interface NodeCell {
  readonly node: string;
  /** The values of the settings that are varied, by member. */
  readonly settings: Readonly<Record<string, string>>;
  /** The times of the first step and of the last one, RFC 3339 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly cell: SweptCell;
}

const FORMAT = "sweep-cell/1";

/** The same bytes in every language: members in this order, and no space. */
export function formatNodeCell({ node, settings, from, to, cell }: NodeCell): string {
  const head = { plimsoll: FORMAT, node, settings };
  if (cell.refusal !== null) return JSON.stringify({ ...head, refusal: cell.refusal });
  const { headroom } = cell;
  const members = [
    `"steps":${cell.steps}`,
    `"missed":${cell.missed}`,
    `"conditionNanoseconds":${formatIntegers(inOrder(cell.conditionNanoseconds))}`,
    `"evictions":${formatEvictions(cell.evictionsBy)}`,
    `"podsEvicted":${cell.podsEvicted}`,
    `"firstEviction":${JSON.stringify(cell.firstEviction)}`,
    `"hardHeadroom":${formatIntegers(headroom.hard)}`,
    `"softHeadroom":${formatIntegers(headroom.soft)}`,
    `"chain":"${cell.chain}"`,
  ];
  return `${JSON.stringify({ ...head, from, to }).slice(0, -1)},${members.join(",")}}`;
}

function inOrder(amounts: SweptCell["conditionNanoseconds"]): ReadonlyMap<string, bigint> {
  const held = NODE_CONDITIONS.filter((name) => (amounts.get(name) ?? 0n) > 0n);
  return new Map(held.map((name) => [name, amounts.get(name) ?? 0n]));
}

function formatEvictions(by: SweptCell["evictionsBy"]): string {
  const entries = [...by].map(([name, classes]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(Object.fromEntries(classes))}`;
  });
  return `{${entries.join(",")}}`;
}

function formatIntegers(amounts: ReadonlyMap<string, bigint>): string {
  const entries = [...amounts].map(([name, amount]) => `${JSON.stringify(name)}:${amount}`);
  return `{${entries.join(",")}}`;
}

interface Written {
  readonly node: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly to?: string;
  readonly refusal?: string;
  readonly steps?: bigint;
  readonly missed?: bigint;
  readonly conditionNanoseconds?: Readonly<Record<string, bigint>>;
  readonly evictions?: Readonly<Record<string, Readonly<Partial<Record<QosClass, bigint>>>>>;
  readonly podsEvicted?: bigint;
  readonly firstEviction?: string | null;
  readonly hardHeadroom?: Readonly<Record<string, bigint>>;
  readonly softHeadroom?: Readonly<Record<string, bigint>>;
  readonly chain?: string;
}

/** Null for a line that is none. */
export function readNodeCell(line: string): NodeCell | null {
  const written = parsed(line);
  if (written === null) return null;
  const { node, settings, from = "", to = "", evictions = {}, refusal = null } = written;
  const evictionsBy = new Map(
    Object.entries(evictions).map(([by, counts]) => {
      const classes = CLASSES.filter((each) => counts[each] !== undefined);
      return [by, new Map(classes.map((each) => [each, Number(counts[each])]))];
    }),
  );
  const counts = [...evictionsBy.values()].flatMap((classes) => [...classes.values()]);
  const cell: SweptCell = {
    steps: written.steps ?? 0n,
    missed: written.missed ?? 0n,
    conditionNanoseconds: new Map(
      NODE_CONDITIONS.flatMap((name) => {
        const nanoseconds = written.conditionNanoseconds?.[name];
        return nanoseconds === undefined ? [] : [[name, nanoseconds] as const];
      }),
    ),
    evictions: counts.reduce((sum, count) => sum + count, 0),
    evictionsBy,
    podsEvicted: Number(written.podsEvicted ?? 0),
    firstEviction: written.firstEviction ?? null,
    headroom: {
      hard: new Map(Object.entries(written.hardHeadroom ?? {})),
      soft: new Map(Object.entries(written.softHeadroom ?? {})),
    },
    chain: written.chain ?? "0".repeat(16),
    refusal,
  };
  return { node, settings, from, to, cell };
}

/** What another version or hand wrote is not read: it would not come out as it went in. */
function parsed(line: string): Written | null {
  try {
    const value = exactIntegers(line);
    const isCell = isMembers(value) && value.plimsoll === FORMAT && isMembers(value.settings);
    return isCell && typeof value.node === "string" ? (value as unknown as Written) : null;
  } catch {
    return null;
  }
}
