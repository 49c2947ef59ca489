import type { Decision, Policy, Signal } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Fact,
  list,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { momentText } from "../../text/utc.ts";
import { explainDocument } from "../explain/document.ts";
import { type Incident, incidentSection, verdict } from "../explain/incident.ts";
import { closing, NAMED_MAX } from "../replay/closing.ts";
import { opening } from "../replay/opening.ts";
import { assumptions, isOfLog, type ReportSubject } from "./assumptions.ts";
import type { ReportRecord } from "./recorder.ts";

const CHARTS_MAX = 3;

/**
 * A replay as on a terminal, with its charts, and its first evictions explained. `compared`: what
 * the capture records of evictions.
 */
export function replayReport(
  subject: ReportSubject,
  record: ReportRecord,
  compared: readonly Section[] = [],
): Document {
  const { incidents } = record;
  const { title, lead } = beginning(subject, record);
  return {
    title: titleOf(subject, record),
    lead: [...paragraph(title), ...lead],
    sections: [
      ...compared,
      ...closing(record.tally, subject.closing),
      ...section("What happened", whatHappened(record)),
      ...incidents.map((each) => incidentSection(each, isOfLog(subject.missing))),
      ...allEvictions(record),
      ...section("Assumptions", list(assumptions(subject, record, incidents), "none")),
    ],
  };
}

/** One step as on a terminal, and the capture that it belongs to. */
export function explainReport(
  subject: ReportSubject,
  record: ReportRecord,
  incident: Incident,
): Document {
  const { title, lead } = beginning(subject, record);
  return explainDocument(incident, isOfLog(subject.missing), {
    sections: [
      ...section(title, lead),
      ...closing(record.tally, subject.closing),
      ...section("What happened", whatHappened(record)),
      ...allEvictions(record),
    ],
    assumptions: assumptions(subject, record, [incident]),
  });
}

/** What a reader should know to find the same again. */
export function versions(
  policy: Policy,
  decisions: readonly Decision[],
  coreSha256: string,
): readonly Fact[] {
  const digests = decisions.map(({ step, digest }) => `step ${step}: ${digest}`);
  return [
    ["module SHA-256", [{ code: coreSha256 }]],
    ["rules of kubelet", policy.kubeletVersion],
    ...(digests.length === 0 ? [] : [["decision digest", digests.join("; ")] as const]),
  ];
}

function beginning(
  subject: ReportSubject,
  { first }: ReportRecord,
): Pick<Document, "title" | "lead"> {
  return first === null
    ? { title: subject.name, lead: [] }
    : opening(subject, subject.policy, first);
}

function titleOf({ name, node }: ReportSubject, { tally, incidents }: ReportRecord): string {
  const [first] = incidents;
  if (first !== undefined && first.decision.evictions.length > 0) {
    const more = tally.evictions.length - first.decision.evictions.length;
    const others = more > 0 && incidents.length > 1 ? `, and ${plural(more, "more eviction")}` : "";
    return `${node ?? "The kubelet"} ${verdict(first.decision)}${others}`;
  }
  const who = node ?? name;
  return tally.evictions.length === 0
    ? `${who}: no eviction in ${plural(tally.steps, "step")}`
    : `${who}: ${plural(tally.evictions.length, "eviction")}`;
}

function whatHappened(record: ReportRecord): readonly Block[] {
  return [
    ...charts(record),
    ...(record.events.length === 0
      ? paragraph("No threshold was crossed and no pod was evicted.")
      : [{ is: "timeline", lines: record.events } as const]),
  ];
}

/** The signals that were under pressure, or else the memory that everybody asks about. */
function charts({ signals, pressed, bands, marks }: ReportRecord): readonly Block[] {
  const usual: readonly Signal[] = ["memory.available"];
  return (pressed.length > 0 ? pressed : usual)
    .slice(0, CHARTS_MAX)
    .flatMap((name) => signals.filter(({ signal }) => signal === name))
    .filter(({ points }) => points.length > 1)
    .map((each) => ({ is: "chart", chart: { ...each, bands, marks } }) as const);
}

const EVICTION_COLUMNS: readonly Column[] = [
  { title: "UTC" },
  { title: "step", isNumber: true },
  { title: "pod" },
  { title: "threshold or limit" },
  { title: "again in", isNumber: true },
];

/** All of them, where the closing names the first alone. */
function allEvictions({ tally: { evictions } }: ReportRecord): readonly Section[] {
  if (evictions.length <= NAMED_MAX) return [];
  const rows = evictions.map(({ time, step, pod, what, repeated }) => ({
    cells: [
      momentText(time).slice(0, -" UTC".length),
      String(step),
      [{ code: pod }],
      what,
      repeated === 0 ? "" : plural(repeated, "step"),
    ],
  }));
  return section("All evictions", table(EVICTION_COLUMNS, rows, { cut: "none" }));
}
