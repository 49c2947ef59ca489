/** The first screen about a kubelet's log: what it records, and what decided it. */
import type { Basis, JournalStep } from "../../read/journal/agreement.ts";
import type { LoggedAmount } from "../../read/journal/entry.ts";
import type { NearbyLine } from "../../read/journal/nearby.ts";
import {
  availableIn,
  isCut,
  isOpen,
  isStuck,
  type LoggedPass,
  quantitiesBelow,
} from "../../read/journal/pass.ts";
import { readMessage } from "../../read/messages/message.ts";
import { formatBytes, formatCount, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  type Fact,
  type Mark,
  paragraph,
  type Row,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import { formatNames } from "../../text/names.ts";
import { cutText, openWords, passesText } from "../../text/passes.ts";
import { podText } from "../../text/podText.ts";
import { shortened } from "../../text/shortened.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf, clockSince } from "../../text/utc.ts";
import type { HappenedEviction } from "./happened.ts";
import { signalAmount } from "./journal.ts";
import { LoggedIncident } from "./loggedIncident.ts";

/** The least that was left of a signal, when, and in how many passes that was too little. */
interface Low {
  readonly available: bigint;
  readonly time: bigint | null;
  readonly passes: number;
  /** The threshold of those passes; empty where the log and the policy name none. */
  readonly quantity: string;
}

/** How long the node reported a condition. */
interface Held {
  readonly condition: string;
  readonly from: bigint | null;
  to: bigint | null;
}

/** Follows a log pass by pass. */
export class JournalAnswer {
  readonly #basis: Basis;
  readonly #incident = new LoggedIncident();
  readonly #lows = new Map<string, Low>();
  readonly #held: Held[] = [];
  #passes = 0;
  #observed = 0;
  #quiet = 0;
  /** Passes that had to evict, and had no pod to evict. */
  readonly #stuck: LoggedPass[] = [];
  /** Pods that the kubelet refused to evict, because they are critical. */
  readonly #refused = new Set<string>();
  /** The resource of each pass that tried to reclaim one. */
  readonly #reclaiming: string[] = [];
  /** Passes that had to evict, without the outcome. */
  readonly #opened: LoggedPass[] = [];
  /** Passes that have come to no end in the log. */
  #cut = 0;
  /** Passes in which the kubelet reclaimed enough without an eviction. */
  #reduced = 0;
  /** Passes without the stats of the node. */
  #blind = 0;
  #blindness: string | null = null;
  readonly #afterReclaim = new Map<string, LoggedAmount>();
  readonly #unobserved = new Set<string>();
  /** Why a signal could not be observed. */
  readonly #unconstructed = new Map<string, string>();
  /** Pods that the last pass with an eviction had next. */
  #rankedAfter: readonly string[] = [];
  readonly #nearby: NearbyLine[] = [];
  #first: bigint | null = null;

  constructor(basis: Basis) {
    this.#basis = basis;
  }

  step(step: JournalStep): void {
    const { pass } = step;
    this.#incident.step(step);
    this.#passes += 1;
    this.#first ??= pass.time;
    if (pass.ending === "none-starved") this.#quiet += 1;
    if (isOpen(pass)) this.#opened.push(pass);
    if (isCut(pass)) this.#cut += 1;
    if (pass.ending === "reduced") this.#reduced += 1;
    if (pass.ending === "no-stats") this.#blind += 1;
    this.#blindness ??= pass.statsFailure;
    for (const signal of pass.unobserved) this.#unobserved.add(signal);
    for (const { signal, reason } of pass.unconstructed) this.#unconstructed.set(signal, reason);
    if (pass.evicted.length > 0) this.#rankedAfter = rankedAfter(pass);
    this.#nearby.push(...pass.nearby);
    this.#noteReclaimed(pass.afterReclaim);
    if (isStuck(pass)) this.#stuck.push(pass);
    for (const pod of pass.critical) this.#refused.add(podText(pod));
    if (pass.reclaiming !== null) this.#reclaiming.push(pass.reclaiming);
    const available = availableIn(pass);
    if (available.size === 0) return;
    this.#observed += 1;
    this.#noteAmounts(step, available);
    if (pass.observations.size > 0) this.#noteConditions(pass.conditions, pass.time);
  }

  get title(): { readonly title: string; readonly mark: Mark } {
    const { happened } = this.#incident.happened;
    if (happened.length > 0) return { title: this.#evictedTitle(happened), mark: "bad" };
    if (this.#opened.length > 0) {
      return { title: openWords(this.#opened.length), mark: "unknown" };
    }
    if (this.#stuck.length > 0) return { title: this.#stuckTitle, mark: "bad" };
    const isWhole = this.#quiet === this.#passes;
    const [[signal, low] = ["", null]] = this.#pressed;
    if (low !== null) {
      const limit = limitText(signal, low.quantity);
      const below = `${signal} was below ${limit} in ${this.#share(low.passes)}`;
      return { title: `${below}; no eviction is shown`, mark: "unknown" };
    }
    if (isWhole) {
      const passes = passesText(this.#passes);
      return { title: `No pod was evicted in ${passes}: no resource was starved`, mark: "good" };
    }
    const [[least, seen] = ["", null]] = this.#lows;
    if (seen === null) {
      const isEnough = this.#reduced === this.#passes;
      return { title: this.#unseenTitle, mark: isEnough ? "risk" : "unknown" };
    }
    const memory = this.#lows.get(MEMORY);
    const [shown, amount] = memory === undefined ? [least, seen] : [MEMORY, memory];
    const lowest = `lowest ${shown} ${signalAmount(shown, amount.available)}`;
    return {
      title: `${passesText(this.#observed)} with measurements; ${lowest}${atTime(amount.time)}`,
      mark: "unknown",
    };
  }

  /** For passes of which no line has what was available when they began. */
  get #unseenTitle(): string {
    if (this.#reclaiming.length > 0) {
      const resources = formatNames([...new Set(this.#reclaiming)]);
      if (this.#reduced === 0) {
        return `The kubelet tried to reclaim ${resources}; the log shows no eviction`;
      }
      const where = this.#passes === 1 ? "" : ` in ${this.#share(this.#reduced)}`;
      return `The kubelet reclaimed enough ${resources} without an eviction${where}`;
    }
    if (this.#blind === this.#passes) {
      return `The kubelet could not read the node's stats in ${passesText(this.#passes)}`;
    }
    if (this.#cut === 0) return `${passesText(this.#passes)} without an eviction`;
    if (this.#cut === this.#passes) return capitalized(cutText(this.#cut));
    return `${passesText(this.#passes)} without an eviction, ${cutText(this.#cut)}`;
  }

  get lead(): readonly Block[] {
    const sentences = [...this.#lowSentences(), ...this.#conditionSentences()];
    const [refused] = this.#refused;
    const isRefused = refused !== undefined && this.#incident.happened.happened.length === 0;
    if (isRefused) sentences.push(refusedText(this.#refused));
    if (this.#observed === 0) sentences.push(...this.#unseenSentences());
    const isOne = this.#incident.happened.happened.length === 1;
    if (isOne && this.#rankedAfter.length > 0) {
      sentences.push(`Ranked after it: ${formatNames(this.#rankedAfter, { max: RANKED_SHOWN })}.`);
    }
    return [...paragraph(sentences.join(" ") || undefined), ...this.#table()];
  }

  /** What the log has where no line says what was available when a pass began. */
  #unseenSentences(): readonly string[] {
    const amounts = [...this.#afterReclaim].map(([signal, { available, capacity }]) => {
      return `${signal} ${signalAmount(signal, available)} of ${signalAmount(signal, capacity)}`;
    });
    const unobserved = formatNames([...this.#unobserved]);
    const { ranked = null, reclaiming = null } = this.#opened.at(-1) ?? {};
    const isTold = amounts.length > 0 || this.#blind === this.#passes;
    return [
      ...(amounts.length > 0 ? [`After reclaim: ${amounts.join(", ")}.`] : []),
      ...(this.#blind > 0 ? [blindText(this.#blindness)] : []),
      ...[...this.#unconstructed].map(unconstructedText),
      ...(unobserved === "" ? [] : [`The kubelet had no observation of ${unobserved}.`]),
      ...(reclaiming === null ? [] : [`The node was low on ${reclaiming}.`]),
      ...(ranked === null || ranked.length === 0
        ? []
        : [`Ranked: ${formatNames(ranked.map(podText), { max: RANKED_SHOWN })}.`]),
      ...(isTold ? [] : [this.#toldAmounts ?? WITHOUT_NUMBERS]),
      ...nearbySentences(this.#nearby),
    ];
  }

  #noteReclaimed(amounts: LoggedPass["afterReclaim"]): void {
    for (const [signal, amount] of amounts) {
      const before = this.#afterReclaim.get(signal);
      if (before === undefined || amount.available < before.available) {
        this.#afterReclaim.set(signal, amount);
      }
    }
  }

  get assumed(): readonly string[] {
    const isNamed = this.#basis === "log" && this.#pressed.length > 0;
    return isNamed ? ["Thresholds as named in the log."] : [];
  }

  get unknown(): readonly string[] {
    if (this.#observed === 0) {
      const amounts = this.#afterReclaim.size > 0 ? "amounts before reclaim" : "available amounts";
      const open = [
        ...this.#cutPasses,
        ...(this.#toldAmounts === null
          ? [amounts, "thresholds", "and passes that evict no pod"]
          : []),
      ].join(", ");
      return [`${capitalized(open || "passes that evict no pod")}.`];
    }
    return [
      ...(this.isFiltered
        ? ["Whether pods were evicted: lines about the outcome are missing."]
        : []),
      ...(this.#basis === "log" && this.#pressed.length > 0
        ? ["Minimum reclaim and the transition period."]
        : []),
    ];
  }

  /** Passes whose end is not in the log. */
  get #cutPasses(): readonly string[] {
    if (this.#cut === 0) return [];
    return [
      this.#cut === this.#passes ? "how passes ended" : `how ${this.#share(this.#cut)} ended`,
    ];
  }

  /** What the message of an eviction says where no pass has numbers. */
  get #toldAmounts(): string | null {
    const { happened } = this.#incident.happened;
    for (const { message } of happened) {
      const { available, threshold, resource } = readMessage(message);
      if (available === null || threshold === null) continue;
      const [left, limit] = [available, threshold].map((each) => messageAmount(each, resource));
      const of = resource === null ? "" : `The node was low on ${resource}: `;
      return `${of}${left} were available; the threshold is ${limit}.`;
    }
    return null;
  }

  /** Whether lines that a kubelet writes are missing. */
  get isFiltered(): boolean {
    const { happened } = this.#incident.happened;
    const hasOutcome = this.#quiet > 0 || happened.length > 0;
    return this.#observed === 0 || (!hasOutcome && this.#passes > 1);
  }

  get #stuckTitle(): string {
    const [first] = this.#stuck;
    const resource = first?.reclaiming ?? "A resource";
    const share = this.#share(this.#stuck.length);
    return `${capitalized(resource)} was short, and the kubelet had no pod to evict, in ${share}`;
  }

  #evictedTitle(happened: readonly HappenedEviction[]): string {
    const [first, last] = [happened[0], happened.at(-1)];
    const [from, to] = [first, last].map((each) => this.#clock(each?.time));
    const { resources } = this.#incident;
    const [resource = null] = resources.size === 1 ? resources : [];
    const why = resource === null ? "" : ` for ${resource}`;
    const who =
      happened.length === 1 && first !== undefined
        ? `${podText(first)} was evicted`
        : `${formatCount(happened.length)} pods were evicted`;
    const when =
      from === "" || to === "" ? "" : from === to ? ` at ${from}` : ` between ${from} and ${to}`;
    return fittingTitle(who + why + when, who + when, who);
  }

  /** Signals below a threshold, those that were so most often first. */
  get #pressed(): readonly (readonly [string, Low])[] {
    const below = [...this.#lows].filter(([, { passes }]) => passes > 0);
    return below.sort(([, a], [, b]) => b.passes - a.passes);
  }

  #lowSentences(): readonly string[] {
    return this.#pressed.slice(0, 2).map(([signal, { available, time, passes, quantity }]) => {
      const limit = limitText(signal, quantity);
      const below = `${signal} was below ${limit} in ${this.#share(passes)}`;
      const lowest = `lowest ${signalAmount(signal, available)}${atTime(time)}`;
      return available < -AMOUNT_MAX
        ? `${below}; ${lowest}, which no machine can lack: the kubelet's own statistic is wrong.`
        : `${below}; ${lowest}.`;
    });
  }

  #share(passes: number): string {
    if (this.#passes === 1) return "the only pass";
    return `${formatCount(passes)} of ${passesText(this.#passes)}`;
  }

  #conditionSentences(): readonly string[] {
    const held = this.#held.slice(0, 2).flatMap(({ condition, from, to }) => {
      if (from === null) return [];
      const begin = this.#clock(formatTime(from));
      const end = to === null ? "" : ` to ${this.#clock(formatTime(to))}`;
      return [`${condition} from ${begin}${end}.`];
    });
    return this.#held.length > 2 ? held.slice(0, 1) : held;
  }

  #table(): readonly Block[] {
    const { happened } = this.#incident.happened;
    const { available } = this.#incident;
    const rows = happened.map((each, at) => ({
      ...usageOf(each),
      each,
      left: available[at] ?? "",
    }));
    const columns = COLUMNS.filter(({ needs }) => needs === undefined || rows.some(needs));
    return table(
      columns.map(({ cell: _, needs: __, ...column }) => column),
      rows.map((row): Row => {
        const cells = columns.map(({ cell }) => cell(row, (time) => this.#clock(time)));
        return row.each.policy === "agrees" || row.each.policy === "unknown"
          ? { cells }
          : { cells, tone: "low" };
      }),
      { notes: this.#notes() },
    );
  }

  #notes(): readonly Fact[] {
    const sentence = this.#incident.agreement;
    return sentence === null ? [] : [["", sentence]];
  }

  #clock(time: string | undefined): string {
    const first = this.#first === null ? null : formatTime(this.#first);
    return time === undefined ? "" : clockSince(first, time);
  }

  #noteAmounts({ pass, decision }: JournalStep, amounts: ReadonlyMap<string, bigint>): void {
    const met = new Map(quantitiesBelow(pass));
    // A log that leaves the thresholds out may be read with those of a configuration.
    if (this.#basis === "given" && met.size === 0 && pass.ending === null) {
      for (const each of decision?.thresholds ?? []) {
        if (each.met) met.set(each.signal, each.value);
      }
    }
    for (const [signal, available] of amounts) {
      const before = this.#lows.get(signal);
      const limit = met.get(signal);
      const isLower = before === undefined || available < before.available;
      this.#lows.set(signal, {
        ...(isLower ? { available, time: pass.time } : before),
        passes: (before?.passes ?? 0) + (limit === undefined ? 0 : 1),
        quantity: limit ?? before?.quantity ?? "",
      });
    }
  }

  #noteConditions(now: readonly string[], time: bigint | null): void {
    const open = this.#held.filter(({ to }) => to === null);
    for (const held of open) if (!now.includes(held.condition)) held.to = time;
    for (const condition of now) {
      const isOpen = open.some((held) => held.condition === condition);
      if (!isOpen) this.#held.push({ condition, from: time, to: null });
    }
  }
}

function refusedText(refused: ReadonlySet<string>): string {
  const named = formatNames([...refused], { max: 2 });
  return refused.size === 1
    ? `${named} is critical, so the kubelet did not evict it.`
    : `${named} are critical, so the kubelet did not evict them.`;
}

/** The pods of a ranking behind the last one that was evicted, without those that may not be. */
function rankedAfter({ ranked, evicted, critical }: LoggedPass): readonly string[] {
  const refused = new Set(critical.map(podText));
  const gone = new Set(evicted.map(podText));
  const all = (ranked ?? []).map(podText);
  const last = all.findLastIndex((pod) => gone.has(pod));
  return last < 0 ? [] : all.slice(last + 1).filter((pod) => !refused.has(pod));
}

/** Why the passes had nothing to decide on. */
function blindText(reason: string | null): string {
  const why = reason === null ? "" : `: ${shortened(reason, REASON_LENGTH_MAX)}`;
  return `A pass without stats evicts no pod${why}.`;
}

function unconstructedText([signal, reason]: readonly [string, string]): string {
  const why = reason === "" ? "" : `: ${shortened(reason, REASON_LENGTH_MAX)}`;
  return `The kubelet could not observe ${signal || "a signal"}${why}.`;
}

/** The first lines next to the passes; the rest is counted. */
function nearbySentences(nearby: readonly NearbyLine[]): readonly string[] {
  // A line without a time may be a sentence around the log.
  const first = nearby.find(({ time }) => time !== null);
  const more = nearby.length - (first === undefined ? 0 : 1);
  const related = plural(more, first === undefined ? "related line" : "more related line");
  return [
    ...(first === undefined
      ? []
      : [`${capitalized(first.what)}: ${first.text.replace(/\.$/, "")}.`]),
    ...(more === 0 ? [] : [`${related} with --all.`]),
  ];
}

/** 1Pi: a usage that has wrapped around zero, subtracted from a capacity, is further below zero. */
const AMOUNT_MAX = 2n ** 50n;
const REASON_LENGTH_MAX = 200;
const RANKED_SHOWN = 3;
const MEMORY = "memory.available";
const WITHOUT_NUMBERS =
  "The kubelet's lines in this log lack the available amounts and the thresholds.";

/** A percentage is resolved to bytes. */
function limitText(signal: string, quantity: string): string {
  return /^\d+$/.test(quantity) ? signalAmount(signal, BigInt(quantity)) : quantity;
}

function atTime(time: bigint | null): string {
  return time === null ? "" : ` (${clockOf(formatTime(time))})`;
}

interface LoggedRow {
  readonly each: HappenedEviction;
  /** What was available; empty where the log does not say it. */
  readonly left: string;
  /** The sum of the containers that a message names; null where it names none. */
  readonly usage: bigint | null;
  readonly request: bigint | null;
}

function usageOf({ message }: HappenedEviction): Pick<LoggedRow, "usage" | "request"> {
  const { pod, containers } = readMessage(message);
  const named = pod === undefined ? containers : [pod];
  return {
    usage: sumOf(named.map(({ usage }) => usage)),
    request: sumOf(named.map(({ request }) => request)),
  };
}

function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce<bigint | null>(
    (sum, amount) => (amount === null ? sum : (sum ?? 0n) + amount),
    null,
  );
}

interface LoggedColumn extends Column {
  readonly cell: (row: LoggedRow, clock: (time: string | undefined) => string) => string;
  /** Left out where no row has it. */
  readonly needs?: (row: LoggedRow) => boolean;
}

const COLUMNS: readonly LoggedColumn[] = [
  { title: "time", cell: ({ each }, clock) => clock(each.time) },
  {
    title: "available",
    isNumber: true,
    cell: ({ left }) => left || "-",
    needs: ({ left }) => left !== "",
  },
  { title: "evicted", shrinks: true, cell: ({ each }) => podText(each) },
  {
    title: "usage",
    isNumber: true,
    isSpare: true,
    cell: ({ usage }) => bytesText(usage),
    needs: ({ usage }) => usage !== null,
  },
  {
    title: "request",
    isNumber: true,
    isSpare: true,
    cell: ({ request }) => bytesText(request),
    needs: ({ usage }) => usage !== null,
  },
  {
    title: "policy",
    isText: true,
    cell: ({ each }) => policyText(each),
    needs: ({ each }) => each.policy !== "unknown",
  },
];

function bytesText(amount: bigint | null): string {
  return amount === null ? "-" : formatBytes(Number(amount));
}

function policyText({ policy, other }: HappenedEviction): string {
  if (other !== undefined) return `evicts ${podText(other)}`;
  const words = { agrees: "agrees", none: "evicts no pod", unknown: "not compared", other: "" };
  return words[policy];
}
