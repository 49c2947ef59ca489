/** What a kubelet's log says, pass by pass, and how far the policy agrees with it. */
import { SIGNALS, type Signal } from "../../engine/decision.ts";
import type { Basis, JournalStep } from "../../read/journal/agreement.ts";
import type { LoggedAmount, LoggedThreshold } from "../../read/journal/entry.ts";
import type { NearbyLine } from "../../read/journal/nearby.ts";
import { isOpen, type LoggedPass } from "../../read/journal/pass.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { formatAmount, formatBytes, formatCount, plural } from "../../text/amount.ts";
import type { Text, TimelineLine, Tone } from "../../text/document.ts";
import { formatNames } from "../../text/names.ts";
import {
  cutText,
  openWords,
  passesAndEvictions,
  passesHaveText,
  passesText,
} from "../../text/passes.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { sufficient } from "./stepEvents.ts";

const PODS_SHOWN = 5;
const NO_TIME = "??:??:??";

/** Passes that say the same one after another, which are shown as one line. */
interface Stretch {
  /** Whether the log says that nothing was starved; a filtered or cut log leaves that out. */
  readonly isQuiet: boolean;
  /** Whether the log has the numbers after node-level reclaim alone. */
  readonly isAfterReclaim: boolean;
  /** The lowest of each signal. */
  readonly lowest: ReadonlyMap<string, LoggedAmount>;
  readonly first: bigint | null;
  readonly last: bigint | null;
  readonly passes: number;
}

/** Follows a log pass by pass. */
export class JournalTimeline {
  readonly #basis: Basis;
  readonly #onlyChanges: boolean;
  #stretch: Stretch | null = null;
  #conditions = "";
  #passes = 0;
  #agreeing = 0;
  #compared = 0;
  #withoutNumbers = 0;
  /** Passes that must evict, for which the log does not name the pod. */
  #openRankings = 0;
  #evicted = 0;

  constructor(basis: Basis, onlyChanges: boolean) {
    this.#basis = basis;
    this.#onlyChanges = onlyChanges;
  }

  step(step: JournalStep): readonly TimelineLine[] {
    const { pass, agreement } = step;
    this.#passes += 1;
    this.#evicted += pass.evicted.length;
    const isAfterReclaim = pass.observations.size === 0 && pass.afterReclaim.size > 0;
    if (pass.observations.size === 0 && !isAfterReclaim) this.#withoutNumbers += 1;
    if (isOpen(pass)) this.#openRankings += 1;
    if (agreement.agrees !== null) this.#compared += 1;
    if (agreement.agrees === true) this.#agreeing += 1;
    const lines = this.#lines(step);
    if (lines.length > 0) return [...this.rest(), ...lines];
    const { time } = pass;
    const isQuiet = pass.ending === "none-starved";
    const isSame =
      this.#stretch?.isQuiet === isQuiet && this.#stretch.isAfterReclaim === isAfterReclaim;
    const others = isSame ? [] : this.rest();
    const before = this.#stretch;
    const seen = isAfterReclaim ? pass.afterReclaim : pass.observations;
    const lowest = lowestOf(before?.lowest ?? new Map(), seen);
    const passes = (before?.passes ?? 0) + 1;
    const first = before?.first ?? time;
    this.#stretch = { isQuiet, isAfterReclaim, lowest, first, last: time, passes };
    return others;
  }

