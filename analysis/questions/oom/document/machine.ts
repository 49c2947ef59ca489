/** Which process the kernel would kill on this machine, next to the kernel's own score. */
import { formatBytes, formatCount, plural } from "../../../text/amount.ts";
import {
  type Column,
  closing,
  type Document,
  list,
  paragraph,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { fittingTitle } from "../../../text/fittingTitle.ts";
import { sourceText } from "../../../text/sourceText.ts";
import { panicsInstead, settingSentences } from "../kernelSettings.ts";
import type { MachineProcess, MachineRecord } from "../machineRecord.ts";

const PLACE: Column = { title: "pod or container", shrinks: true };
const COLUMNS: readonly Column[] = [
  { title: "#", isNumber: true },
  { title: "pid", isNumber: true },
  { title: "process", shrinks: true },
  { title: "oom_score_adj", isNumber: true },
  { title: "RSS", isNumber: true },
  { title: "badness", isNumber: true },
  { title: "oom_score", isNumber: true, isSpare: true },
  { title: "kernel's", isNumber: true, isSpare: true },
];
/** A machine without containers lacks them. */
const WITH_PLACES = COLUMNS.flatMap((each) => (each.title === "process" ? [each, PLACE] : [each]));

export function machineDocument(record: MachineRecord): Document {
  const { first, ranking, kernel, agreement, settings, unread } = record;
  const isWithPlaces = ranking.some((each) => placeWords(each) !== "");
  const columns = isWithPlaces ? WITH_PLACES : COLUMNS;
  const rows = ranking.map((each, index) => rowOf(each, index, record, isWithPlaces));
  const left = `${processes(unread)} ended while being read, or had no oom_score_adj.`;
  return {
    title: titleOf(record),
    mark: first === undefined ? "unknown" : "risk",
    sources: [
      sourceText("", ["this machine", kernel && `kernel ${kernel}`, processes(ranking.length)]),
    ],
    lead: [...paragraph(leadWords(record).join(" ") || undefined), ...table(columns, rows)],
    sections: [],
    further: [
      ...section("Why", list(reasons(record))),
      ...section("Kernel settings", list(settingSentences(settings), "none")),
      ...section("Compared with the kernel", list([agreement.sentence])),
    ],
    closing: closing([], unread > 0 ? [left] : [], []),
  };
}

function titleOf({ first, settings }: MachineRecord): string {
  const when = "If this machine ran out of memory now,";
  if (panicsInstead(settings)) return `${when} the kernel would panic (vm.panic_on_oom)`;
  if (first === undefined) return `${when} no process could be killed`;
  const { name, pid } = first;
  return fittingTitle(
    `${when} the kernel would kill ${processWords(first)}`,
    `Out of memory, the kernel would kill ${processWords(first)}`,
    `Out of memory, the kernel would kill ${name} (pid ${pid})`,
  );
}

/** What decides it, and what comes with it and after it. */
function leadWords(record: MachineRecord): readonly string[] {
  const { first, next, pageBytes, ranking } = record;
  if (first === undefined) return [];
  const used = formatBytes((first.rssPages + first.swapPages) * pageBytes);
  const most = `the highest badness of ${processes(ranking.length)}`;
  const where = placeWords(first);
  return [
    ...(where === "" || titleOf(record).includes(where) ? [] : [`It is in ${where}.`]),
    `It uses ${used}, with oom_score_adj ${first.oomScoreAdj}: ${most}.`,
    ...groupWords(record),
    next === undefined ? "No other process could be killed." : `After it: ${processWords(next)}.`,
  ];
}

function groupWords({ killedWith = [] }: MachineRecord): readonly string[] {
  if (killedWith.length === 0) return [];
  const others = processes(killedWith.length);
  return [`memory.oom.group is set: ${others} of its cgroup would be killed with it.`];
}

function processes(count: number): string {
  return plural(count, "process", "processes");
}

function reasons({ first, next }: MachineRecord): readonly string[] {
  if (first === undefined) return [];
  return [
    `${first.sentence ?? ""} pages.`,
    ...(next === undefined ? [] : [`After it: ${next.sentence ?? ""} pages.`]),
  ];
}

function processWords({ pid, name, ...place }: MachineProcess): string {
  const where = placeWords(place);
  return `${name} (pid ${pid})${where === "" ? "" : ` of ${where}`}`;
}

function placeWords({ pod, container }: Pick<MachineProcess, "pod" | "container">): string {
  const named = pod?.name === undefined ? pod?.uid : `${pod.namespace}/${pod.name}`;
  const part = container?.name ?? container?.id.slice(0, 12);
  return [named, part].flatMap((text) => text ?? []).join(" ");
}

function rowOf(
  each: MachineProcess,
  index: number,
  { pageBytes }: MachineRecord,
  isWithPlaces: boolean,
): Row {
  const cells = [
    String(index + 1),
    String(each.pid),
    each.name,
    ...(isWithPlaces ? [placeWords(each) || "-"] : []),
    String(each.oomScoreAdj),
    formatBytes((each.rssPages + each.swapPages) * pageBytes),
    each.badness === null ? "never" : formatCount(each.badness),
    String(each.oomScore ?? "-"),
    String(each.shownOomScore),
  ];
  return index === 0 ? { cells, tone: "bad" } : { cells };
}
