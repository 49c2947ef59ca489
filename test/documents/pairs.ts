/**
 * Consecutive Summaries of one node: an engine that kept the text of the one before must have the
 * tables, or the refusal, of an engine that reads each as its first; and this one those of an
 * engine that reads it with white space by which no two pods of it are alike.
 */

import { EngineError } from "../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Part } from "../../assembly/abi.ts";
import { type Json, podRef, podStats, summary } from "./generate.ts";
import { mutate } from "./mutations.ts";
import { Random } from "./random.ts";

const NOW = 1_795_168_800_000_000_000n;
const STEPS = 6;
/** One more than the pod list has. */
const PODS = 5;
const DIGITS_MAX = 21;
const DIGITS_OF_NUMBERS = 9;

const POD_LIST = {
  kind: "PodList",
  apiVersion: "v1",
  items: Array.from({ length: PODS - 1 }, (_, index) => ({
    metadata: podRef(index),
    spec: {
      containers: [{ name: "c0" }, { name: "c1" }],
      initContainers: [{ name: "c1" }, { name: "c2" }],
      volumes: index === 0 ? [] : [{ name: "scratch", emptyDir: {} }],
    },
  })),
};

/**
 * Every pod of the list with every member that is read: what follows it is nearly always compared
 * with it, as of few pods of a Summary that lacks some.
 */
function wholeSummary(random: Random): Json {
  const number = () => random.below(10 ** (1 + random.below(DIGITS_OF_NUMBERS)));
  const time = "2026-11-22T09:59:58Z";
  const fileSystem = () => ({ time, availableBytes: number(), usedBytes: number() });
  const files = () => ({ ...fileSystem(), inodes: number(), inodesUsed: number() });
  const memory = () => ({ time, usageBytes: number(), workingSetBytes: number() });
  const containers = () =>
    ["c0", "c1"].map((name) => ({ name, memory: memory(), rootfs: files(), logs: files() }));
  const pods = POD_LIST.items.map(({ metadata, spec }) => ({
    podRef: metadata,
    startTime: time,
    containers: containers(),
    memory: memory(),
    volume: spec.volumes.map(({ name }) => ({ ...files(), name })),
    "ephemeral-storage": fileSystem(),
    process_stats: { process_count: number() },
  }));
  return { node: { nodeName: "node", memory: memory() }, pods };
}

type Change = (text: string, random: Random) => string | Buffer;
type Tree = { pods?: Json[] };

/** Ways in which one Summary follows another; `proportion` is of those that are drawn. */
export const CHANGES: Readonly<Record<string, { proportion: number; change: Change }>> = {
  nothing: { proportion: 1, change: (text) => text },
  numbers: {
    proportion: 4,
    change: (text, random) => withDigits(text, random, (digits) => around(digits, random)),
  },
  digits: {
    proportion: 4,
    change: (text, random) => withDigits(text, random, () => anyDigits(random)),
  },
  fractions: { proportion: 3, change: withFractions },
  order: { proportion: 3, change: (text, random) => withPods(text, random, shuffle) },
  pods: { proportion: 3, change: (text, random) => withPods(text, random, comeAndGo) },
  members: { proportion: 3, change: (text, random) => withPods(text, random, rearrange) },
  style: { proportion: 2, change: (text, random) => styled(JSON.parse(text), random) },
  escape: { proportion: 1, change: escaped },
  twice: { proportion: 2, change: twice },
  spoilt: { proportion: 4, change: (text, random) => mutate(Buffer.from(text), random).bytes },
};

const DRAWN = Object.entries(CHANGES).flatMap(([name, { proportion }]) =>
  Array.from({ length: proportion }, () => name),
);

/** A pair whose answers differ. */
export interface Difference {
  readonly case: number;
  readonly changes: readonly string[];
  readonly texts: readonly string[];
}

export class Pairs {
  readonly #seed: number;
  readonly #engine: EvictionEngine;
  readonly #reference: EvictionEngine;
  readonly #apart: EvictionEngine;
  readonly #podTable: Uint8Array;
  readonly differences: Difference[] = [];
  /** Pairs that were compared, and those of them that were read. */
  compared = 0;
  accepted = 0;

