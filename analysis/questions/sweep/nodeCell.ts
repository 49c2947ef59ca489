/** Cells of a fleet as lines of JSON: schemas/sweep-cell-1.schema.json. */
import { exactIntegers } from "../../engine/takenSteps.ts";
import { isMembers, type Members } from "../../read/json/untyped.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { type RecordedEnd, unknownAfter } from "../replay/parting.ts";
import { CLASSES, type SweptCell } from "./cell.ts";
import { refusedCell } from "./cellCounter.ts";

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
const CHAIN = /^[0-9a-f]{16}$/;

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
    ...(cell.parting === null ? [] : [JSON.stringify(unknownAfter(cell.parting)).slice(1, -1)]),
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

interface Counted {
  readonly steps: bigint;
  readonly missed: bigint;
  readonly conditionNanoseconds: Readonly<Record<string, bigint>>;
  readonly evictions: Readonly<Record<string, Readonly<Record<string, bigint>>>>;
  readonly podsEvicted: bigint;
  readonly firstEviction: string | null;
  readonly hardHeadroom: Readonly<Record<string, bigint>>;
  readonly softHeadroom: Readonly<Record<string, bigint>>;
  readonly chain: string;
  readonly unknownAfter?: Pick<RecordedEnd, "time" | "pod">;
}

/** Null for a line that `formatNodeCell` does not write: it would not come out as it went in. */
export function readNodeCell(line: string): NodeCell | null {
  const read = nodeCellIn(line);
  return read !== null && formatNodeCell(read) === line ? read : null;
}

function nodeCellIn(line: string): NodeCell | null {
  const written = objectIn(line);
  if (written === null) return null;
  const { node, settings, from, to, refusal } = written;
  if (typeof node !== "string" || !isMapOf(settings, isText)) return null;
  if (isText(refusal)) return { node, settings, from: "", to: "", cell: refusedCell(refusal) };
  if (!isTime(from) || !isTime(to) || !isCounted(written)) return null;
  return { node, settings, from, to, cell: cellCounted(written) };
}

function cellCounted(counted: Counted): SweptCell {
  const { conditionNanoseconds, evictions } = counted;
  const evictionsBy = new Map(
    Object.entries(evictions).map(([by, counts]) => {
      const classes = CLASSES.filter((each) => counts[each] !== undefined);
      return [by, new Map(classes.map((each) => [each, Number(counts[each])]))];
    }),
  );
  const counts = [...evictionsBy.values()].flatMap((classes) => [...classes.values()]);
  return {
    steps: counted.steps,
    missed: counted.missed,
    conditionNanoseconds: new Map(
      NODE_CONDITIONS.flatMap((name) => {
        const nanoseconds = conditionNanoseconds[name];
        return nanoseconds === undefined ? [] : [[name, nanoseconds] as const];
      }),
    ),
    evictions: counts.reduce((sum, count) => sum + count, 0),
    evictionsBy,
    podsEvicted: Number(counted.podsEvicted),
    firstEviction: counted.firstEviction,
    headroom: {
      hard: new Map(Object.entries(counted.hardHeadroom)),
      soft: new Map(Object.entries(counted.softHeadroom)),
    },
    chain: counted.chain,
    refusal: null,
    parting: partingIn(counted),
  };
}

/** A line names the pod, not its uid. */
function partingIn({ unknownAfter: found }: Counted): RecordedEnd | null {
  if (found === undefined) return null;
  const { pod, time } = found;
  return { key: pod, pod, isEviction: true, time };
}

function objectIn(line: string): Members | null {
  try {
    const value = exactIntegers(line);
    return isMembers(value) && value.plimsoll === FORMAT ? value : null;
  } catch {
    return null;
  }
}

function isCounted(written: Members): written is Members & Counted {
  const { steps, missed, podsEvicted, conditionNanoseconds, evictions, firstEviction } = written;
  const { hardHeadroom, softHeadroom, chain, unknownAfter: unknown } = written;
  return (
    [steps, missed, podsEvicted].every(isCount) &&
    isMapOf(conditionNanoseconds, isCount) &&
    isMapOf(evictions, (classes) => isMapOf(classes, isCount)) &&
    (firstEviction === null || isTime(firstEviction)) &&
    isMapOf(hardHeadroom, isInteger) &&
    isMapOf(softHeadroom, isInteger) &&
    isText(chain) &&
    CHAIN.test(chain) &&
    (unknown === undefined || (isMapOf(unknown, isText) && isTime(unknown.time)))
  );
}

function isMapOf<Value>(
  value: unknown,
  isValue: (each: unknown) => each is Value,
): value is Readonly<Record<string, Value>>;
function isMapOf(value: unknown, isValue: (each: unknown) => boolean): value is Members;
function isMapOf(value: unknown, isValue: (each: unknown) => boolean): boolean {
  return isMembers(value) && Object.values(value).every(isValue);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isInteger(value: unknown): value is bigint {
  return typeof value === "bigint";
}

function isCount(value: unknown): boolean {
  return isInteger(value) && value >= 0n;
}

/** A time as `formatTime` writes it, so that texts sort as times do. */
function isTime(value: unknown): value is string {
  const time = isText(value) ? parseTime(value) : null;
  return time !== null && formatTime(time) === value;
}
