/** Advice: what to change, with the patch, then the evidence that it rests on. */
import { formatAmount, formatBytes, formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  type Entry,
  type Fact,
  headed,
  list,
  paragraph,
  type Row,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { sourceText } from "../../text/sourceText.ts";
import { dateOf } from "../../text/utc.ts";
import { type Advice, namesText } from "./advice.ts";
import {
  adviceFixes,
  adviceLead,
  adviceMark,
  adviceTitle,
  assumedLoad,
  kindsTable,
} from "./answer.ts";
import type { Evidence, SignalEvidence } from "./evidence.ts";
import { settingWords } from "./patch.ts";
import type { PublishedReservation } from "./published.ts";
import type { AdviceRemedy } from "./remedies.ts";
import type { RequestAdvice } from "./requests.ts";
import { comparisonWords } from "./verification.ts";

interface AdviceView {
  /** Every request that is to be changed. */
  readonly all: boolean;
}

/** Advice on each kind of node; `next` are commands that say more. */
export function adviceDocument(
  kinds: readonly Advice[],
  view: AdviceView,
  next: readonly Text[] = [],
): Document {
  const answer = { title: adviceTitle(kinds), mark: adviceMark(kinds) };
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) {
    const { steps } = only.evidence;
    const day = dateOf(only.captures[0]?.from ?? "");
    return {
      ...answer,
      sources: [sourceText(namesOf(only), [plural(steps, "step"), day === "" ? undefined : day])],
      lead: adviceLead(only),
      sections: adviceFixes(only),
      further: sectionsOf(only, view),
      closing: closing(assumedLoad(only), only.limits, next),
    };
  }
  const nodes = kinds.reduce((sum, { captures }) => sum + captures.length, 0);
  return {
    ...answer,
    sources: [`${plural(nodes, "node")} of ${plural(kinds.length, "kind")}`],
    lead: kindsTable(kinds, namesOf),
    sections: [],
    further: kinds.map((kind) => ({
      title: namesOf(kind),
      blocks: [
        ...paragraph(`${adviceTitle([kind])}.`),
        ...sectionsOf(kind, view).flatMap(({ title, blocks }) => headed(title, blocks)),
      ],
    })),
    closing: closing([], [...new Set(kinds.flatMap(({ limits }) => limits))], next),
  };
}

function namesOf({ captures }: Advice): string {
  return namesText(captures.map(({ name }) => name));
}

function sectionsOf(advice: Advice, view: AdviceView): readonly Section[] {
  const { evidence, notAdvised } = advice;
  return [
    ...section("Changes", changes(advice, view)),
    ...section("Not advised", entries(notAdvised.map(notAdvisedEntry))),
    ...section("The patch", patch(advice)),
    ...section("Available", signals(advice)),
    ...section("Outside pods", daemons(advice)),
    ...section("Pods far from their request", pods(evidence)),
    ...section("Published reservations for a node of this size", published(advice)),
  ];
}

function entries(all: readonly Entry[]): readonly Block[] {
  return all.length === 0 ? [] : [{ is: "entries", entries: all }];
}

const REQUESTS_SHOWN = 5;

function changes({ remedies, requests, together }: Advice, { all }: AdviceView) {
  const shown = all ? requests : requests.slice(0, REQUESTS_SHOWN);
  const hidden = requests.length - shown.length;
  const whole = remedies.length < 2 || together === null ? [] : comparisonWords(together);
  const ofAll = whole.length === 0 ? [] : [entry("all settings together", whole)];
  return [
    ...entries([...remedies.map(remedyEntry), ...ofAll, ...shown.map(requestEntry)]),
    ...paragraph(hidden > 0 ? [{ text: formatMore(hidden), tone: "faint" }] : undefined),
  ];
}

function entry(title: string, sentences: readonly string[]): Entry {
  return { title, blocks: list(sentences, "none") };
}

function remedyEntry({ changes: [own, ...further], reason, verification }: AdviceRemedy): Entry {
  const others = further.map((each) => `With it ${each.member}: ${each.to}.`);
  const title = own === undefined ? "" : settingWords(own);
  return entry(title, [...others, reason, ...verification]);
}

function requestEntry({ pod, from, to, reason, verified }: RequestAdvice): Entry {
  const why = verified ?? "Not verified: no step of these captures evicts it for memory.";
  return entry(`memory request of ${pod}: ${from} -> ${to}`, [reason, why]);
}

function notAdvisedEntry({ reason, against, ...setting }: Advice["notAdvised"][number]): Entry {
  return entry(settingWords(setting), [reason, against]);
}

/** The patch without its comments, which repeat the reason for each setting. */
function patch({ remedies, patch }: Advice): readonly Block[] {
  if (remedies.length === 0) return [];
  const lines = patch
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const more = "With the reasons as comments: --output yaml.";
  return [
    { is: "code", language: "yaml", text: lines.join("\n") },
    ...paragraph([{ text: more, tone: "faint" }]),
  ];
}

