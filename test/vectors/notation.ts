/** The short forms vectors are written in: sizes, offsets in time, `900Mi of 8Gi`. */

/** What YAML yields, with integers beyond 2^53 kept exact as `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

/** Every scenario starts here; `at: 30s` is thirty seconds later. */
export const EPOCH_NANOSECONDS = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const MULTIPLIERS: Readonly<Record<string, bigint>> = {
  "": 1n,
  k: 1000n,
  M: 1000n ** 2n,
  G: 1000n ** 3n,
  Ki: 1024n,
  Mi: 1024n ** 2n,
  Gi: 1024n ** 3n,
  Ti: 1024n ** 4n,
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `1m30s`, `-10s`, `29.999999999s` → nanoseconds. */
export function parseOffset(text: string): bigint {
  const sign = text.startsWith("-") ? -1n : 1n;
  let rest = text.replace(/^-/, "");
  let total = 0n;
  while (rest !== "") {
    const part = /^(\d+)(?:\.(\d{1,9}))?(ns|ms|s|m|h)/.exec(rest);
    if (part === null) throw new Error(`"${text}" is not an offset in time; write it like 1m30s.`);
    const unit = NANOSECONDS[part[3] ?? ""] ?? 0n;
    const fraction = part[2] ?? "";
    total += BigInt(part[1] ?? 0) * unit;
    if (fraction !== "") total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    rest = rest.slice(part[0].length);
  }
  return sign * total;
}

export function isOffset(text: string): boolean {
  return /^-?\d+(\.\d+)?(ns|ms|s|m|h)/.test(text);
}

/** `300Mi`, `18446744073709551615`, 1000 → an exact integer. */
export function parseSize(value: Json | undefined): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  const found = /^(-?\d+)(Ki|Mi|Gi|Ti|k|M|G|)$/.exec(String(value));
  if (found === null) throw new Error(`"${value}" is not a size; write it like 300Mi.`);
  return BigInt(found[1] ?? 0) * (MULTIPLIERS[found[2] ?? ""] ?? 1n);
}

export interface Share {
  readonly available: bigint;
  readonly capacity: bigint;
}

/** `900Mi of 8Gi`: what is available, of how much. */
export function parseShare(text: string): Share {
  const [available, capacity, ...rest] = text.split(" of ");
  if (capacity === undefined || rest.length > 0) {
    throw new Error(`"${text}" is not a share; write it like 900Mi of 8Gi.`);
  }
  return { available: parseSize(available), capacity: parseSize(capacity) };
}

/** JSON text with every digit of a `bigint`; members set to undefined are left out. */
export function writeJson(value: Json | undefined): string {
  if (typeof value === "bigint") return value.toString();
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** `over` laid on `base`, object by object; a null removes the member. */
export function mergeDeep(base: JsonObject, over: JsonObject | undefined): JsonObject {
  const merged: Record<string, Json | undefined> = { ...base };
  for (const [name, value] of Object.entries(over ?? {})) {
    const before = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isObject(before) && isObject(value) ? mergeDeep(before, value) : value;
  }
  return merged;
}
