/** Makes a scenario that differs smaller, part by part, as long as it differs in the same way. */
import { isObject, type Json, type JsonObject } from "../vectors/notation.ts";
import type { Scenario } from "./scenario.ts";

/** Of several scenarios, the first that still differs in the same way; -1 for none. */
export type Probe<Kind = Scenario> = (scenarios: readonly Kind[]) => Promise<number>;

export type Path = readonly (string | number)[];

/** What of a kind of scenario must stay as it is. */
export interface Rules {
  /** Parts that are never left out. */
  readonly isNeeded: (path: Path) => boolean;
  /** Numbers and texts that are never made plainer. */
  readonly isFixed: (path: Path) => boolean;
}

const EVICTION: Rules = { isNeeded, isFixed };

/** Variants asked about at once: few while most still differ, more while none does. */
const BATCH_MIN = 4;
const BATCH_MAX = 64;
const ROUNDS_MAX = 12;

export function shrink(scenario: Scenario, probe: Probe): Promise<Scenario> {
  return shrinkBy(EVICTION, scenario, probe);
}

/** The same for a scenario of any kind, which is a tree of JSON. */
export async function shrinkBy<Kind>(
  rules: Rules,
  scenario: Kind,
  probe: Probe<Kind>,
): Promise<Kind> {
  let smallest = scenario;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = smallest;
    for (const pass of [chunks, parts, simpler]) smallest = await run(pass, rules, smallest, probe);
    if (smallest === before) break;
  }
  return smallest;
}

/** Variants of a tree, the ones that save most first. */
type Pass = (tree: Json, rules: Rules) => Json[];

/** Takes the first variant that still differs, and goes on behind it. */
async function run<Kind>(
  pass: Pass,
  rules: Rules,
  scenario: Kind,
  probe: Probe<Kind>,
): Promise<Kind> {
  let smallest = scenario;
  let position = 0;
  let size = BATCH_MIN;
  for (;;) {
    const variants = pass(smallest as unknown as Json, rules) as unknown as Kind[];
    if (position >= variants.length) return smallest;
    const batch = variants.slice(position, position + size);
    const found = await probe(batch);
    if (found < 0) {
      position += batch.length;
      size = Math.min(2 * size, BATCH_MAX);
    } else {
      position += found;
      size = BATCH_MIN;
      smallest = batch[found] as Kind;
    }
  }
}

/** Halves, quarters and so on of long lists gone. */
function chunks(tree: Json): Json[] {
  return pathsOf(tree).flatMap((path) => {
    const list = valueAt(tree, path);
    if (!Array.isArray(list) || list.length < 4) return [];
    const variants: Json[] = [];
    for (let size = list.length >> 1; size >= 2; size >>= 1) {
      for (let start = 0; start < list.length; start += size) {
        variants.push(replaceAt(tree, path, list.toSpliced(start, size)));
      }
    }
    return variants;
  });
}

/** One element or member gone; the largest first. */
function parts(tree: Json, { isNeeded }: Rules): Json[] {
  return pathsOf(tree)
    .filter((path) => path.length > 0 && !isNeeded(path))
    .map((path) => ({ path, size: sizeOf(valueAt(tree, path)) }))
    .sort((a, b) => b.size - a.size)
    .map(({ path }) => removeAt(tree, path));
}

/** Without these the oracle and the player would read another scenario. */
function isNeeded(path: Path): boolean {
  const [first, , third] = path;
  if (path.length === 1) return ["layout", "pods", "steps"].includes(String(first));
  if (first === "layout") return true;
  return first === "steps" && path.length === 3 && ["time", "summary"].includes(String(third));
}

/** Texts that the player reads itself. */
function isFixed(path: Path): boolean {
  if (path[0] === "memoryCapacity") return true;
  return path.length === 3 && path[0] === "steps" && path[2] === "time";
}

/** One number, text or truth value made plainer. */
function simpler(tree: Json, { isFixed }: Rules): Json[] {
  return pathsOf(tree).flatMap((path) => {
    const value = isFixed(path) ? undefined : valueAt(tree, path);
    return plainer(value).map((other) => replaceAt(tree, path, other));
  });
}

function plainer(value: Json | undefined): Json[] {
  if (typeof value === "bigint" || typeof value === "number") return plainerNumber(BigInt(value));
  if (typeof value === "string") return plainerText(value);
  return value === true ? [false] : [];
}

function plainerNumber(value: bigint): Json[] {
  const numbers = [0n, 1n, 1000n, value / 2n, value - (value % 1024n)];
  const magnitude = (number: bigint) => (number < 0n ? -number : number);
  return [...new Set(numbers)].filter((number) => magnitude(number) < magnitude(value));
}

function plainerText(text: string): Json[] {
  const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)(Z|[+-].*)$/.exec(text);
  if (time !== null) return Number(time[2]) === 0 ? [`${time[1]}${time[3]}`] : [];
  // Words and names stay: a plainer one would mean something else.
  if (!/^[+-]?\.?\d/.test(text)) return [];
  const texts = ["1", "1Ki", "1Gi", "10%", "10s"];
  return texts.filter((other) => other.length < text.length);
}

/** Every value in the tree, the outer ones first. */
function pathsOf(tree: Json, path: Path = []): Path[] {
  const below = Array.isArray(tree)
    ? tree.flatMap((item, index) => pathsOf(item as Json, [...path, index]))
    : isObject(tree)
      ? Object.entries(tree).flatMap(([name, value]) => {
          return value === undefined ? [] : pathsOf(value, [...path, name]);
        })
      : [];
  return [path, ...below];
}

function valueAt(tree: Json | undefined, path: Path): Json | undefined {
  let value = tree;
  for (const step of path) value = (value as Readonly<Record<string | number, Json>>)[step];
  return value;
}

function replaceAt(tree: Json, [first, ...rest]: Path, value: Json): Json {
  if (first === undefined) return value;
  const inner = replaceAt(valueAt(tree, [first]) as Json, rest, value);
  if (Array.isArray(tree)) return tree.with(Number(first), inner);
  return { ...(tree as JsonObject), [first]: inner };
}

function removeAt(tree: Json, path: Path): Json {
  const [last, outer] = [path.at(-1) as string | number, path.slice(0, -1)];
  const holder = valueAt(tree, outer);
  if (Array.isArray(holder)) return replaceAt(tree, outer, holder.toSpliced(Number(last), 1));
  const { [last]: _, ...others } = holder as JsonObject;
  return replaceAt(tree, outer, others);
}

function sizeOf(value: Json | undefined): number {
  if (Array.isArray(value)) {
    return 1 + value.reduce((sum: number, item) => sum + sizeOf(item as Json), 0);
  }
  if (!isObject(value)) return 1;
  return 1 + Object.values(value).reduce((sum: number, item) => sum + sizeOf(item), 0);
}
