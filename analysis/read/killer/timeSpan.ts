/** Time spans as systemd writes them, such as `1min 30s`. */

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  ...Object.fromEntries(["us", "usec"].map((unit) => [unit, 1e-6])),
  ...Object.fromEntries(["ms", "msec"].map((unit) => [unit, 1e-3])),
  ...Object.fromEntries(["s", "sec", "second", "seconds"].map((unit) => [unit, 1])),
  ...Object.fromEntries(["m", "min", "minute", "minutes"].map((unit) => [unit, 60])),
  ...Object.fromEntries(["h", "hr", "hour", "hours"].map((unit) => [unit, 3600])),
  ...Object.fromEntries(["d", "day", "days"].map((unit) => [unit, 86_400])),
};

/** Seconds, or null; `infinity` is one. */
export function secondsOfSpan(value: string): number | null {
  if (value === "infinity") return Infinity;
  const parts = [...value.matchAll(/\s*(\d+(?:\.\d*)?)\s*([a-z]*)\s*/gy)];
  if (parts.map(([part]) => part).join("") !== value || parts.length === 0) return null;
  let sum = 0;
  for (const [, amount, unit = ""] of parts) {
    const seconds = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (seconds === undefined) return null;
    sum += Number(amount) * seconds;
  }
  return sum;
}
