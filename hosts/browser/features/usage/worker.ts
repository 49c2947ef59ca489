import type { Decision, PodName, RankedPod, Signal } from "../../../../analysis/engine/decision.ts";
import type { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import type { PodUsage, Usage, UsageQuestion } from "../../session/protocol.ts";
import type { Turns } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import type { Reply, RequestOf } from "../../worker/replies.ts";
import type { Session } from "../../worker/session.ts";

/** More pods than this cannot be told apart by their colors. */
const PODS_MAX = 9;

export const HANDLERS: Handlers<"usage" | "usageOfWindow"> = {
  usage: answerUsage,
  usageOfWindow: answerUsage,
};

async function answerUsage(
  session: Session,
  { of }: RequestOf<"usage" | "usageOfWindow">,
  reply: Reply,
): Promise<void> {
  const { run, turns } = await session.decided();
  for (const question of of) {
    reply({ kind: "usage", usage: await readUsage(run, { ...question, turns }) });
  }
}

interface Wanted extends UsageQuestion {
  readonly turns: Turns;
}

/** One pod at one moment, as the core ranks it. */
interface Share {
  readonly usage: number;
  readonly above: number;
}

interface Followed {
  readonly pod: RankedPod;
  readonly shares: Map<number, Share>;
  /** The most it was above its request, and the most it used. */
  mostAbove: number;
  most: number;
}

/**
 * What each pod uses of what a signal measures, at some moments: usage and request as the core
 * ranks pods by that signal.
 */
export async function readUsage(run: Run, wanted: Wanted): Promise<Usage> {
  const { signal, steps, turns } = wanted;
  const [used, capacity] = [empty(steps), empty(steps)];
  const followed = new Map<string, Followed>();
  let resource: Usage["resource"] = "memory";
  for (const [at, step] of steps.entries()) {
    run.goTo(step);
    const decision = run.rankedBy(signal)?.parse() ?? null;
    if (decision !== null) {
      resource = decision.rankingResource ?? resource;
      take(decision, signal, { at, used, capacity, followed });
    }
    if (turns.isOver) await turns.rest();
  }
  const pods = stackOf(followed, wanted.pods, steps.length);
  return { signal, resource, steps, used, capacity, rest: restOf(used, pods), pods };
}

function empty(steps: Uint32Array): Float64Array {
  return new Float64Array(steps.length).fill(Number.NaN);
}

interface Taken {
  readonly at: number;
  readonly used: Float64Array;
  readonly capacity: Float64Array;
  readonly followed: Map<string, Followed>;
}

function take(decision: Decision, signal: Signal, { at, used, capacity, followed }: Taken): void {
  const observed = decision.observations?.find((each) => each.signal === signal);
  if (observed !== undefined) {
    used[at] = observed.capacity - observed.available;
    capacity[at] = observed.capacity;
  }
  for (const pod of decision.ranking ?? []) {
    if (!pod.hasStats) continue;
    const usage = pod.processCount ?? pod.usage;
    const over = pod.processCount === undefined ? pod.usageMinusRequest : 0;
    const share = { usage, above: Math.min(Math.max(over, 0), usage) };
    const known = followed.get(pod.uid) ?? { pod, shares: new Map(), mostAbove: 0, most: 0 };
    known.shares.set(at, share);
    known.mostAbove = Math.max(known.mostAbove, share.above);
    known.most = Math.max(known.most, share.usage);
    followed.set(pod.uid, known);
  }
}

/** Each of the pods alone, and all others as one. */
function stackOf(
  followed: Map<string, Followed>,
  pods: readonly PodName[] | null,
  moments: number,
): PodUsage[] {
  const alone = pods ?? foremost([...followed.values()]);
  const shown = alone.map((pod) => {
    const known = followed.get(pod.uid);
    followed.delete(pod.uid);
    return { pod, ...columnOf(known === undefined ? [] : [known], moments) };
  });
  const others = [...followed.values()];
  if (others.length === 0) return shown;
  return [...shown, { pod: null, ...columnOf(others, moments) }];
}

/** Those that were most above their requests, then the largest. */
function foremost(followed: Followed[]): readonly PodName[] {
  followed.sort(
    (a, b) => b.mostAbove - a.mostAbove || b.most - a.most || (a.pod.uid < b.pod.uid ? -1 : 1),
  );
  // One that is left over is as well shown alone.
  const count = followed.length === PODS_MAX + 1 ? followed.length : PODS_MAX;
  return followed.slice(0, count).map(({ pod }) => nameOf(pod));
}

function columnOf(followed: readonly Followed[], moments: number): Omit<PodUsage, "pod"> {
  const [usage, above] = [new Float64Array(moments), new Float64Array(moments)];
  for (const { shares } of followed) {
    for (const [at, share] of shares) {
      usage[at] = (usage[at] ?? 0) + share.usage;
      above[at] = (above[at] ?? 0) + share.above;
    }
  }
  return { pods: followed.length, usage, above };
}

function nameOf({ namespace, name, uid }: RankedPod): PodName {
  return { namespace, name, uid };
}

function restOf(used: Float64Array, pods: readonly PodUsage[]): Float64Array {
  return used.map((amount, at) => {
    const ofPods = pods.reduce((sum, { usage }) => sum + (usage[at] ?? 0), 0);
    return Math.max(amount - ofPods, 0);
  });
}
