import type { Random } from "../random.ts";

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

/** An amount over time: seconds since the container started → bytes, inodes or processes. */
export type Level = (elapsedSeconds: number, random: Random) => number;

/** The same amount, give or take `jitter`. */
export function steady(amount: number, jitter = 0): Level {
  return (_, random) => amount + (jitter === 0 ? 0 : random.integer(-jitter, jitter));
}

/** `start`, and from `fromSeconds` on `perSecond` more each second. */
export function growth(
  start: number,
  perSecond: number,
  { fromSeconds = 0, jitter = 0, ceiling = Number.MAX_SAFE_INTEGER } = {},
): Level {
  return (elapsed, random) => {
    const grown = start + Math.max(0, elapsed - fromSeconds) * perSecond;
    return Math.min(ceiling, Math.trunc(grown) + random.integer(-jitter, jitter));
  };
}

/** Rises from `low` to `high` in `riseSeconds`, then falls back at once; again and again. */
export function sawtooth(low: number, high: number, riseSeconds: number, jitter = 0): Level {
  return (elapsed, random) => {
    const risen = ((elapsed % riseSeconds) * (high - low)) / riseSeconds;
    return Math.trunc(low + risen) + random.integer(-jitter, jitter);
  };
}

/**
 * Doubles every `periodSeconds`, in a straight line between one doubling and the next: powers with
 * a fraction in the exponent may differ in the last digit from machine to machine.
 */
export function doubling(
  start: number,
  periodSeconds: number,
  { fromSeconds = 0, ceiling = Number.MAX_SAFE_INTEGER } = {},
): Level {
  return (elapsed) => {
    const running = Math.max(0, elapsed - fromSeconds);
    const periods = Math.floor(running / periodSeconds);
    const fraction = (running % periodSeconds) / periodSeconds;
    return Math.min(ceiling, Math.trunc(start * 2 ** periods * (1 + fraction)));
  };
}

/** Straight lines between points of (seconds, amount); flat before the first and after the last. */
export function through(points: readonly (readonly [number, number])[], jitter = 0): Level {
  return (elapsed, random) => {
    const next = points.findIndex(([seconds]) => seconds > elapsed);
    const [untilSeconds, until] = points.at(next) ?? [0, 0];
    const [sinceSeconds, since] = points[Math.max(0, next - 1)] ?? [0, 0];
    const flat = next <= 0;
    const fraction = flat ? 0 : (elapsed - sinceSeconds) / (untilSeconds - sinceSeconds);
    const amount = flat ? until : since + (until - since) * fraction;
    return Math.trunc(amount) + random.integer(-jitter, jitter);
  };
}

/** Memory is handed out in pages. */
export function toPages(bytes: number): number {
  return Math.max(0, bytes - (bytes % (4 * KIB)));
}
