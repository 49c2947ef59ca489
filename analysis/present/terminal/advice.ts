import { type Advice, namesText, nothingWords } from "../../questions/advise/advice.ts";
import type { DaemonEvidence } from "../../questions/advise/daemons.ts";
import type { Evidence, PodEvidence, SignalEvidence } from "../../questions/advise/evidence.ts";
import { settingWords } from "../../questions/advise/patch.ts";
import type { PublishedReservation } from "../../questions/advise/published.ts";
import type { AdviceRemedy } from "../../questions/advise/remedies.ts";
import { comparisonWords } from "../../questions/advise/verification.ts";
import { formatAmount, formatBytes, formatCount, plural } from "../../text/amount.ts";
import { withoutControls } from "./controls.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, type Row, table } from "./table.ts";
import { hang, wrap } from "./wrap.ts";

/** Evidence, each advice with its verification, then the patch. */
export function adviceLines(advice: Advice, style: Style): string[] {
  const { captures, evidence } = advice;
  const names = withoutControls(namesText(captures.map(({ name }) => name)));
  return [
    ...hang("", `Advice from ${names}, ${plural(evidence.steps, "step")}`, style.columns),
    ...section("What cannot be said from this", sentences(advice.limits, style), style),
    ...section("What was available", signalLines(evidence.signals, style), style),
    ...section("Outside pods", daemonLines(evidence.daemons, style), style),
    ...section("Pods far from their request", podLines(evidence, style), style),
    ...section("Published reservations for such a node", publishedLines(advice, style), style),
    ...section("What to change", changeLines(advice, style), style),
    ...section("Looked at and not advised", notAdvisedLines(advice, style), style),
    ...patchSection(advice, style),
  ];
}

/** The median gives way first where a terminal is narrow. */
const SIGNAL_COLUMNS: readonly (Column & { readonly isWide?: boolean })[] = [
  { title: "signal", shrinks: true },
  { title: "lowest", align: "right" },
  { title: "5%", align: "right" },
  { title: "median", align: "right", isWide: true },
  { title: "10 s fall", align: "right" },
  { title: "hard", align: "right" },
  { title: "soft", align: "right" },
];
const WIDE_COLUMNS = 88;
/** Beside the published numbers, a formula has no room in less. */
const FORMULA_COLUMNS = 96;

function signalLines(signals: readonly SignalEvidence[], style: Style): string[] {
  const isWide = sectionColumns(style) >= WIDE_COLUMNS;
  const columns = SIGNAL_COLUMNS.filter((each) => isWide || each.isWide !== true);
  const rows = signals.map((each): Row => {
    const { signal, lowest, fifth, median, fall, thresholds } = each;
    const value = (hard: boolean) => thresholds.find((one) => one.hard === hard)?.value ?? "-";
    const amounts = [lowest, fifth, ...(isWide ? [median] : [])].map((amount) =>
      formatAmount(signal, amount),
    );
    const fell = fall === null ? "-" : formatAmount(signal, fall.amount);
    return {
      cells: [signal, ...amounts, fell, value(true), value(false)],
      ...(each.couldReachZero ? { paint: style.paint.low } : {}),
    };
  });
  const lines = table(columns, rows, sectionColumns(style), style.paint.faint);
  const average = signals.some(({ fall }) => (fall?.overSeconds ?? 0) > AVERAGED_SECONDS);
  const note =
    "Measurements stand further apart than 10 s: a fall is an average, and may have been faster.";
  return average ? [...lines, "", ...sentences([note], style)] : lines;
}

/** A measurement of a node is often a second late. */
const AVERAGED_SECONDS = 15;

function daemonLines(daemons: DaemonEvidence | null, style: Style): string[] {
  if (daemons === null) return [];
  const { containers, holdsOthers, outsidePods, kubeReserved, systemReserved } = daemons;
  const rows = [
    ...containers.map(({ name, peak }) => [`system container ${name}`, formatBytes(peak)]),
    ...(outsidePods === null ? [] : [["the node without its pods", formatBytes(outsidePods)]]),
    ["kubeReserved", formatBytes(kubeReserved)],
    ["systemReserved", formatBytes(systemReserved)],
  ].map(([name = "", amount = ""]): Row => ({ cells: [withoutControls(name), amount] }));
  const columns: Column[] = [
    { title: "memory, highest", shrinks: true },
    { title: "", align: "right" },
  ];
  const lines = table(columns, rows, sectionColumns(style), style.paint.faint);
  return holdsOthers ? [...lines, "", ...sentences([HOLDS_OTHERS], style)] : lines;
}

const HOLDS_OTHERS =
  "The cgroups of kubelet and runtime held more than ran outside pods, so they hold others' " +
  "memory, too: they are counted up to what ran outside pods.";
const PODS_SHOWN = 10;

