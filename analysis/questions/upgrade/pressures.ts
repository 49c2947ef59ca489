/** What two releases do about a capture apart from evictions: conditions, reclaims, thresholds. */
import type { Decision, NodeCondition } from "../../engine/decision.ts";
import { formatSeconds } from "../../text/amount.ts";
import { clockSince } from "../../text/utc.ts";
import { driverOf } from "../diff/difference.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../replay/tally.ts";
import type { Difference } from "./difference.ts";
import { type Decides, type Rule, rulesFor } from "./rules.ts";

/** A limit that is exceeded ends a step before the node reclaims anything. */
const DECIDES: readonly Decides[] = ["thresholds", "reclaim", "limits"];

interface ActedOn {
  readonly time: string;
  readonly drivers: readonly [string, string];
}

export class PressureComparison {
  #tallies: readonly [Tally, Tally] = [EMPTY_TALLY, EMPTY_TALLY];
  readonly #conditions = new Set<NodeCondition>();
  /** Whether a step of one release reclaims at the node, and that of the other does not. */
  #isOtherStep = false;
  /** Whether both reclaim in a step, by other functions. */
  #isOtherReclaim = false;
  /** The first step that acts on another threshold. */
  #actedOn: ActedOn | null = null;

  take(time: string, [before, after]: readonly [Decision | null, Decision | null]): void {
    this.#tallies = [
      tallied(this.#tallies[0], { time, decision: before }),
      tallied(this.#tallies[1], { time, decision: after }),
    ];
    if (before === null || after === null) return;
    for (const condition of [...before.nodeConditions, ...after.nodeConditions]) {
      const [a, b] = [before, after].map((each) => each.nodeConditions.includes(condition));
      if (a !== b) this.#conditions.add(condition);
    }
    const [was, is] = [before.reclaim.join(), after.reclaim.join()];
    if (was !== is) {
      if (was === "" || is === "") this.#isOtherStep = true;
      else this.#isOtherReclaim = true;
    }
    const drivers = [driverOf(before) ?? "none", driverOf(after) ?? "none"] as const;
    if (drivers[0] !== drivers[1]) this.#actedOn ??= { time, drivers };
  }

  get firstTime(): string | null {
    return this.#tallies[0].firstTime;
  }

  differences(rules: readonly Rule[]): readonly Difference[] {
    const own = rulesFor(rules, "eviction", DECIDES);
    return this.#amounts().map(({ what, amounts: [before, after], equal }) => ({
      ...{ kind: "pressure", subject: what, before, isWorse: false, rules: own },
      after: before === after ? `${after}, ${equal}` : after,
    }));
  }

  #amounts(): readonly Amounts[] {
    const lasted = ({ conditionSeconds }: Tally, condition: NodeCondition) =>
      formatSeconds(conditionSeconds.get(condition) ?? 0);
    const [a, b] = this.#tallies;
    const conditions = [...this.#conditions].map((condition): Amounts => {
      const amounts = [lasted(a, condition), lasted(b, condition)] as const;
      return { what: condition, amounts, equal: "at other times" };
    });
    return [...conditions, ...this.#reclaims(), ...this.#thresholds()];
  }

  /** What is enough depends on the minimum reclaim as well. */
  #reclaims(): readonly Amounts[] {
    const [a, b] = this.#tallies;
    const isOtherResult = a.reclaimsSufficient !== b.reclaimsSufficient;
    if (!this.#isOtherStep && !this.#isOtherReclaim && !isOtherResult) return [];
    const amountOf = ({ reclaims, reclaimsSufficient }: Tally) =>
      isOtherResult ? `${reclaims}, ${reclaimsSufficient} of them enough` : String(reclaims);
    const amounts = [amountOf(a), amountOf(b)] as const;
    const equal = this.#isOtherReclaim ? "of other things" : "at other times";
    return [{ what: "node-level reclaims", amounts, equal }];
  }

  #thresholds(): readonly Amounts[] {
    if (this.#actedOn === null) return [];
    const { time, drivers } = this.#actedOn;
    const what = `threshold acted on at ${clockSince(this.firstTime, time)}`;
    return [{ what, amounts: drivers, equal: "" }];
  }
}

interface Amounts {
  readonly what: string;
  readonly amounts: readonly [string, string];
  /** What the two differ in where the amounts are equal. */
  readonly equal: string;
}
