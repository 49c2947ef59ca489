import type { Signal } from "../../engine/decision.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type ReportDocument,
  type ReportForm,
  type Section,
  section,
  type TableColumn,
} from "../../text/document.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { secondsBetween } from "../../text/time.ts";
import { assumptions, isOfLog, type ReportSubject } from "./assumptions.ts";
import { html } from "./html.ts";
import { incidentSection, verdict } from "./incident.ts";
import { markdown } from "./markdown.ts";
import type { ReportRecord } from "./recorder.ts";
import { momentText } from "./when.ts";

const CHARTS_MAX = 3;
const EVICTIONS_MAX = 100;

/** The report as a file of the form. */
export async function reportText(
  form: ReportForm,
  subject: ReportSubject,
  record: ReportRecord,
): Promise<string> {
  const document = reportOf(subject, record);
  return form === "html" ? html(document) : markdown(document);
}

/** The same facts for every form. */
export function reportOf(subject: ReportSubject, record: ReportRecord): ReportDocument {
  return {
    title: titleOf(subject, record),
    lead: [{ is: "facts", rows: lead(subject, record) }],
    sections: [
      ...section("What happened", whatHappened(record)),
      ...record.incidents.map((each) => incidentSection(each, isOfLog(subject.missing))),
      ...furtherEvictions(record),
      ...section("Assumptions", listOf(assumptions(subject, record))),
      ...section(
        "Warnings about the configuration",
        listOf(
          subject.policy.warnings.map(
            ({ path, message }) => `${path} ${withoutFullStop(message)}.`,
          ),
        ),
      ),
      ...section("Versions", [{ is: "facts", rows: versions(subject, record) }]),
    ],
  };
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

type Facts = Extract<Block, { readonly is: "facts" }>["rows"];

function lead(subject: ReportSubject, { tally }: ReportRecord): Facts {
  const { firstTime, lastTime } = tally;
  const lasted =
    firstTime === null || lastTime === null ? 0 : Math.max(0, secondsBetween(firstTime, lastTime));
  const conditions = [...new Set([...tally.conditionSeconds.keys(), ...tally.conditionsNow])].map(
    (condition) => {
      const held = tally.conditionsNow.includes(condition) ? ", held at the end" : "";
      return `${condition} for ${formatSeconds(tally.conditionSeconds.get(condition) ?? 0)}${held}`;
    },
  );
  return [
    ...(subject.node === undefined ? [] : [["node", [{ code: subject.node }]] as const]),
    ["capture", subject.name],
    ...(firstTime === null
      ? []
      : [["from", `${momentText(firstTime)}, for ${formatSeconds(lasted)}`] as const]),
    ["steps", String(tally.steps)],
    ["evictions", String(tally.evictions.length)],
    ["node conditions", conditions.join("; ") || "none"],
    ["configuration", subject.origins.join(", then ")],
  ];
}

const EVENT_COLUMNS: readonly TableColumn[] = [
  { title: "UTC" },
  { title: "what happened", isText: true },
];

function whatHappened(record: ReportRecord): readonly Block[] {
  const rows = record.events.map(({ time, text }) => ({
    cells: [momentText(time).slice(0, -" UTC".length), text],
    ...(text.startsWith("evicts") ? { tone: "bad" as const } : {}),
  }));
  return [
    ...charts(record),
    ...(rows.length === 0
      ? [{ is: "paragraph", text: "No threshold was crossed and nothing was evicted." } as const]
      : [{ is: "table", columns: EVENT_COLUMNS, rows } as const]),
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

const EVICTION_COLUMNS: readonly TableColumn[] = [
  { title: "UTC" },
  { title: "step", isNumber: true },
  { title: "pod" },
  { title: "threshold or limit" },
  { title: "again in", isNumber: true },
];

/** All of them, where not each is explained. */
function furtherEvictions({ tally, incidents }: ReportRecord): readonly Section[] {
  const { evictions } = tally;
  const explained = incidents.flatMap(({ decision }) => decision.evictions).length;
  if (evictions.length <= explained) return [];
  const rows = evictions.slice(0, EVICTIONS_MAX).map(({ time, step, pod, what, repeated }) => ({
    cells: [
      momentText(time).slice(0, -" UTC".length),
      String(step),
      [{ code: pod }],
      what,
      repeated === 0 ? "" : plural(repeated, "step"),
    ],
  }));
  const hidden = evictions.length - rows.length;
  return section("All evictions", [
    { is: "table", columns: EVICTION_COLUMNS, rows },
    ...(hidden > 0 ? [{ is: "paragraph", text: `And ${hidden} more.` } as const] : []),
  ]);
}

function listOf(items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [{ is: "list", items }];
}

function versions({ kubelet, policy, versions: own }: ReportSubject, record: ReportRecord): Facts {
  const digests = record.incidents.map(
    ({ decision }) => `step ${decision.step}: ${decision.digest}`,
  );
  return [
    ["Plimsoll", own.plimsoll],
    ["module SHA-256", [{ code: own.coreSha256 }]],
    ["rules of kubelet", policy.kubeletVersion],
    ["captured kubelet", kubelet ?? "not recorded"],
    ...(digests.length === 0 ? [] : [["decision digest", digests.join("; ")] as const]),
  ];
}