  /** The passes since the last line, in which nothing happened that the log says. */
  rest(): readonly TimelineLine[] {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (stretch === null || this.#onlyChanges) return [];
    const { isQuiet, isAfterReclaim, lowest, first, last, passes } = stretch;
    const isOtherDay = first !== null && last !== null && dayOf(first) !== dayOf(last);
    const day = isOtherDay ? `${dayOf(last)} ` : "";
    const until = passes === 1 || last === null ? "" : ` until ${day}${clockOf(formatTime(last))}`;
    const ended = isQuiet ? `${passesText(passes)}, no resource starved` : cutText(passes);
    const text = ended + until;
    const seen = isQuiet ? [] : [...lowest].map(([signal, amount]) => amountWords(signal, amount));
    const label = [isAfterReclaim ? "after reclaim" : "", passes > 1 ? "lowest" : ""]
      .filter((word) => word !== "")
      .join(", ");
    const details = seen.map((words) => [label, words] as const);
    return [{ time: textOfTime(first), text, tone: "faint", details }];
  }

  /** After the last pass. */
  sentences(): readonly Text[] {
    const further = this.#passes - this.#compared - this.#withoutNumbers;
    const numbers = passesHaveText(this.#withoutNumbers);
    const sentences: readonly (Text | false)[] = [
      passesAndEvictions(this.#passes, this.#evicted, this.#openRankings),
      this.#compared > 0 && this.#verdict(),
      this.#openRankings > 0 && `${openWords(this.#openRankings)}.`,
      this.#withoutNumbers > 0 && `${numbers} no observations: the kubelet logs them with --v=3.`,
      further > 0 && `${passesText(further)} cannot be compared: ${NOT_COMPARED[this.#basis]}.`,
      this.#basis === "log" && this.#compared > 0 && THRESHOLDS_OF_LOG,
    ];
    return sentences.filter((sentence) => sentence !== false);
  }

  #verdict(): Text {
    const [agreeing, compared] = [this.#agreeing, this.#compared];
    const share = `${formatCount(agreeing)} of ${passesText(compared)}`;
    const text = `The log and the policy agree in ${share}.`;
    return [{ text, tone: agreeing === compared ? "good" : "bad" }];
  }

  #lines({ pass, agreement }: JournalStep): readonly TimelineLine[] {
    const own = [
      ...this.#conditionLines(pass),
      ...metLines(pass),
      ...actionLines(pass),
      ...agreement.differences.map((sentence) => differenceLine(sentence, agreement.agrees)),
    ];
    const time = textOfTime(pass.time);
    const more = pass.furtherNearby;
    const further = more === 0 ? [] : [said("", `and ${plural(more, "more such line")}`, null)];
    const nearby = pass.nearby.map(nearbyLine);
    const isBefore = (line: TimelineLine) => clock(line.time) < clock(time);
    return [
      ...nearby.filter(isBefore),
      ...own.map((line) => ({ ...line, time })),
      ...nearby.filter((line) => !isBefore(line)),
      ...further.map((line) => ({ ...line, time })),
    ];
  }

  #conditionLines({ conditions, observations }: LoggedPass): readonly Said[] {
    const now = conditions.join(", ");
    if (now === this.#conditions || observations.size === 0) return [];
    const before = this.#conditions;
    this.#conditions = now;
    if (now === "") return [said("○", `${before} ends`, "good")];
    return [said("●", `the node reports ${now}`, "low")];
  }
}

/** A line of a pass, before it has the time of its pass. */
type Said = Omit<TimelineLine, "time">;

/** Further words on a line, after a label or without one. */
type Detail = readonly [label: string, text: string];

function said(
  mark: string,
  text: string,
  tone: Tone | null,
  details: readonly Detail[] = [],
): Said {
  return { mark, text, ...(tone === null ? {} : { tone }), details };
}

function differenceLine(sentence: string, agrees: boolean | null): Said {
  if (agrees === false) return said("≠", sentence, "bad");
  return said("≈", `${sentence} Events before the log begins may explain it.`, "faint");
}

const ALWAYS = "local storage limits, the log's beginning or end";
const NOT_COMPARED: Readonly<Record<Basis, string>> = {
  given: ALWAYS,
  log: `no threshold that the log has named by then (give --config), ${ALWAYS}`,
};
const THRESHOLDS_OF_LOG =
  "The thresholds come from the log. Minimum reclaim and the transition period are in " +
  "no log: to compare them, give the node's own configuration with --config.";

function lowestOf(
  before: ReadonlyMap<string, LoggedAmount>,
  observations: LoggedPass["observations"],
): ReadonlyMap<string, LoggedAmount> {
  const lowest = new Map(before);
  for (const [signal, amount] of observations) {
    const known = lowest.get(signal);
    if (known === undefined || amount.available < known.available) lowest.set(signal, amount);
  }
  return lowest;
}

function amountWords(signal: string, { available, capacity }: LoggedAmount): string {
  const [left, whole] = [signalAmount(signal, available), signalAmount(signal, capacity)];
  return `${signal} ${left} of ${whole}`;
}

function metLines({ met, unresolved, observations, waiting }: LoggedPass): readonly Said[] {
  const limitOf = ({ signal, quantity }: LoggedThreshold) => {
    const limit = quantityValue(quantity);
    return limit === undefined ? quantity : signalAmount(signal, limit);
  };
  const observedOf = ({ signal, observed = "" }: LoggedThreshold) => {
    const amount = observations.get(signal)?.available ?? quantityValue(observed);
    return amount === undefined ? "" : ` ${signalAmount(signal, amount)}`;
  };
  // Verbosity 2 logs grace periods alone.
  const running = waiting.filter(({ signal }) => !met.some((each) => each.signal === signal));
  const under = [...met, ...running].map((each) => {
    const grace = waiting.find(({ signal }) => signal === each.signal);
    const waits = grace === undefined ? "" : `, grace period ${grace.period} runs`;
    return said("", `${each.signal}${observedOf(each)} under ${limitOf(each)}${waits}`, "low");
  });
  if (under.length > 0 || observations.size > 0) return under;
  // A filtered log may have these alone: they are under the threshold, or have yet to reclaim.
  return unresolved.map((each) => {
    return said("", `${each.signal}${observedOf(each)}, threshold ${limitOf(each)}`, "low");
  });
}

function actionLines(pass: LoggedPass): readonly Said[] {
  const { reclaiming, ranked, critical, evicted, cleanUp, ending } = pass;
  const { unobserved, unconstructed, reclaimFailure, statsFailure } = pass;
  const failed: readonly Detail[] =
    reclaimFailure === null ? [] : [["reclaiming failed", reclaimFailure]];
  const spared = critical.map(
    (pod): Detail => ["", `${podText(pod)} is critical and is not evicted`],
  );
  const order = ranked === null || ranked.length === 0 ? [] : [ranking(ranked, pass.rankedUnread)];
  const last = evicted.length - 1;
  return [
    ...unconstructed.map(({ signal, reason }) =>
      said("?", `${signal} could not be observed`, "low", reasonOf(reason || null)),
    ),
    ...unobserved.map((signal) => said("?", `no observation of ${signal}`, "low")),
    ...(reclaiming === null
      ? loose([...failed, ...spared])
      : [
          said("⟳", `reclaims ${reclaiming || UNNAMED}${reclaimed(pass)}`, null, [
            ...failed,
            ...spared,
          ]),
        ]),
    ...evicted.map((pod, index) =>
      said("✖", `evicts ${podText(pod)}`, "bad", [
        ...(pod.message === null ? [] : [["", pod.message] as const]),
        ...reasonOf(pod.failure, "its containers were not stopped"),
        ...(index === last ? order : []),
      ]),
    ),
    ...(evicted.length === 0 ? loose(order) : []),
    ...(ending === "unable" ? [said("✖", "no pod can be evicted", "bad")] : []),
    ...(ending === "no-pods" ? [said("✖", "there are no active pods", "bad")] : []),
    ...(ending === "no-stats"
      ? [said("✖", "the Summary could not be read", "bad", reasonOf(statsFailure))]
      : []),
    ...(cleanUp === "timed-out"
      ? [said("!", "timed out waiting for the pods to be cleaned up (30s)", "low")]
      : []),
  ];
}

/** Details without the line that they belong to, which a filtered log may lack. */
function loose(details: readonly Detail[]): readonly Said[] {
  return details.map(([label, text]) => said("", label === "" ? text : `${label}: ${text}`, null));
}

function reasonOf(failure: string | null, label = ""): readonly Detail[] {
  return failure === null ? [] : [[label, failure]];
}

/** For a line that is cut before the resource. */
const UNNAMED = "a resource that the line does not name";

function reclaimed({ ending, mustEvict }: LoggedPass): string {
  return sufficient(ending === "reduced" || (mustEvict ? false : undefined));
}

function ranking(ranked: NonNullable<LoggedPass["ranked"]>, unread: number): Detail {
  const pods = formatNames(ranked.map(podText), { max: PODS_SHOWN });
  const cut =
    unread > 0 ? `; ${plural(unread, "entry is", "entries are")} not a pod's name, or cut` : "";
  return ["ranked", `${pods}${cut}`];
}

function nearbyLine({ what, text, time }: NearbyLine): TimelineLine {
  return { time: textOfTime(time), mark: "·", text: `${what}: ${text}`, tone: "faint" };
}

export function signalAmount(signal: string, value: bigint): string {
  const known = SIGNALS.find((each): each is Signal => each === signal);
  if (known !== undefined) return formatAmount(known, Number(value));
  return /inodes|pid/.test(signal) ? formatCount(Number(value)) : formatBytes(Number(value));
}

function dayOf(time: bigint): string {
  return dateOf(formatTime(time));
}

function textOfTime(time: bigint | null): string | null {
  return time === null ? null : formatTime(time);
}

/** The time of day. */
function clock(time: string | null): string {
  return time === null ? NO_TIME : clockOf(time);
}