function podLines({ pods, podSteps, steps }: Evidence, style: Style): string[] {
  if (pods.length === 0) return [];
  const columns: Column[] = [
    { title: "pod", shrinks: true },
    { title: "peak", align: "right" },
    { title: "request", align: "right" },
    { title: "" },
  ];
  const rows = pods.slice(0, PODS_SHOWN).map((each) => ({ cells: podCells(each) }));
  const further = pods.length - rows.length;
  return [
    ...table(columns, rows, sectionColumns(style), style.paint.faint),
    ...(further > 0 ? [`and ${plural(further, "pod")} more`] : []),
    ...(podSteps < steps
      ? [style.paint.faint(`Pods were looked at in ${formatCount(podSteps)} of the steps.`)]
      : []),
  ];
}

function podCells({ pod, peak, request, reading }: PodEvidence): string[] {
  return [withoutControls(pod), formatBytes(peak), formatBytes(request), reading];
}

function publishedLines({ published, reservedNow }: Advice, style: Style): string[] {
  if (published.length === 0 || reservedNow === null) return [];
  const isNarrow = style.columns < FORMULA_COLUMNS;
  const columns: Column[] = [
    { title: "" },
    { title: "memory", align: "right" },
    { title: "CPU", align: "right" },
    { title: "hard", align: "right" },
    ...(isNarrow ? [] : [{ title: "" }]),
  ];
  const { memoryBytes, hardThreshold } = reservedNow;
  const own = ["this node", formatBytes(memoryBytes), "", hardThreshold ?? "-", ""];
  const rows = [own, ...published.map(publishedCells)].map((cells) => ({
    cells: isNarrow ? cells.slice(0, -1) : cells,
  }));
  const lines = table(columns, rows, sectionColumns(style), style.paint.faint);
  return isNarrow ? [...lines, "", ...sentences(formulaSentences(published), style)] : lines;
}

/** Each formula with those that publish it. */
function formulaSentences(published: readonly PublishedReservation[]): string[] {
  const providers = new Map<string, string[]>();
  for (const { provider, formula } of published) {
    providers.set(formula, [...(providers.get(formula) ?? []), provider]);
  }
  return [...providers].map(([formula, names]) => `${names.join(", ")}: ${formula}`);
}

function publishedCells(row: PublishedReservation): string[] {
  const { provider, memoryBytes, cpuMillicores, hardThreshold, formula } = row;
  const cpu = cpuMillicores === null ? "-" : `${cpuMillicores}m`;
  return [provider, formatBytes(memoryBytes), cpu, hardThreshold, formula];
}

const REQUESTS_SHOWN = 5;

function changeLines(advice: Advice, style: Style): string[] {
  const { remedies, requests, together } = advice;
  if (remedies.length === 0 && requests.length === 0) {
    return wrap(nothingWords(advice.evicted, "settings"), sectionColumns(style));
  }
  const ofRequests = requests
    .slice(0, REQUESTS_SHOWN)
    .map(({ pod, from, to, reason, verified }) => ({
      title: `memory request of ${withoutControls(pod)}: ${from} -> ${to}`,
      texts: [reason, verified ?? "Not verified: no step of these captures evicts it for memory."],
    }));
  const all = [...remedies.map(titled), ...ofRequests];
  const lines = all.flatMap(({ title, texts }, index) => [
    ...(index === 0 ? [] : [""]),
    ...hang("", title, sectionColumns(style)).map(style.paint.subject),
    ...sentences(texts.map(withoutControls), style),
  ]);
  const further = requests.length - ofRequests.length;
  if (further > 0) lines.push("", `and ${plural(further, "request")} more: --output json`);
  if (remedies.length < 2 || together === null) return lines;
  const words = comparisonWords(together).map(withoutControls);
  return [...lines, "", style.paint.subject("all settings together"), ...sentences(words, style)];
}

function titled({ changes: [own, ...further], reason, verification }: AdviceRemedy) {
  const beside = further.map((each) => `With it ${each.member}: ${each.to}.`);
  const title = own === undefined ? "" : settingWords(own);
  return { title, texts: [...beside, reason, ...verification] };
}

function notAdvisedLines({ notAdvised }: Advice, style: Style): string[] {
  return notAdvised.flatMap(({ member, from, to, reason, against }) => [
    ...hang("", `${member}: ${from ?? "not set"} -> ${to}`, sectionColumns(style)),
    ...sentences([reason, against].map(withoutControls), style),
  ]);
}

/** The comments of the patch say again what stands above: here it has none. */
function patchSection({ remedies, patch }: Advice, style: Style): string[] {
  if (remedies.length === 0) return [];
  const lines = patch
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const more = "With the reasons as comments: --output yaml.";
  return [...section("The patch", lines, style), "", style.paint.faint(more)];
}
