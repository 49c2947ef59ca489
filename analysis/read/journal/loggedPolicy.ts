/** The thresholds that a log itself names, as a KubeletConfiguration. */
import { SIGNALS } from "../../engine/decision.ts";
import { quantityValue } from "../kubelet/validation/quantity.ts";
import type { LoggedThreshold } from "./entry.ts";
import type { LoggedPass } from "./pass.ts";

interface SoftThreshold {
  readonly value: string;
  readonly period: string;
}

/** The hard thresholds that a kubelet logs when it starts, as Go fields or as JSON. */
const GO_THRESHOLD =
  /\{Signal:(\S{1,60}) Operator:LessThan Value:\{Quantity:(\S{1,60}) Percentage:([\d.e-]{1,40})\}/g;
const JSON_LIST = /"HardEvictionThresholds":(\[[^[\]]*\])/;
/** A share is a 32-bit number, which has about seven digits. */
const PERCENT_DIGITS = 6;

/**
 * Grows with the log: thresholds are printed when the kubelet starts, and each when it is met. A
 * minimum reclaim and the transition period are in no line.
 */
export class LoggedPolicy {
  readonly #hard = new Map<string, string>();
  readonly #soft = new Map<string, SoftThreshold>();
  #isFromStart = false;

  /** Whether the log names a threshold, or says at the kubelet's start that there is none. */
  get isKnown(): boolean {
    return this.#isFromStart || this.#hard.size + this.#soft.size > 0;
  }

  /** Takes what a kubelet printed as it started; a line that is cut off says nothing. */
  start(nodeConfig: string | null): void {
    const hard = nodeConfig === null ? null : hardThresholds(nodeConfig);
    if (hard === null) return;
    this.#isFromStart = true;
    this.#hard.clear();
    this.#soft.clear();
    for (const [signal, value] of hard) this.#hard.set(signal, value);
  }

  /** Takes the thresholds of a pass; whether one of them was not known. */
  learn(pass: LoggedPass): boolean {
    let isNew = false;
    for (const { signal, period } of pass.waiting) {
      const own = pass.met.find((each) => each.signal === signal && !this.#isHard(pass, each));
      if (own === undefined || writtenSignal(signal) !== signal) continue;
      if (this.#soft.get(signal)?.value === own.quantity) continue;
      this.#soft.set(signal, { value: own.quantity, period });
      isNew = true;
    }
    for (const threshold of pass.met) {
      const signal = writtenSignal(threshold.signal);
      if (signal === null || this.#isHard(pass, threshold)) continue;
      if (this.#soft.get(signal)?.value === threshold.quantity) continue;
      this.#hard.set(signal, threshold.quantity);
      isNew = true;
    }
    return isNew;
  }

  configuration(): Readonly<Record<string, unknown>> {
    const soft = [...this.#soft];
    return {
      evictionHard: Object.fromEntries(this.#hard),
      ...(soft.length === 0
        ? {}
        : {
            evictionSoft: Object.fromEntries(soft.map(([signal, { value }]) => [signal, value])),
            evictionSoftGracePeriod: Object.fromEntries(
              soft.map(([signal, { period }]) => [signal, period]),
            ),
          }),
    };
  }

  /** A percentage is logged as a quantity: that share of the capacity. */
  #isHard(pass: LoggedPass, { signal, quantity }: LoggedThreshold): boolean {
    const known = this.#hard.get(writtenSignal(signal) ?? signal);
    if (known === undefined || known === quantity) return known !== undefined;
    const [, percent] = /^(.+)%$/.exec(known) ?? [];
    const capacity = pass.observations.get(signal)?.capacity;
    if (percent === undefined || capacity === undefined) return false;
    const share = Math.fround(Math.fround(Number(percent)) / 100);
    return quantityValue(quantity) === BigInt(Math.trunc(Number(capacity) * share));
  }
}

/**
 * Whose threshold a user writes; null for one that the kubelet makes of others, and for a signal
 * that the policy lacks: kubelets of 1.7 to 1.10 log allocatableNodeFs.available.
 */
function writtenSignal(signal: string): string | null {
  if (signal === "allocatableMemory.available") return "memory.available";
  if (signal.startsWith("containerfs.")) return null;
  return SIGNALS.some((each) => each === signal) ? signal : null;
}

function hardThresholds(nodeConfig: string): readonly (readonly [string, string])[] | null {
  const [, list] = JSON_LIST.exec(nodeConfig) ?? [];
  if (list !== undefined) return jsonThresholds(list);
  if (!nodeConfig.includes("HardEvictionThresholds:[")) return null;
  return [...nodeConfig.matchAll(GO_THRESHOLD)].flatMap(([, signal = "", quantity, share]) =>
    thresholdValue(signal, quantity === "<nil>" ? null : quantity, Number(share)),
  );
}

interface JsonThreshold {
  readonly Signal?: unknown;
  readonly Value?: { readonly Quantity?: unknown; readonly Percentage?: unknown };
}

function jsonThresholds(list: string): readonly (readonly [string, string])[] | null {
  try {
    return (JSON.parse(list) as readonly JsonThreshold[]).flatMap(({ Signal, Value }) =>
      thresholdValue(Signal, Value?.Quantity, Number(Value?.Percentage)),
    );
  } catch {
    return null;
  }
}

function thresholdValue(
  signal: unknown,
  quantity: unknown,
  share: number,
): readonly (readonly [string, string])[] {
  if (typeof signal !== "string" || writtenSignal(signal) !== signal) return [];
  if (typeof quantity === "string") return [[signal, quantity]];
  return share > 0 ? [[signal, `${Number((share * 100).toPrecision(PERCENT_DIGITS))}%`]] : [];
}