  constructor(seed: number, makeEngine: () => EvictionEngine) {
    this.#seed = seed;
    this.#engine = makeEngine();
    this.#reference = makeEngine();
    this.#apart = makeEngine();
    for (const engine of [this.#engine, this.#reference, this.#apart]) engine.configure({});
    this.#reference.pods(POD_LIST);
    this.#podTable = this.#reference.freeze(Part.Pods);
    this.#engine.thaw(this.#podTable);
  }

  /** A first Summary and those that follow it. */
  run(number: number): void {
    const random = new Random(this.#seed, number);
    const first = random.oneIn(2) ? summary(random) : wholeSummary(random);
    let text = withList(styled(first, random));
    const texts = [text];
    const changes: string[] = [];
    decode(this.#engine, Buffer.from(text));
    for (let step = 0; step < STEPS; step++) {
      const name = random.pick(DRAWN);
      const next = CHANGES[name]?.change(text, random) ?? text;
      const bytes = typeof next === "string" ? Buffer.from(next) : next;
      changes.push(name);
      texts.push(bytes.toString("latin1"));
      const { found, expected } = this.#answers(bytes);
      this.compared++;
      if (typeof expected !== "string") this.accepted++;
      if (!isSame(found, expected) || !isSameElsewhere(expected, this.#readApart(bytes, random))) {
        this.differences.push({ case: number, changes: [...changes], texts: [...texts] });
      }
      if (typeof expected !== "string" && isTree(bytes)) text = bytes.toString();
    }
  }

  /** What is answered about a Summary that follows another, and about it alone. */
  follow(before: string, after: string) {
    decode(this.#engine, Buffer.from(before));
    return this.#answers(Buffer.from(after));
  }

  /** What is answered about a Summary, and about it with white space by which no pods are alike. */
  standApart(text: string, random: Random) {
    const { expected: found } = this.#answers(Buffer.from(text));
    return { found, expected: this.#readApart(Buffer.from(text), random) };
  }

  #answers(bytes: Uint8Array) {
    const found = decode(this.#engine, bytes);
    // Stats of another pod list are forgotten, and their text with them.
    this.#reference.thaw(this.#podTable);
    return { found, expected: decode(this.#reference, bytes) };
  }

  #readApart(bytes: Buffer, random: Random) {
    this.#apart.thaw(this.#podTable);
    return decode(this.#apart, withSpaces(bytes, random));
  }
}

export function describeDifference(seed: number, difference: Difference): string {
  const { changes, texts } = difference;
  return (
    `npm run fuzz -- --pairs --seed ${seed} --case ${difference.case}: after ` +
    `${changes.join(", ")} the tables differ from those of an engine that reads it first:\n` +
    texts.slice(-2).join("\n")
  );
}

/** The frozen tables, or the refusal. */
function decode(engine: EvictionEngine, bytes: Uint8Array): Uint8Array | string {
  try {
    engine.observe(bytes, NOW);
    return engine.freeze(Part.Summary);
  } catch (error) {
    if (error instanceof EngineError) return JSON.stringify(error.answer);
    throw error;
  }
}

/** As `isSame`, but for the offset that a refusal names. */
export function isSameElsewhere(a: Uint8Array | string, b: Uint8Array | string): boolean {
  if (typeof a !== "string" || typeof b !== "string") return isSame(a, b);
  const [one, other] = [a, b].map((answer) => ({ ...JSON.parse(answer), offset: 0 }));
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSame(a: Uint8Array | string, b: Uint8Array | string): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return Buffer.compare(a, b) === 0;
}

/** Later changes parse the text; one behind a byte order mark does not parse. */
function isTree(bytes: Buffer): boolean {
  try {
    return JSON.parse(bytes.toString()) !== null;
  } catch {
    return false;
  }
}

function withDigits(text: string, random: Random, replace: (digits: string) => string): string {
  const rarity = random.pick([1, 3, 30]);
  return text.replace(/\d+/g, (digits) => (random.oneIn(rarity) ? replace(digits) : digits));
}

/** Numbers, and digits in names, get a fraction or lose it; some have several, or an exponent. */
function withFractions(text: string, random: Random): string {
  const rarity = random.pick([1, 3, 30]);
  const endings = [".05", ".5", ".25", ".0", ".", ".1.2", "e2", ".5e1", ",5"];
  return text.replace(/(\d+)((?:\.\d+)*)/g, (whole, digits: string, fraction: string) => {
    if (!random.oneIn(rarity)) return whole;
    if (fraction !== "") return random.oneIn(4) ? `${digits}${fraction}1` : digits;
    return digits + endings[random.below(random.oneIn(8) ? endings.length : 4)];
  });
}

/** A number near it that JSON can write. */
function around(digits: string, random: Random): string {
  const value = Number(digits) + random.below(200) - 100;
  return String(Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, value)));
}

function anyDigits(random: Random): string {
  const length = random.below(DIGITS_MAX);
  return Array.from({ length }, () => random.below(10)).join("");
}

function withPods(
  text: string,
  random: Random,
  change: (pods: Json[], random: Random) => Json[],
): string {
  const tree = JSON.parse(text) as Tree;
  if (!Array.isArray(tree.pods)) return text;
  const indent = /^\{\n( +)/.exec(text)?.[1] ?? "";
  return JSON.stringify({ ...tree, pods: change(tree.pods, random) }, null, indent);
}

function shuffle(pods: Json[], random: Random): Json[] {
  for (let last = pods.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [pods[last], pods[other]] = [pods[other] as Json, pods[last] as Json];
  }
  return pods;
}

/** Pods are added, leave, come twice, or have other containers than before. */
function comeAndGo(pods: Json[], random: Random): Json[] {
  const at = random.below(pods.length + 1);
  const index = random.below(PODS);
  const added = random.oneIn(2)
    ? podStats(random, index)
    : (pods[random.below(pods.length)] ?? null);
  return pods.toSpliced(at, random.below(2), ...(random.oneIn(3) ? [] : [added]));
}

/** Members of some pods, containers and volumes change places, go, or are those of another. */
function rearrange(pods: Json[], random: Random): Json[] {
  const rarity = random.pick([2, 4]);
  const others: Json[][] = [];
  return JSON.parse(JSON.stringify(pods), (key, value: Json) => {
    if (key === "podRef" || value === null || typeof value !== "object" || Array.isArray(value)) {
      return value;
    }
    let members: Json[] = Object.entries(value);
    if (random.oneIn(rarity)) members = shuffle(members, random);
    if (random.oneIn(2 * rarity)) members.splice(random.below(members.length + 1), 1);
    if (random.oneIn(2 * rarity) && others.length !== 0) members.push(...random.pick(others));
    others.push(members);
    return Object.fromEntries(members as [string, Json][]);
  });
}

/** Up to two spaces, line feeds or tabs more where white space may be. */
function withSpaces(bytes: Buffer, random: Random): Buffer {
  let isInText = false;
  const parts: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    parts.push(byte);
    if (isInText && byte === 0x5c) parts.push(bytes[++at] ?? 0);
    else if (byte === 0x22) isInText = !isInText;
    else if (!isInText && ",:[{".includes(String.fromCharCode(byte))) {
      for (let count = random.below(3); count > 0; count--) parts.push(random.pick([32, 10, 9]));
    }
  }
  return Buffer.from(parts);
}

/** Skipped values: numbers behind a comma, a sign or a space, with fractions and exponents. */
function withList(text: string): string {
  return text.replaceAll(
    '"containers":',
    '"ports":[1,20,300],"psi":{"avg10":0,"avg60":0.05,"some":[-1, 2e3,-0.5e-2]},"containers":',
  );
}

/** Compact or with indent, as kubelets of different releases write. */
function styled(tree: Json, random: Random): string {
  return JSON.stringify(tree, null, random.pick([0, 0, 1, 1, 1, 2]));
}

function escaped(text: string, random: Random): string {
  const at = random.below(text.length);
  return text.slice(0, at) + text.slice(at).replace(/[a-z](?=[^"{}]*")/i, escapeOf);
}

/** A number or a list that is read comes twice in its object. */
function twice(text: string, random: Random): string {
  const name = random.pick(["usedBytes", "workingSetBytes", "containers", "volume"]);
  const start = text.indexOf(`"${name}":`, random.below(text.length));
  if (start < 0) return text;
  const number = /^"\w+": ?\d+/.exec(text.slice(start))?.[0].length;
  const end = number === undefined ? endOfList(text, start) : start + number;
  return `${text.slice(0, end)},${text.slice(start)}`;
}

function endOfList(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "[") depth++;
    if (text[at] === "]" && --depth === 0) return at + 1;
  }
  return text.length;
}

function escapeOf(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
