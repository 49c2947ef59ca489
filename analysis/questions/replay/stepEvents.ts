/** What happened in a step, in words: once for the timeline and for documents. */
import type {
  Decision,
  Eviction,
  PodName,
  Signal,
  ThresholdArithmetic,
} from "../../engine/decision.ts";
import { formatAmount, formatSeconds, plural } from "../../text/amount.ts";
import type { TimelineLine, Tone } from "../../text/document.ts";
import { formatAvailable, observedOf } from "../../text/observedThreshold.ts";
import { begun, ended, findsNobody, signalsOf, underPressure } from "../../text/outcome.ts";
import { podText, podTexts } from "../../text/podText.ts";

/** What is available of a signal, and the state of its thresholds. */
export interface PressureEvent {
  readonly signal: Signal;
  /** Empty where the signal was not observed. */
  readonly available: string;
  /** Such as `under hard 100Mi`. */
  readonly state: string;
}

export interface ActionEvent {
  readonly signal?: never;
  readonly mark: string;
  readonly text: string;
  readonly tone: Tone | null;
  /** The rest of the sentence, which has no tone. */
  readonly rest?: string;
  readonly message?: string;
  readonly why?: string;
}

/** An eviction among the lines of a step. */
const EVICTION = { mark: "✖", verb: "evicts " } as const;

export function evictsText(pod: string): { readonly mark: string; readonly text: string } {
  return { mark: EVICTION.mark, text: `${EVICTION.verb}${pod}` };
}

export function isEvictionLine({ mark, text }: Pick<TimelineLine, "mark" | "text">): boolean {
  return mark === EVICTION.mark && text.startsWith(EVICTION.verb);
}

/** Whether the line is the eviction of this pod: its grace period follows. */
export function isEvictionOf(line: Pick<TimelineLine, "mark" | "text">, pod: string): boolean {
  const { text } = evictsText(pod);
  return isEvictionLine(line) && (line.text === text || line.text.startsWith(`${text},`));
}

export type StepEvent = PressureEvent | ActionEvent;

/** `before` is null at the start. */
export function stepEvents(before: Decision | null, after: Decision): readonly StepEvent[] {
  return [
    ...[after.failed, after.crash].flatMap(warning),
    ...signalsOf(before, after).map((signal) => pressure(before, after, signal)),
    ...ended(before, after).map((each) => ({ mark: "○", text: `${each} ends`, ...GOOD })),
    ...begun(before, after).map((each) => ({ mark: "●", text: `${each} begins`, ...LOW })),
    ...reclaim(after),
    ...after.evictions.map((eviction) => evicted(after, eviction)),
    ...(findsNobody(after) ? [{ mark: "✖", text: "no pod can be evicted", ...LOW }] : []),
    ...alternatives(after),
  ];
}

const GOOD = { tone: "good" } as const;
const LOW = { tone: "low" } as const;

/** Why a step failed, or where a kubelet would have crashed. */
function warning(text: string | undefined): readonly ActionEvent[] {
  return text === undefined ? [] : [{ mark: "!", text, tone: "bad" }];
}

function pressure(before: Decision | null, after: Decision, signal: Signal): PressureEvent {
  const own = ({ signal: other }: ThresholdArithmetic) => other === signal;
  const under = underPressure(after).filter(own);
  const were = before === null ? [] : underPressure(before).filter(own);
  // Printed again as it is now, not as it was in the step before.
  const left = observedOf(after, signal).filter(({ hard }) =>
    were.some((was) => was.hard === hard),
  );
  const states = (under.length > 0 ? under : left).map(stateOf).join(" and ");
  const where = under.length > 0 ? "under" : "above";
  const available = formatAvailable(signal, observedOf(after, signal));
  return { signal, available, state: `${where} ${states}` };
}

function stateOf(threshold: ThresholdArithmetic): string {
  const limit =
    threshold.limit === undefined
      ? threshold.value
      : formatAmount(threshold.signal, threshold.limit);
  const kind = `${threshold.hard ? "hard" : "soft"} ${limit}`;
  if (threshold.unresolved && !threshold.met) {
    return `${kind} + ${threshold.minReclaim ?? "0"} to reclaim`;
  }
  const left = threshold.graceRemainingSeconds ?? 0;
  return threshold.met && left > 0 ? `${kind}, grace ${formatSeconds(left)} left` : kind;
}

function reclaim(decision: Decision): readonly ActionEvent[] {
  if (decision.reclaim.length === 0) return [];
  return [{ mark: "⟳", text: reclaimWords(decision), tone: null }];
}

/** What is reclaimed on the node before a pod is evicted, and whether it is enough. */
export function reclaimWords({
  reclaim,
  reclaimSufficient,
  reclaimAssumed,
}: Pick<Decision, "reclaim" | "reclaimSufficient" | "reclaimAssumed">): string {
  const enough = reclaimAssumed ? "; assumed to free nothing" : sufficient(reclaimSufficient);
  return `reclaims node-level resources: ${reclaim.join(", ")}${enough}`;
}

/** Whether it is enough; undefined where that is not known. */
export function sufficient(isEnough: boolean | undefined): string {
  if (isEnough === undefined) return "";
  return isEnough ? "; that suffices" : "; that does not suffice";
}

/** A step in a few words, by what it evicts or else reclaims. */
export function actsText(
  evicted: readonly PodName[],
  reclaim: Parameters<typeof reclaimWords>[0]["reclaim"],
): string {
  return evicted.length > 0 ? `evicts ${podTexts(evicted)}` : reclaimWords({ reclaim });
}

function evicted(decision: Decision, eviction: Eviction): ActionEvent {
  // A local storage limit evicts whatever the ranking is: the message says why.
  const ranking = eviction.cause === undefined ? decision.ranking : undefined;
  const why = ranking?.find((pod) => pod.uid === eviction.uid)?.sentence;
  return {
    ...{ ...evictsText(podText(eviction)), tone: "bad", message: eviction.message },
    rest: `, grace period ${formatSeconds(eviction.gracePeriodSeconds)}`,
    ...(why === undefined ? {} : { why }),
  };
}

function alternatives({ alternatives: { length }, probability }: Decision): readonly ActionEvent[] {
  if (length === 0) return [];
  const outcomes = `${plural(length, "other outcome")} ${length === 1 ? "is" : "are"} possible`;
  const chance = probability === undefined ? "" : `, this one has a probability of ${probability}`;
  const text = `not deterministic in the kubelet: ${outcomes}${chance}; see explain`;
  return [{ mark: "≈", text, tone: "faint" }];
}
