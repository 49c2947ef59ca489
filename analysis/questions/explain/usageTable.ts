/** What the usage of one pod is made of. */
import type { Decision, RankedPod, UsageParts } from "../../engine/decision.ts";
import { formatCount } from "../../text/amount.ts";
import { type Column, type Section, section, type Text, table } from "../../text/document.ts";
import { isForLimits } from "../../text/outcome.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";

interface PartColumn extends Column {
  readonly cell: (part: UsageParts) => Text | undefined;
}

const PART: PartColumn = { title: "part", shrinks: true, cell: (part) => part.name };
const KIND: PartColumn = { title: "kind", cell: (part) => part.kind };
const COUNTED: PartColumn = { title: "", cell: (part) => (part.counted ? "" : "not counted") };
const DISK_REQUEST = amount("request", (part) => part.ephemeralStorageRequest);

/** What belongs to the resource in question; everything is in the JSON. */
const COLUMNS: Readonly<Record<NonNullable<Decision["resource"]>, readonly PartColumn[]>> = {
  memory: [
    amount("memory", (part) => bytes(part.memoryWorkingSetBytes)),
    amount("request", (part) => part.memoryRequest),
    amount("oom_score_adj", (part) => part.oomScoreAdj?.toString()),
  ],
  "ephemeral-storage": [
    amount("writable layer", (part) => bytes(part.rootfsUsedBytes)),
    amount("logs", (part) => bytes(part.logsUsedBytes)),
    amount("volume", (part) => bytes(part.usedBytes)),
    DISK_REQUEST,
  ],
  inodes: [
    amount("writable layer", (part) => count(part.rootfsInodesUsed)),
    amount("logs", (part) => count(part.logsInodesUsed)),
    amount("volume", (part) => count(part.inodesUsed)),
    DISK_REQUEST,
  ],
  // The Summary does not say which container the processes are in.
  pids: [],
};

/** The parts that belong to what the step is about. */
export function usageSection(decision: Decision, pod: RankedPod): readonly Section[] {
  // Limits of a pod's own are of local storage.
  const own = COLUMNS[isForLimits(decision) ? "ephemeral-storage" : rankedResource(decision)];
  const parts = pod.parts.filter((part) => own.some(({ cell }) => cell(part) !== undefined));
  // Memory is ranked by the pod's own cgroup: where no part counts, none is worth the remark.
  const isSomeCounted = parts.some((part) => part.counted);
  const columns = [PART, KIND, ...own, ...(isSomeCounted ? [COUNTED] : [])];
  const rows = parts.map((part) => {
    const cells = columns.map(({ cell }) => cell(part) ?? "-");
    return part.counted || !isSomeCounted ? { cells } : { cells, tone: "faint" as const };
  });
  return section(["Usage of ", { code: podText(pod) }], table(columns, rows));
}

function amount(title: string, cell: PartColumn["cell"]): PartColumn {
  return { title, isNumber: true, cell };
}

function bytes(value: number | undefined): Text | undefined {
  return value === undefined ? undefined : [{ bytes: value }];
}

function count(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatCount(value);
}
