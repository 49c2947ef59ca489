/** Members of a parsed document whose form is not known: what is not there is empty. */

export type Json = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Json {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Json)
    : {};
}

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** A whole number from 0 to 2^53. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
