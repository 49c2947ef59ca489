import { Action, Detail } from "../../assembly/abi.ts";
import type { Decision } from "../../hosts/shared/decision.ts";
import { engineWith, QUIET, SHORT_OF_MEMORY } from "./core.ts";
import { FusedPolicy } from "./fused.ts";
import { inTurn, type MeasuredNode } from "./node.ts";
import { type Effort, medianMicros } from "./stopwatch.ts";

/** Microseconds from the bytes of a Summary to a decision. */
export interface DecideMicros {
  readonly quiet: number;
  readonly quietFused: number;
  readonly evicting: number;
  readonly evictingFused: number;
}

/** What the fused implementation has to be told; the kubelet adds it by itself. */
function forFused(evictionHard: Readonly<Record<string, string>>) {
  const memory = evictionHard["memory.available"] ?? "100Mi";
  return { ...evictionHard, "allocatableMemory.available": memory };
}

/** Both decide on the same documents, from the bytes to the text of the decision. */
export function measureDeciding({ pods, moments }: MeasuredNode, effort: Effort): DecideMicros {
  const quiet = engineWith(QUIET, pods);
  const quietFused = new FusedPolicy(forFused(QUIET));
  const short = engineWith(SHORT_OF_MEMORY, pods);
  const shortFused = new FusedPolicy(forFused(SHORT_OF_MEMORY));
  for (const policy of [quietFused, shortFused]) policy.pods(pods);
  const state = short.save();
  const turns = () => inTurn(moments);
  const next = [turns(), turns(), turns(), turns()] as const;
  const evict = () => {
    const { summary, time } = next[2]();
    // Stats that were seen before evict nothing: each step is the first.
    short.restore(state);
    short.observe(summary, time);
    return short.report<Decision>(Detail.Decision).text;
  };
  const evictFused = () => {
    const { summary, time } = next[3]();
    shortFused.forget();
    return shortFused.observe(summary, time);
  };
  expectSamePod(evict(), evictFused());
  return medianMicros(
    {
      quiet: () => {
        const { summary, time } = next[0]();
        if (quiet.observe(summary, time) !== Action.None) throw new Error("This node is healthy.");
      },
      quietFused: () => {
        const { summary, time } = next[1]();
        if (quietFused.observe(summary, time) !== null) throw new Error("This node is healthy.");
      },
      evicting: evict,
      evictingFused: evictFused,
    },
    effort,
  );
}

function expectSamePod(decision: string, fused: string | null): void {
  const ours = evictedBy(decision);
  const theirs = evictedBy(fused ?? "{}");
  if (ours === undefined || ours !== theirs) {
    throw new Error(`The implementations evict ${ours} and ${theirs}; they must agree to compare.`);
  }
}

function evictedBy(decision: string): string | undefined {
  return (JSON.parse(decision) as Partial<Decision>).evictions?.[0]?.uid;
}
