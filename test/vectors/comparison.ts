import { parseTime } from "../../analysis/text/time.ts";
import {
  EPOCH_NANOSECONDS,
  isObject,
  type Json,
  type JsonObject,
  parseOffset,
  parseSize,
} from "./notation.ts";

/** What was expected and what was answered, both made comparable. */
export interface Comparison {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** How a field is brought into one form on both sides before it is compared. */
export type Form = (value: unknown) => unknown;

/** A vector says `100Mi`, the module says 104857600. */
export const asSize: Form = (value) =>
  value === null || value === undefined ? null : Number(parseSize(value as Json));

/** A vector says `30s` since the start of the scenario, the module says the time in full. */
export const asOffset: Form = (value) => {
  if (typeof value !== "string") return value ?? null;
  const time = parseTime(value) ?? EPOCH_NANOSECONDS + parseOffset(value);
  return String(time - EPOCH_NANOSECONDS);
};

export const asIs: Form = (value) => value ?? null;

export const asSet: Form = (value) =>
  Array.isArray(value) ? value.map(String).sort() : value === undefined ? [] : value;

/** Only the members that the vector names, each in its form. */
export function compareMembers(
  expected: Json,
  actual: unknown,
  forms: Readonly<Record<string, Form>>,
): Comparison {
  if (!isObject(expected)) return { expected, actual: actual ?? null };
  const answered = (actual ?? null) as Readonly<Record<string, unknown>> | null;
  const wanted: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(expected)) {
    const form = forms[member];
    if (form === undefined) throw new Error(`"${member}" is not among ${Object.keys(forms)}.`);
    wanted[member] = form(value);
    found[member] = answered === null ? "(no such entry)" : form(answered[member]);
  }
  return { expected: wanted, actual: found };
}

/** `compareMembers` for each name the vector gives; null means that there is no such entry. */
export function compareNamed(
  expected: Json,
  lookup: (name: string) => unknown,
  forms: Readonly<Record<string, Form>>,
): Comparison {
  const wanted: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  for (const [name, members] of Object.entries(expected as JsonObject)) {
    const compared = compareMembers(members ?? null, lookup(name), forms);
    wanted[name] = compared.expected;
    found[name] = compared.actual;
  }
  return { expected: wanted, actual: found };
}

/** JSON with sorted member names, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
