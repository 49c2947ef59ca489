import { signal } from "@preact/signals";
import type { Policy, Signal } from "../../../../analysis/engine/decision.ts";
import { isShare } from "../../../../analysis/questions/sweep/setting.ts";
import { thresholdWriter } from "../../../../analysis/questions/sweep/thresholdText.ts";
import type { Store } from "../../state/store.ts";
import { READING_LIMITS } from "../../state/words.ts";
import { SHARES, type ThresholdScale, valueAt, valueBeside } from "./scale.ts";

/** A threshold that the user drags. */
export interface HeldThreshold {
  readonly signal: Signal;
  readonly hard: boolean;
  readonly value: string;
}

/** A threshold on its way to another place, by pointer or by key. */
export class ThresholdDrag {
  /** What is held, with the value it has now. */
  readonly held = signal<HeldThreshold | null>(null);
  /** Where the line is drawn meanwhile, in CSS pixels from the top of the chart. */
  readonly heldTop = signal(0);
  readonly #store: Store;
  /** What the drag began with: every preview starts from it. */
  #text = "";
  #policy: Policy | null = null;
  /** Writes that configuration with another value, from the first preview on. */
  #write: ((value: string) => string) | null = null;
  #scale: ThresholdScale | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  hold(threshold: HeldThreshold): void {
    this.#remember();
    this.held.value = threshold;
    this.#loadScale(threshold);
  }

  /** To an amount of the chart; nothing happens until the scale is known. */
  moveTo(amount: number): void {
    const held = this.held.peek();
    if (held === null || this.#scale === null) return;
    const value = valueAt(this.#scale, amount);
    if (value === held.value) return;
    this.held.value = { ...held, value };
    this.#apply(true);
  }

  /** Takes the place it has; the signals are read again under it. */
  end(): void {
    if (this.held.peek() === null) return;
    this.#apply(false);
    this.held.value = null;
  }

  /** By key: one place up or down from a limit, in a chart that reaches up to `top`. */
  nudge(threshold: HeldThreshold, limit: number, direction: 1 | -1, top: number): void {
    this.#remember();
    this.#loadScale(threshold, (scale) => {
      const value = valueBeside(scale, limit, direction, top);
      this.held.value = { ...threshold, value };
      this.end();
    });
  }

  #remember(): void {
    this.#text = this.#store.configuration.peek();
    this.#policy = this.#store.decided.peek()?.policy ?? null;
    this.#write = null;
    this.#scale = null;
  }

  #apply(preview: boolean): void {
    const held = this.held.peek();
    if (held === null || this.#policy === null) return;
    this.#write ??= thresholdWriter(this.#text, this.#policy, held);
    this.#store.configure(this.#write(held.value), preview);
  }

  #loadScale({ signal, value }: HeldThreshold, then?: (scale: ThresholdScale) => void): void {
    const know = (scale: ThresholdScale) => {
      this.#scale = scale;
      then?.(scale);
    };
    if (!isShare(value)) {
      know({ signal, shares: [] });
      return;
    }
    const position = this.#store.position.peek();
    const request = { kind: "limits", position, signal, values: SHARES } as const;
    this.#store.request(request, READING_LIMITS, (answer) => {
      if (answer.kind !== "limits") return;
      const limits = answer.limits;
      const shares = SHARES.flatMap((share, index) => {
        const limit = limits[index];
        return limit === null || limit === undefined ? [] : [{ value: share, limit }];
      });
      know({ signal, shares });
    });
  }
}
