/** The first page of a report, for people who were not there and do not run the cluster. */
import type { Decision } from "../../engine/decision.ts";
import { formatBytes, formatCount, formatPair, plural } from "../../text/amount.ts";
import {
  type Block,
  type Chart,
  fixes,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { clockText, momentText } from "../../text/utc.ts";
import { checkedFixes, evictionHelp } from "../explain/checkedFixes.ts";
import { ALL_PODS, type Growth, growthRows, growthWords } from "../explain/growth.ts";
import type { Incident } from "../explain/incident.ts";
import { isRecorded } from "../replay/comparedRows.ts";
import { isTold } from "./recorded.ts";
import type { ReportRecord } from "./recorder.ts";

const FIXES_MAX = 3;
const GROWN_MAX = 3;
const WORDS =
  "A node is one machine of the cluster. A pod is a program that runs on it. The kubelet is the " +
  "agent that keeps the machine usable: when a resource runs out, it ends pods, which is called " +
  "an eviction.";
/** What people call a resource. */
const RESOURCES: Readonly<Record<NonNullable<Decision["resource"]>, string>> = {
  memory: "memory",
  "ephemeral-storage": "disk space",
  inodes: "room for further files on its disk",
  pids: "process IDs",
};

/** None where no pod is evicted: the answer below it says so in one line. */
export function reportSummary(
  node: string | undefined,
  record: ReportRecord,
  incident: Incident | undefined,
  chart: Chart | null,
): readonly Section[] {
  if (incident === undefined || !isTold(incident, record)) return [];
  return [
    ...section("What happened", whatHappened(node ?? "one node", record, incident, chart)),
    ...section("Why", why(incident)),
    ...section("What prevents it", whatPrevents(incident.decision)),
  ];
}

/** Evictions after that of a decision: the recorded ones, where there are any. */
function furtherEvictions({ tally, recorded }: ReportRecord, { time, step }: Decision): number {
  if (recorded.length === 0) return tally.evictions.filter((each) => each.step > step).length;
  const at = Date.parse(time);
  return recorded.filter((row) => isRecorded(row) && Date.parse(row.time) > at).length;
}

function whatHappened(
  node: string,
  record: ReportRecord,
  { decision }: Incident,
  chart: Chart | null,
): readonly Block[] {
  const { evictions, time, resource } = decision;
  const lacked = resource === undefined ? "a resource" : RESOURCES[resource];
  const pods = evictions.map(podText).join(", ");
  const further = furtherEvictions(record, decision);
  const others =
    further > 0 ? ` In this recording, ${plural(further, "further eviction")} followed it.` : "";
  const isForLimit = evictions.every(({ cause }) => cause !== undefined);
  const cause = isForLimit
    ? `${evictions.length === 1 ? "The pod" : "Each"} had used more local storage than it may.`
    : `The node was running out of ${lacked}.`;
  const band = record.bands.find(
    ({ from, to }) => from <= Date.parse(time) && Date.parse(time) <= to,
  );
  const pressed =
    band === undefined
      ? ""
      : ` Until ${clockText(band.to)}, the node accepted fewer pods (${band.condition}).`;
  return [
    ...paragraph(
      `At ${momentText(time)}, the kubelet of ${node} evicted ${pods}. ${cause}${pressed}${others}`,
    ),
    ...paragraph(WORDS),
    ...(chart === null ? [] : [{ is: "chart", chart } as const]),
  ];
}

function why({ decision, growth = null }: Incident): readonly Block[] {
  const { signal, available, limit, evictions, ranking = [], standing } = decision;
  const isKnown = signal !== undefined && available !== undefined && limit !== undefined;
  const [left, line] = isKnown ? formatPair(signal, available, limit) : ["", ""];
  const evicted = ranking.find(({ uid }) => uid === evictions[0]?.uid);
  const isOver = evicted?.hasStats === true && evicted.usage > evicted.request;
  const resource = rankedResource(decision);
  const chosen =
    evicted !== undefined && isOver && (resource === "memory" || resource === "ephemeral-storage")
      ? `The kubelet first evicts pods that use more than they requested: ${evicted.name} had ` +
        `requested ${evicted.request === 0 ? "nothing" : formatBytes(evicted.request)} and used ` +
        `${formatBytes(evicted.usage)}.`
      : standing;
  return [
    ...paragraph(isKnown ? `${left} were left; the kubelet evicts below ${line}.` : undefined),
    ...paragraph(chosen),
    ...paragraph(evictionHelp(decision) ?? undefined),
    ...(growth === null ? [] : grownMost(growth)),
  ];
}

function grownMost(growth: Growth): readonly Block[] {
  const { used, cell } = growthWords(growth.signal);
  const rows = growthRows(mainly(growth), GROWN_MAX).filter(([name]) => name !== ALL_PODS);
  return table(
    [
      { title: `${used} since ${clockText(Date.parse(growth.since))}` },
      { title: "growth", isNumber: true },
      { title: "now", isNumber: true },
    ],
    rows.map(([name, { before, now }]) => ({ cells: [name, cell(now - before), cell(now)] })),
  );
}

/** What grew by less is noise to somebody who was not there. */
const SHARE_MIN = 0.01;

function mainly(growth: Growth): Growth {
  const least = SHARE_MIN * (growth.node.now - growth.node.before);
  return { ...growth, pods: growth.pods.filter(({ before, now }) => now - before >= least) };
}

/** Changes are tried of requests, priorities and thresholds. Spec 9. */
function untriedWords({ evictions }: Decision): string {
  return evictions.some(({ cause }) => cause !== undefined)
    ? "No change was tried: a larger limit, or less stored by the pod, would have prevented it."
    : "No change was tried: this needs the requests and the priorities of the pods.";
}

function whatPrevents(decision: Decision): readonly Block[] {
  const found = checkedFixes(decision);
  if (found.length === 0) {
    const tried = decision.counterfactuals?.length ?? 0;
    return paragraph(
      tried === 0
        ? untriedWords(decision)
        : `None of the ${formatCount(tried)} changes that were tried prevents it.`,
    );
  }
  return [
    ...paragraph("Each change was tried by running the same decision again."),
    ...fixes(found.slice(0, FIXES_MAX)),
  ];
}
