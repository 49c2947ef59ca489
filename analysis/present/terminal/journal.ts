import { SIGNALS, type Signal } from "../../engine/decision.ts";
import type { Basis, JournalStep } from "../../read/journal/agreement.ts";
import type { NearbyLine } from "../../read/journal/nearby.ts";
import type { LoggedEviction, LoggedPass } from "../../read/journal/passes.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { formatAmount, formatBytes, formatCount, plural } from "../../text/amount.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { Days } from "./days.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

const INDENT = " ".repeat("10:04:40  ".length);
const PODS_SHOWN = 5;
const NO_TIME = "??:??:??";

/** Passes that say the same one after another, which stand in one line. */
interface Stretch {
  /** Nanoseconds since the epoch; null where no line says it. */
  readonly first: bigint | null;
  readonly last: bigint | null;
  readonly passes: number;
}

/** The timeline of a log, line by line as the passes come. */
export class JournalTimeline {
  readonly #name: string;
  readonly #basis: Basis;
  readonly #onlyChanges: boolean;
  readonly #style: Style;
  readonly #days: Days;
  #stretch: Stretch | null = null;
  #isOpen = false;
  #conditions = "";
  #passes = 0;
  #agreeing = 0;
  #compared = 0;
  #withoutNumbers = 0;
  #evicted = 0;

  constructor(name: string, basis: Basis, onlyChanges: boolean, style: Style) {
    this.#name = name;
    this.#basis = basis;
    this.#onlyChanges = onlyChanges;
    this.#style = style;
    this.#days = new Days(style);
  }

