import { SIGNAL_ROWS } from "../engine/contract/signals.ts";
import type { Signal } from "../engine/decision.ts";

const UNITS = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/** More digits than this are as hard to read as the whole number. */
const DECIMALS_MAX = 4;

/** Bytes in the units of Kubernetes with three or four digits, such as `99.6Mi`. */
export function formatBytes(bytes: number): string {
  const { size, unit } = scaled(bytes);
  return written(bytes, size, unit, unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

function scaled(bytes: number): { size: number; unit: number } {
  let size = Math.abs(bytes);
  let unit = 0;
  while (size >= 1023.5 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return { size, unit };
}

function written(bytes: number, size: number, unit: number, decimals: number): string {
  return `${bytes < 0 ? "-" : ""}${Number(size.toFixed(decimals))}${UNITS[unit]}`;
}

/** A count with its thousands apart: `127,780`. */
export function formatCount(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString("en-US");
  // The first use of a locale's tables takes 35 ms, which a short command would notice.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Whether amounts of the signal are counted; those of the others are bytes. */
export function isCounted(signal: Signal): boolean {
  return SIGNAL_ROWS.some(({ name, unit }) => name === signal && unit !== "bytes");
}

/** An amount in the signal's own unit: inodes and processes are counted, the rest is bytes. */
export function formatAmount(signal: Signal, amount: number): string {
  return isCounted(signal) ? formatCount(amount) : formatBytes(amount);
}

/** Two amounts side by side: with enough digits to differ. */
export function formatPair(signal: Signal, a: number, b: number): [string, string] {
  const rounded: [string, string] = [formatAmount(signal, a), formatAmount(signal, b)];
  if (rounded[0] !== rounded[1] || a === b) return rounded;
  for (let decimals = 1; decimals <= DECIMALS_MAX; decimals++) {
    const [left, right] = [a, b].map((amount) => {
      const { size, unit } = scaled(amount);
      return written(amount, size, unit, decimals);
    });
    if (left !== undefined && right !== undefined && left !== right) return [left, right];
  }
  return [formatCount(a), formatCount(b)];
}

/** Seconds as people say them: `9m50s`, `1h`, `0s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "m"],
    [whole % 60, "s"],
  ] as const;
  const text = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return text.length === 0 ? "0s" : text.join("");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `both` of two, and `all 3` of more. */
export function allOf(count: number): string {
  return count === 2 ? "both" : `all ${formatCount(count)}`;
}
