import type { Decision } from "../../engine/decision.ts";
import type { MemoryReport, MemoryUse } from "../../read/memory/use.ts";
import { MEMORY_QUESTION } from "../../read/memory/words.ts";
import { formatBytes } from "../../text/amount.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { withoutControls } from "./controls.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

const COLUMNS: readonly Column[] = [
  { title: "memory of", shrinks: true },
  { title: "in use", align: "right" },
  { title: "inactive file", align: "right" },
  { title: "working set", align: "right" },
  { title: "RSS", align: "right" },
];

/** What the kubelet counts of the memory in use, in a step that is about memory. */
export function memory(use: MemoryReport | null, decision: Decision, style: Style): string[] {
  if (use === null || rankedResource(decision) !== "memory") return [];
  const rows = [
    rowOf("the node", use.node),
    ...use.systemContainers.map((each) => rowOf(`system container ${each.name}`, each)),
    ...use.containers.map((each) => rowOf(`container ${each.name}`, each)),
  ];
  const lines = [
    ...table(COLUMNS, rows, sectionColumns(style), style.paint.faint),
    "",
    ...sentences(use.sentences, style),
  ];
  return section(MEMORY_QUESTION, lines, style);
}

function rowOf(name: string, use: MemoryUse) {
  const amounts = [use.usageBytes, use.inactiveFileBytes, use.workingSetBytes, use.rssBytes];
  return { cells: [withoutControls(name), ...amounts.map(formatBytes)] };
}