  step(step: JournalStep): string[] {
    const { pass, agreement } = step;
    this.#passes += 1;
    this.#evicted += pass.evicted.length;
    if (pass.observations.size === 0) this.#withoutNumbers += 1;
    if (agreement.agrees !== null) this.#compared += 1;
    if (agreement.agrees === true) this.#agreeing += 1;
    const { time } = pass;
    const lines = this.#lines(step);
    const opening = this.#isOpen ? [] : this.#opening(pass);
    if (!this.#isOpen) this.#day(time);
    this.#isOpen = true;
    if (lines.length === 0) {
      const first = this.#stretch?.first ?? time;
      this.#stretch = { first, last: time, passes: (this.#stretch?.passes ?? 0) + 1 };
      return opening;
    }
    return [
      ...opening,
      ...this.#stretchLines(),
      ...this.#day(time),
      ...lines.map(({ at, text }, index) => {
        const isSame = index > 0 && lines[index - 1]?.at === at;
        return isSame || text.startsWith("  ") ? INDENT + text : `${at}  ${text}`;
      }),
    ];
  }

  end(): string[] {
    const { paint, columns } = this.#style;
    const further = this.#passes - this.#compared - this.#withoutNumbers;
    const numbers = plural(this.#withoutNumbers, "pass has", "passes have");
    const sentences = [
      `${passesText(this.#passes)}, ${plural(this.#evicted, "eviction")}`,
      this.#compared > 0 && this.#verdict(),
      this.#withoutNumbers > 0 && `${numbers} no numbers: the kubelet logs them with --v=3.`,
      further > 0 && `${passesText(further)} cannot be compared: ${NOT_COMPARED[this.#basis]}.`,
      this.#basis === "log" && this.#compared > 0 && THRESHOLDS_OF_LOG,
    ].filter((sentence) => sentence !== false);
    return [
      ...this.#stretchLines(),
      "",
      paint.title("In all"),
      ...sentences.flatMap((sentence) => hang("  ", sentence, Math.min(columns, COLUMNS_MAX))),
    ];
  }

  #verdict(): string {
    const { paint } = this.#style;
    const [agreeing, compared] = [this.#agreeing, this.#compared];
    const share = `${formatCount(agreeing)} of ${passesText(compared)}`;
    const words = `The log and the policy agree in ${share}.`;
    return agreeing === compared ? paint.good(words) : paint.bad(words);
  }

  #opening({ time }: LoggedPass): string[] {
    const day = time === null ? "" : `, ${dateOf(formatTime(time))} UTC`;
    const title = `${this.#name}: the eviction manager's passes${day}`;
    return [this.#style.paint.title(title), ""];
  }

  #day(time: bigint | null): string[] {
    return this.#days.before(time === null ? null : formatTime(time));
  }

  #stretchLines(): string[] {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (stretch === null || this.#onlyChanges) return [];
    const { first, last, passes } = stretch;
    const text = `${passesText(passes)}, nothing starved`;
    const lines = this.#day(first);
    // A stretch may end on another day, which the next line need not say again.
    const day = this.#day(last).length === 0 || last === null ? "" : `${dateOf(formatTime(last))} `;
    const until = passes === 1 ? "" : ` until ${day}${clock(last)}`;
    return [...lines, this.#style.paint.faint(`${clock(first)}  ${text}${until}`)];
  }

  #lines({ pass, agreement }: JournalStep): readonly { at: string; text: string }[] {
    const at = clock(pass.time);
    const own = [
      ...this.#conditionLines(pass),
      ...metLines(pass, this.#style),
      ...actionLines(pass, this.#style),
      ...agreement.differences.flatMap((sentence) => this.#difference(sentence, agreement.agrees)),
    ].map((text) => ({ at, text }));
    const beside = pass.nearby.map((line) => ({
      at: clock(line.time),
      text: nearbyText(line, this.#style),
    }));
    const more = pass.furtherNearby;
    const further = more === 0 ? [] : [{ at, text: `and ${plural(more, "more such line")}` }];
    const isBefore = ({ at: time }: { at: string }) => time < at;
    const after = beside.filter((line) => !isBefore(line));
    return [...beside.filter(isBefore), ...own, ...after, ...further];
  }

  #difference(sentence: string, agrees: boolean | null): string[] {
    const { paint } = this.#style;
    const mark = agrees === false ? "≠ " : "≈ ";
    const excuse = agrees === false ? "" : " What came before the log may explain it.";
    const lines = hang(mark, sentence + excuse, width(this.#style));
    return lines.map(agrees === false ? paint.bad : paint.faint);
  }

  #conditionLines({ conditions, observations }: LoggedPass): string[] {
    const now = conditions.join(", ");
    if (now === this.#conditions || observations.size === 0) return [];
    const before = this.#conditions;
    this.#conditions = now;
    const { paint } = this.#style;
    if (now === "") return [paint.good(`○ ${before} ends`)];
    return [paint.low(`● the node reports ${now}`)];
  }
}

const ALWAYS = "local storage limits, the log's beginning or end";
const NOT_COMPARED: Readonly<Record<Basis, string>> = {
  given: ALWAYS,
  log: `no threshold that the log has named by then (give --config), ${ALWAYS}`,
};
const THRESHOLDS_OF_LOG =
  "The thresholds are those that the log names. Minimum reclaim and the transition period are " +
  "in no log: compare with the node's own configuration by --config.";

function passesText(count: number): string {
  return plural(count, "pass", "passes");
}

function metLines({ met, observations, waiting }: LoggedPass, style: Style): string[] {
  // Verbosity 2 logs grace periods alone.
  const running = waiting.filter(({ signal }) => !met.some((each) => each.signal === signal));
  return [...met, ...running].map(({ signal, quantity }) => {
    const amount = observations.get(signal);
    const observed = amount === undefined ? "" : ` ${signalAmount(signal, amount.available)}`;
    const limit = quantityValue(quantity);
    const written = limit === undefined ? quantity : signalAmount(signal, limit);
    const grace = waiting.find((each) => each.signal === signal);
    const waits = grace === undefined ? "" : `, grace period ${grace.period} runs`;
    return style.paint.low(`${signal}${observed} under ${written}${waits}`);
  });
}

function actionLines(pass: LoggedPass, style: Style): string[] {
  const { reclaiming, ranked, critical, evicted, cleanUp, ending } = pass;
  const { paint } = style;
  return [
    ...(reclaiming === null ? [] : [`⟳ reclaims ${reclaiming}${reclaimed(pass)}`]),
    ...critical.map((pod) => `  ${podText(pod)} is critical and stays`),
    ...evicted.flatMap((pod) => [
      paint.bad(`✖ evicts ${podText(pod)}`),
      ...hang("  ", pod.message ?? "", width(style)).map(paint.faint),
      ...failureLines(pod, style),
    ]),
    ...(ranked === null || ranked.length === 0 ? [] : rankingLines(ranked, style)),
    ...(ending === "unable" ? [paint.bad("✖ no pod can be evicted")] : []),
    ...(ending === "no-pods" ? [paint.bad("✖ there are no active pods")] : []),
    ...(ending === "no-stats" ? [paint.bad("✖ the Summary could not be had")] : []),
    ...(cleanUp === "timed-out"
      ? [paint.low("! timed out waiting for the pods to be cleaned up (30s)")]
      : []),
  ];
}

function failureLines({ failure }: LoggedEviction, style: Style): string[] {
  if (failure === null) return [];
  return hang("  ", `its containers were not ended: ${failure}`, width(style)).map(style.paint.low);
}

function reclaimed({ ending, mustEvict }: LoggedPass): string {
  if (ending === "reduced") return "; node-level reclaim suffices";
  return mustEvict ? "; node-level reclaim does not suffice" : "";
}

function rankingLines(ranked: NonNullable<LoggedPass["ranked"]>, style: Style): string[] {
  const more = ranked.length - PODS_SHOWN;
  const rest = more > 0 ? ` and ${more} more` : "";
  const text = `ranked: ${podTexts(ranked.slice(0, PODS_SHOWN))}${rest}`;
  return hang("  ", text, width(style)).map(style.paint.faint);
}

function nearbyText({ what, text }: NearbyLine, style: Style): string {
  const room = Math.max(20, width(style) - what.length - 4);
  const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text;
  return style.paint.faint(`· ${what}: ${shown}`);
}

function signalAmount(signal: string, value: bigint): string {
  const known = SIGNALS.find((each): each is Signal => each === signal);
  if (known !== undefined) return formatAmount(known, Number(value));
  return /inodes|pid/.test(signal) ? formatCount(Number(value)) : formatBytes(Number(value));
}

function clock(time: bigint | null): string {
  return time === null ? NO_TIME : clockOf(formatTime(time));
}

function width(style: Style): number {
  return Math.min(style.columns, COLUMNS_MAX) - INDENT.length;
}