const SIGNAL_COLUMNS: readonly Column[] = [
  { title: "signal", shrinks: true },
  { title: "lowest", isNumber: true },
  { title: "5%", isNumber: true },
  { title: "median", isNumber: true, isSpare: true },
  { title: "10 s fall", isNumber: true },
  { title: "hard", isNumber: true },
  { title: "soft", isNumber: true },
];

/** A measurement of a node is often a second late. */
const AVERAGED_SECONDS = 15;
const AVERAGE: Fact = [
  "",
  "Measurements are more than 10 s apart, so falls are averages and may have been faster.",
];

const DEFAULTS: Fact = ["", "The thresholds are the kubelet's defaults, which are assumed."];

function signals({ evidence: { signals: all }, defaultsAssumed }: Advice): readonly Block[] {
  const isAverage = all.some(({ fall }) => (fall?.overSeconds ?? 0) > AVERAGED_SECONDS);
  return table(SIGNAL_COLUMNS, all.map(signalRow), {
    cut: "none",
    notes: [
      ...(defaultsAssumed ? [DEFAULTS] : []),
      ...(isAverage ? [AVERAGE] : []),
      ...withoutThreshold(all),
    ],
  });
}

/** A signal without a threshold is easily overlooked: with evictionHard, the defaults are off. */
function withoutThreshold(all: readonly SignalEvidence[]): readonly Fact[] {
  const names = all.filter(({ thresholds }) => thresholds.length === 0).map(({ signal }) => signal);
  if (names.length === 0) return [];
  return [["", `No threshold: ${names.join(", ")}. The kubelet evicts no pod for these.`]];
}

function signalRow(evidence: SignalEvidence): Row {
  const { signal, lowest, fifth, median, fall, thresholds, couldReachZero } = evidence;
  const value = (hard: boolean) => thresholds.find((one) => one.hard === hard)?.value ?? "-";
  const amounts = [lowest, fifth, median].map((amount) => formatAmount(signal, amount));
  const fell = fall === null ? "-" : formatAmount(signal, fall.amount);
  const cells = [signal, ...amounts, fell, value(true), value(false)];
  return couldReachZero ? { cells, tone: "low" } : { cells };
}

const DAEMON_COLUMNS: readonly Column[] = [
  { title: "memory, highest", shrinks: true },
  { title: "", isNumber: true },
];
const HOLDS_OTHERS: Fact = [
  "",
  "The cgroups of kubelet and runtime contain more memory than was used outside pods, " +
    "so they include memory of others; only the amount used outside pods counts.",
];

function daemons({ evidence: { daemons: evidence }, defaultsAssumed }: Advice): readonly Block[] {
  if (evidence === null) return [];
  const mark = defaultsAssumed ? ", assumed" : "";
  const { containers, holdsOthers, outsidePods, kubeReserved, systemReserved } = evidence;
  const rows = [
    ...containers.map(({ name, peak }) => [`system container ${name}`, formatBytes(peak)]),
    ...(outsidePods === null ? [] : [["the node without its pods", formatBytes(outsidePods)]]),
    [`kubeReserved${mark}`, formatBytes(kubeReserved)],
    [`systemReserved${mark}`, formatBytes(systemReserved)],
  ].map((cells) => ({ cells }));
  return table(DAEMON_COLUMNS, rows, { notes: holdsOthers ? [HOLDS_OTHERS] : [] });
}

const POD_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "peak", isNumber: true },
  { title: "request", isNumber: true },
  { title: "" },
];

function pods({ pods, podSteps, steps }: Evidence): readonly Block[] {
  const rows = pods.map(({ pod, peak, request, reading }) => ({
    cells: [[{ code: pod }], formatBytes(peak), formatBytes(request), reading],
  }));
  const note = `Pods were evaluated in ${formatCount(podSteps)} of the steps.`;
  return table(POD_COLUMNS, rows, { notes: podSteps < steps ? [["", note]] : [] });
}

const PUBLISHED_COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "memory", isNumber: true },
  { title: "CPU", isNumber: true },
  { title: "hard", isNumber: true },
];

function published({ published, reservedNow, defaultsAssumed }: Advice): readonly Block[] {
  if (published.length === 0 || reservedNow === null) return [];
  const { memoryBytes, hardThreshold } = reservedNow;
  const node = defaultsAssumed ? "this node, assumed" : "this node";
  const own = [node, formatBytes(memoryBytes), "", hardThreshold ?? "-"];
  const rows = [own, ...published.map(publishedCells)].map((cells) => ({ cells }));
  return table(PUBLISHED_COLUMNS, rows, { cut: "none", notes: formulas(published) });
}

function publishedCells(row: PublishedReservation): string[] {
  const { provider, memoryBytes, cpuMillicores, hardThreshold } = row;
  const cpu = cpuMillicores === null ? "-" : `${cpuMillicores}m`;
  return [provider, formatBytes(memoryBytes), cpu, hardThreshold];
}

/** Each formula with those that publish it. */
function formulas(published: readonly PublishedReservation[]): readonly Fact[] {
  const providers = new Map<string, string[]>();
  for (const { provider, formula } of published) {
    providers.set(formula, [...(providers.get(formula) ?? []), provider]);
  }
  return [...providers].map(([formula, names]) => [names.join(", "), formula]);
}
