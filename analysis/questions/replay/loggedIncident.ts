import type { JournalStep } from "../../read/journal/agreement.ts";
import { availableIn, quantitiesBelow } from "../../read/journal/pass.ts";
import { formatCount } from "../../text/amount.ts";
import { passesText } from "../../text/passes.ts";
import type { Happened } from "./happened.ts";
import { signalAmount } from "./journal.ts";
import { LoggedEvictions } from "./loggedEvictions.ts";

/** The evictions of a log, and the numbers behind them. */
export class LoggedIncident {
  readonly #evictions = new LoggedEvictions();
  readonly #available: string[] = [];
  /** The resources that were short when it evicted; null for limits of the pods themselves. */
  readonly resources = new Set<string | null>();
  /** The thresholds under which it evicted, and the least amount that was left. */
  readonly #starved = new Map<string, { quantity: string; lowest: bigint; passes: number }>();
  #evicting = 0;
  #passes = 0;
  #compared = 0;
  #agreeing = 0;

  step(step: JournalStep): void {
    const { pass, agreement } = step;
    this.#evictions.step(step);
    this.#passes += 1;
    if (agreement.agrees !== null) this.#compared += 1;
    if (agreement.agrees === true) this.#agreeing += 1;
    if (pass.evicted.length === 0) return;
    this.resources.add(pass.reclaiming);
    this.#evicting += 1;
    const [[signal, quantity] = ["", ""]] = quantitiesBelow(pass);
    const amount = availableIn(pass).get(signal);
    const text = amount === undefined ? "" : signalAmount(signal, amount);
    for (const _ of pass.evicted) this.#available.push(text);
    if (amount === undefined) return;
    const { lowest = amount, passes = 0 } = this.#starved.get(signal) ?? {};
    const least = amount < lowest ? amount : lowest;
    this.#starved.set(signal, { quantity, lowest: least, passes: passes + 1 });
  }

  get happened(): Happened {
    return this.#evictions.result();
  }

  /** In the order of `happened`. */
  get available(): readonly string[] {
    return this.#available;
  }

  /** How far the policy agrees; null where no pass can be compared. */
  get agreement(): string | null {
    if (this.#compared === 0) return null;
    const share = `${formatCount(this.#agreeing)} of ${passesText(this.#compared)}`;
    const open = this.#passes - this.#compared;
    const others = open === 0 ? "" : `; ${formatCount(open)} cannot be compared`;
    return `The policy agrees with the log in ${share}${others}.`;
  }

  /** What was short, where it was one resource each time, and how far the policy agrees. */
  sentences(): readonly string[] {
    const [starved, ...others] = this.#starved;
    const { agreement } = this;
    const agreeing = agreement === null ? [] : [agreement];
    if (starved === undefined || others.length > 0) return agreeing;
    const [signal, { quantity, lowest, passes }] = starved;
    if (passes < this.#evicting) return agreeing;
    const times = passes === 1 ? "" : " each time";
    const least = `${passes === 1 ? "at" : "lowest"} ${signalAmount(signal, lowest)}`;
    return [`${signal} was below its threshold ${quantity}${times}, ${least}.`, ...agreeing];
  }
}
