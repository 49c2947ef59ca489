/** Which process the kernel would kill on this machine, next to the kernel's own score. */
import { formatBytes, formatCount, plural } from "../../../text/amount.ts";
import {
  type Column,
  type Document,
  list,
  paragraph,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { panicsInstead, settingSentences } from "../kernelSettings.ts";
import type { MachineProcess, MachineRecord } from "../machineRecord.ts";

const COLUMNS: readonly Column[] = [
  { title: "#", isNumber: true },
  { title: "pid", isNumber: true },
  { title: "process", shrinks: true },
  { title: "pod or container", shrinks: true },
  { title: "oom_score_adj", isNumber: true },
  { title: "RSS", isNumber: true },
  { title: "badness", isNumber: true },
  { title: "oom_score", isNumber: true },
  { title: "kernel's", isNumber: true },
];

export function machineDocument(record: MachineRecord): Document {
  const { first, ranking, kernel, agreement, settings } = record;
  const who = panicsInstead(settings)
    ? "the kernel would panic (vm.panic_on_oom)"
    : first === undefined
      ? "no process could be killed"
      : `the kernel would kill ${processWords(first)}`;
  return {
    title: `If this machine ran out of memory now, ${who}`,
    lead: paragraph(kernel && `kernel ${kernel}`),
    sections: [
      ...section("Why", list(reasons(record))),
      ...section("Kernel settings", list(settingSentences(settings), "none")),
      ...section(
        "Ranking, first to be killed at the top",
        table(
          COLUMNS,
          ranking.map((each, index) => rowOf(each, index, record)),
        ),
      ),
      ...section("Compared with the kernel", list([agreement.sentence])),
    ],
  };
}

function reasons(record: MachineRecord): readonly string[] {
  const { first, next, unread } = record;
  if (first === undefined) return [];
  const others = record.killedWith?.length ?? 0;
  const processes = (count: number) => plural(count, "process", "processes");
  return [
    `${first.sentence ?? ""} pages.`,
    ...(others > 0
      ? [`memory.oom.group is set: ${processes(others)} of its cgroup would be killed with it.`]
      : []),
    next === undefined
      ? "No other process could be killed."
      : `After that: ${processWords(next)}, ${next.sentence ?? ""} pages.`,
    ...(unread > 0
      ? [`${processes(unread)} ended while being read, or had no oom_score_adj.`]
      : []),
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

function rowOf(each: MachineProcess, index: number, { pageBytes }: MachineRecord): Row {
  const cells = [
    String(index + 1),
    String(each.pid),
    each.name,
    placeWords(each) || "-",
    String(each.oomScoreAdj),
    formatBytes((each.rssPages + each.swapPages) * pageBytes),
    each.badness === null ? "never" : formatCount(each.badness),
    String(each.oomScore ?? "-"),
    String(each.shownOomScore),
  ];
  return index === 0 ? { cells, tone: "bad" } : { cells };
}
