/** Whom the kernel would kill on this machine, with the kernel's own score beside ours. */

import type { MachineProcess, MachineRecord } from "../../questions/oom/machineRecord.ts";
import { formatBytes, formatCount, plural } from "../../text/amount.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

const ROWS_MAX = 12;
const COLUMNS: readonly Column[] = [
  { title: "#", align: "right" },
  { title: "pid", align: "right" },
  { title: "process", shrinks: true },
  { title: "pod or container", shrinks: true },
  { title: "oom_score_adj", align: "right" },
  { title: "RSS", align: "right" },
  { title: "badness", align: "right" },
  { title: "oom_score", align: "right" },
  { title: "kernel's", align: "right" },
];

export function machineText(record: MachineRecord, all: boolean, style: Style): string[] {
  const { first, ranking, kernel } = record;
  const who = first === undefined ? "nobody could be killed" : `the kernel would kill ${of(first)}`;
  const shown = all ? ranking : ranking.slice(0, ROWS_MAX);
  const rows = shown.map((each, index) => ({
    cells: cellsOf(each, index, record),
    ...(index === 0 ? { paint: style.paint.bad } : {}),
  }));
  const hidden = ranking.length - shown.length;
  return [
    style.paint.title(`If this machine ran out of memory now, ${who}`),
    ...(kernel === undefined ? [] : [`kernel ${kernel}`]),
    ...section("Why", sentences(reasons(record), style), style),
    ...section(
      "Ranking, first to die at the top",
      [
        ...table(COLUMNS, rows, sectionColumns(style), style.paint.faint),
        ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
      ],
      style,
    ),
    ...section("Beside the kernel", sentences([record.agreement.sentence], style), style),
  ];
}

function reasons(record: MachineRecord): string[] {
  const { first, next, unread } = record;
  if (first === undefined) return [];
  const others = record.killedWith?.length ?? 0;
  const processes = (count: number) => plural(count, "process", "processes");
  return [
    `${first.sentence ?? ""} pages.`,
    ...(others > 0
      ? [`memory.oom.group is set: ${processes(others)} of its cgroup would die with it.`]
      : []),
    next === undefined
      ? "Nobody else could be killed."
      : `After that: ${of(next)}, ${next.sentence ?? ""} pages.`,
    ...(unread > 0
      ? [`${processes(unread)} ended while being read, or had no oom_score_adj.`]
      : []),
  ];
}

function of({ pid, name, ...place }: MachineProcess): string {
  const where = placeText(place);
  return `${name} (pid ${pid})${where === "" ? "" : ` of ${where}`}`;
}

function placeText({ pod, container }: Pick<MachineProcess, "pod" | "container">): string {
  const named = pod?.name === undefined ? pod?.uid : `${pod.namespace}/${pod.name}`;
  const part = container?.name ?? container?.id.slice(0, 12);
  return [named, part].flatMap((text) => text ?? []).join(" ");
}

function cellsOf(each: MachineProcess, index: number, { pageBytes }: MachineRecord): string[] {
  return [
    String(index + 1),
    String(each.pid),
    each.name,
    placeText(each) || "-",
    String(each.oomScoreAdj),
    formatBytes((each.rssPages + each.swapPages) * pageBytes),
    each.badness === null ? "never" : formatCount(each.badness),
    String(each.oomScore ?? "-"),
    String(each.shownOomScore),
  ];
}
