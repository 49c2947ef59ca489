/** Whether two answers to the same question agree. */
import { type Answer, NANO_MAX, type Question } from "./answers.ts";

export interface Difference {
  readonly question: Question;
  readonly ours: Answer;
  readonly theirs: Answer;
}

export type Verdict = "same" | "different" | "skipped";

/** What the kubelet would not finish is refused here and not asked there. */
function isRefused(ours: Answer, theirs: Answer): boolean {
  return "skipped" in theirs || "refused" in ours;
}

/** The core's worth saturates; Go's has no limit. */
function clamp(nano: bigint): bigint {
  if (nano > NANO_MAX) return NANO_MAX;
  return nano < -NANO_MAX ? -NANO_MAX - 1n : nano;
}

function isSame(ours: Answer, theirs: Answer): boolean {
  const { nano, ...rest } = theirs;
  const expected: Answer =
    nano === undefined ? theirs : { ...rest, nano: String(clamp(BigInt(nano))) };
  const names = new Set([...Object.keys(ours), ...Object.keys(expected)]);
  return [...names].every((name) => name === "beyond" || ours[name] === expected[name]);
}

/** Past 128 bits a sum keeps no more than its sign, and an order may become a tie. */
function isBeyond({ question, ours, theirs }: Difference): boolean {
  if (question.kind !== "quantity-op") return false;
  const nano = BigInt(theirs.nano ?? 0);
  return "beyond" in ours || clamp(nano) !== nano;
}

export function judge(difference: Difference): Verdict {
  const { ours, theirs } = difference;
  if (isRefused(ours, theirs)) return "skipped";
  if (isSame(ours, theirs)) return "same";
  return isBeyond(difference) ? "skipped" : "different";
}
