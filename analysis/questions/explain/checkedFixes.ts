/** Changes that would have spared the pod, as the core found them, with their price. */
import type { Counterfactual, Decision } from "../../engine/decision.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { formatAmount, isCounted } from "../../text/amount.ts";
import type { Fix } from "../../text/document.ts";
import { lowerThresholdCost, newPriorityCost } from "../../text/fixCosts.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";

export const CHECKED = "Fixes (checked by running the decision again)";

/** A change, and what it does. */
export interface CheckedFix {
  readonly found: Counterfactual;
  readonly fix: Fix;
}

/** Those that spare the pod; what was tried in vain is left out. */
export function checkedFixes(decision: Decision): readonly Fix[] {
  return checkedChanges(decision).map(({ fix }) => fix);
}

export interface FixOptions {
  /** Whether a change of a pod names it where the title does: a card is read by itself. */
  readonly namesPod: boolean;
}

/** The same, each with the change that can be tried. */
export function checkedChanges(
  decision: Decision,
  { namesPod }: FixOptions = { namesPod: false },
): readonly CheckedFix[] {
  const verified = (decision.counterfactuals ?? []).filter(({ verified }) => verified);
  const pod = namedPod(decision, namesPod);
  const all = verified.map((found) => ({ found, fix: FIXES[found.change](found, decision, pod) }));
  // What this node has no room for is the dearest.
  const isDear = ({ fix }: CheckedFix) => isTooMuch(fix);
  return [...all.filter((each) => !isDear(each)), ...all.filter(isDear)];
}

const ONLY = "this node has only ";

function isTooMuch({ cost }: Fix): boolean {
  return typeof cost === "string" && cost.includes(ONLY);
}

const FIXES: Readonly<
  Record<Counterfactual["change"], (found: Counterfactual, decision: Decision, pod: string) => Fix>
> = { request: requestFix, priority: priorityFix, threshold: thresholdFix };

const MI = 1024n * 1024n;

function requestFix(found: Counterfactual, decision: Decision, pod: string): Fix {
  const [from, to] = [quantityValue(found.from), quantityValue(found.to)];
  if (from === undefined || to === undefined) return { change: found.sentence };
  const resource = rankedResource(decision) === "memory" ? "memory" : "ephemeral-storage";
  // A few bytes are enough where inodes are compared with a request.
  const whole = to < MI ? found.to : `${(to + MI - 1n) / MI}Mi`;
  const more = to < MI ? null : (to + MI - 1n) / MI - from / MI;
  return {
    change: `Request ${whole} of ${resource}${pod} (now ${found.from})`,
    effect: effectOf(found),
    cost: more === null ? "a request that the scheduler has to place" : requestCost(more, decision),
  };
}

/** Arithmetic: what is allocatable without the requests of the pods that run. */
function requestCost(more: bigint, decision: Decision): string {
  const own = decision.nodeAllocatable?.find(({ resource: name }) => {
    return name === rankedResource(decision);
  });
  const allocatable = quantityValue(own?.allocatable ?? "");
  const cost = `${more}Mi more requested`;
  if (allocatable === undefined) return cost;
  const taken = (decision.ranking ?? []).reduce((sum, { request }) => sum + BigInt(request), 0n);
  const left = allocatable > taken ? (allocatable - taken) / MI : 0n;
  return `${cost}; ${left < more ? ONLY : "this node has "}${left}Mi left to request`;
}

function priorityFix(found: Counterfactual, _: Decision, pod: string): Fix {
  return {
    change: `Priority ${found.to}${pod} (now ${found.from})`,
    effect: effectOf(found),
    cost: newPriorityCost(Number(found.to)),
  };
}

function thresholdFix(found: Counterfactual, decision: Decision): Fix {
  const { signal, hard, limit } = decision;
  const kind = hard === false ? "Soft" : "Hard";
  const to = quantityValue(found.to);
  const less = limit === undefined || to === undefined ? null : limit - Number(to);
  return {
    change: `${kind} ${signal}<${found.to} (now ${found.from})`,
    effect: effectOf(found),
    ...(less === null || signal === undefined ? {} : { cost: lowerThresholdCost(signal, less) }),
  };
}

/** The title names the only pod that is evicted. */
function namedPod({ subject, evictions: [first, ...others] }: Decision, isAlways: boolean): string {
  const pod = subject ?? first;
  const isOnly = others.length === 0 && (first === undefined || first.uid === pod?.uid);
  return pod === undefined || (isOnly && !isAlways) ? "" : ` for ${podText(pod)}`;
}

/** What the step does with the change. */
function effectOf({ evicted, action }: Counterfactual): string {
  if (evicted !== undefined) return `${podText(evicted)} is evicted instead`;
  // Of this step alone: memory may fall on, or the recording show what the eviction freed.
  return action === "None" ? "no pod is evicted yet" : "it is spared";
}

/** The end of the pressure needs more than the evicted pods use; null where it does not. */
export function missingSentence(decision: Decision): string | null {
  const help = helpOf(decision);
  if (help === null || help.used >= help.missing) return null;
  return `${help.words}: its eviction alone does not end the pressure.`;
}

/** Whether the eviction could help; null where that is not known. */
export function evictionHelp(decision: Decision): string | null {
  const help = helpOf(decision);
  if (help === null || help.used < help.missing) return missingSentence(decision);
  return `${help.words}: its eviction frees enough.`;
}

interface Help {
  readonly used: number;
  readonly missing: number;
  readonly words: string;
}

/** What the evicted pods use, and what is missing above the threshold. */
function helpOf(decision: Decision): Help | null {
  const { limit, available, signal, evictions, ranking = [] } = decision;
  if (limit === undefined || available === undefined || signal === undefined) return null;
  const chosen = decision.thresholds?.find((each) => {
    return each.signal === signal && each.hard === decision.hard;
  });
  const missing = limit + (chosen?.minReclaimAmount ?? 0) - available;
  const pods = ranking.filter(({ uid }) => evictions.some((each) => each.uid === uid));
  const used = pods.reduce((sum, { usage }) => sum + usage, 0);
  const isSeen = pods.length > 0 && pods.every(({ hasStats }) => hasStats);
  if (signal === "pid.available" || !isSeen || missing <= 0) return null;
  const [uses, lacks] = [used, missing].map((amount) => formatAmount(signal, amount));
  const unit = isCounted(signal) ? " inodes" : "";
  return { used, missing, words: `It uses ${uses}${unit} and ${lacks} are missing` };
}
