import type { Decision, RankedPod, UsageParts } from "../../engine/decision.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import { isForLimits } from "../../text/outcome.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { section, sectionColumns } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

interface PartColumn extends Column {
  readonly cell: (part: UsageParts) => string | undefined;
}

const PART: PartColumn = { title: "part", shrinks: true, cell: (part) => part.name };
const KIND: PartColumn = { title: "kind", cell: (part) => part.kind };
const MEMORY: readonly PartColumn[] = [
  { title: "memory", align: "right", cell: (part) => bytes(part.memoryWorkingSetBytes) },
  { title: "request", align: "right", cell: (part) => part.memoryRequest },
  { title: "oom_score_adj", align: "right", cell: (part) => part.oomScoreAdj?.toString() },
];
const DISK_REQUEST: PartColumn = {
  title: "request",
  align: "right",
  cell: (part) => part.ephemeralStorageRequest,
};
const COUNTED: PartColumn = { title: "", cell: (part) => (part.counted ? "" : "not counted") };

/** What belongs to the resource in question; everything is in the JSON. */
const COLUMNS: Readonly<Record<NonNullable<Decision["resource"]>, readonly PartColumn[]>> = {
  memory: MEMORY,
  "ephemeral-storage": [
    { title: "writable layer", align: "right", cell: (part) => bytes(part.rootfsUsedBytes) },
    { title: "logs", align: "right", cell: (part) => bytes(part.logsUsedBytes) },
    { title: "volume", align: "right", cell: (part) => bytes(part.usedBytes) },
    DISK_REQUEST,
  ],
  inodes: [
    { title: "writable layer", align: "right", cell: (part) => count(part.rootfsInodesUsed) },
    { title: "logs", align: "right", cell: (part) => count(part.logsInodesUsed) },
    { title: "volume", align: "right", cell: (part) => count(part.inodesUsed) },
    DISK_REQUEST,
  ],
  // The Summary does not say which container the processes are in.
  pids: [],
};

/** What the usage of one pod is made of, as far as it belongs to what the step is about. */
export function usage(decision: Decision, pod: RankedPod | undefined, style: Style): string[] {
  if (pod === undefined) return [];
  // Limits of a pod's own are of local storage.
  const own = COLUMNS[isForLimits(decision) ? "ephemeral-storage" : rankedResource(decision)];
  const parts = pod.parts.filter((part) => own.some(({ cell }) => cell(part) !== undefined));
  if (parts.length === 0) return [];
  // Memory is ranked by the pod's own cgroup: where no part counts, none is worth the remark.
  const some = parts.some((part) => part.counted);
  const columns = [PART, KIND, ...own, ...(some ? [COUNTED] : [])];
  const rows = parts.map((part) => ({
    cells: columns.map(({ cell }) => cell(part) ?? "-"),
    ...(part.counted || !some ? {} : { paint: style.paint.faint }),
  }));
  const lines = table(columns, rows, sectionColumns(style), style.paint.faint);
  return section(`Usage of ${podText(pod)}`, lines, style);
}

function bytes(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatBytes(amount);
}

function count(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatCount(amount);
}
