import type { RankedPod, UsageParts } from "../../shared/decision.ts";
import { formatBytes, formatCount } from "./amount.ts";
import { podText } from "./podText.ts";
import { section, sectionColumns } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

interface PartColumn extends Column {
  readonly cell: (part: UsageParts) => string | undefined;
}

const COLUMNS: readonly PartColumn[] = [
  { title: "part", shrinks: true, cell: (part) => part.name },
  { title: "kind", cell: (part) => part.kind },
  { title: "memory", align: "right", cell: (part) => bytes(part.memoryWorkingSetBytes) },
  { title: "request", align: "right", cell: (part) => part.memoryRequest },
  { title: "writable layer", align: "right", cell: (part) => bytes(part.rootfsUsedBytes) },
  { title: "logs", align: "right", cell: (part) => bytes(part.logsUsedBytes) },
  { title: "volume", align: "right", cell: (part) => bytes(part.usedBytes) },
  { title: "inodes", align: "right", cell: (part) => count(inodesOf(part)) },
  { title: "request (disk)", align: "right", cell: (part) => part.ephemeralStorageRequest },
  { title: "oom_score_adj", align: "right", cell: (part) => count(part.oomScoreAdj) },
  { title: "", cell: (part) => (part.counted ? "" : "not counted") },
];

/** What the usage of one pod is made of; columns that nothing stands in are left out. */
export function usage(pod: RankedPod | undefined, style: Style): string[] {
  if (pod === undefined || pod.parts.length === 0) return [];
  const filled = COLUMNS.filter(({ cell }) => pod.parts.some((part) => (cell(part) ?? "") !== ""));
  const rows = pod.parts.map((part) => ({
    cells: filled.map(({ cell }) => cell(part) ?? "-"),
    ...(part.counted ? {} : { paint: style.paint.faint }),
  }));
  const lines = table(filled, rows, sectionColumns(style), style.paint.faint);
  return section(`What ${podText(pod)} uses`, lines, style);
}

/** Inodes of the writable layer, the logs or the volume: a part has one kind of them. */
function inodesOf(part: UsageParts): number | undefined {
  const known = [part.rootfsInodesUsed, part.logsInodesUsed, part.inodesUsed].filter(
    (inodes) => inodes !== undefined,
  );
  return known.length === 0 ? undefined : known.reduce((sum, inodes) => sum + inodes, 0);
}

function bytes(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatBytes(amount);
}

function count(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatCount(amount);
}
