/**
 * Pods as the user changed them. A changed document is written again with `JSON.stringify`, so
 * its integers above 2^53 lose their last digits; documents that nothing changes stay as they came.
 */

import type { Capture, CaptureRecord } from "../../read/capture/capture.ts";
import { isMembers } from "../../read/json/untyped.ts";
import { POD_USAGE } from "../capture/reduce/documents.ts";
import type { ContainerChange, PodChange } from "./podChange.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = { [name: string]: Json };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The same capture, its pods changed wherever they appear. */
export function changedCapture(capture: Capture, changes: readonly PodChange[]): Capture {
  if (changes.length === 0) return capture;
  const byUid = new Map(changes.map((change) => [change.uid, change]));
  const usage = new Map(
    changes
      .filter(({ usagePercent }) => usagePercent !== undefined)
      .map((change) => [change.uid, change]),
  );
  async function* records(): AsyncGenerator<CaptureRecord, void, undefined> {
    for await (const record of capture.records) yield changedRecord(record, byUid, usage);
  }
  return { ...capture, records: records() };
}

type Changes = ReadonlyMap<string, PodChange>;

function changedRecord(record: CaptureRecord, pods: Changes, usage: Changes): CaptureRecord {
  const { summary } = record;
  return {
    ...record,
    ...(record.pods === undefined ? {} : { pods: changedPods(record.pods, pods) }),
    summary: summary === null || usage.size === 0 ? summary : changedSummary(summary, usage),
  };
}

function changedPods(bytes: Uint8Array, changes: Changes): Uint8Array {
  return rewritten(bytes, (list) => {
    for (const pod of membersIn(list, "items")) {
      const change = changes.get(String(member(pod, "metadata").uid));
      if (change === undefined) continue;
      const spec = member(pod, "spec");
      if (change.priority !== undefined) spec.priority = change.priority;
      for (const kind of ["containers", "initContainers"]) {
        for (const container of membersIn(spec, kind)) {
          changeRequests(container, change.containers?.[String(container.name)]);
        }
      }
      for (const kind of ["containerStatuses", "initContainerStatuses"]) {
        for (const status of membersIn(member(pod, "status"), kind)) {
          changeAllocated(status, change.containers?.[String(status.name)]);
        }
      }
    }
  });
}

function changeRequests(container: Members, change: ContainerChange | undefined): void {
  if (change === undefined) return;
  const resources = member(container, "resources");
  const requests = changedAmounts(member(resources, "requests"), change);
  container.resources = { ...resources, requests };
}

/** The pod had asked for it from the beginning: no resize is pending. Spec 4.4. */
function changeAllocated(status: Members, change: ContainerChange | undefined): void {
  if (change === undefined || status.allocatedResources === undefined) return;
  status.allocatedResources = changedAmounts(member(status, "allocatedResources"), change);
}

function changedAmounts(amounts: Members, change: ContainerChange): Members {
  const changed = { ...amounts };
  for (const [name, quantity] of Object.entries(change)) {
    if (quantity === "") delete changed[name];
    else changed[name] = quantity;
  }
  return changed;
}

function changedSummary(bytes: Uint8Array, changes: Changes): Uint8Array {
  return rewritten(bytes, (summary) => {
    for (const pod of membersIn(summary, "pods")) {
      const percent = changes.get(String(member(pod, "podRef").uid))?.usagePercent;
      if (percent !== undefined) scaleUsage(pod, percent);
    }
  });
}

function scaleUsage(value: Json, percent: number): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "number" && POD_USAGE.has(name)) {
      (value as Members)[name] = Math.round((inner * percent) / 100);
    } else scaleUsage(inner, percent);
  }
}

/** Bytes that are not JSON stay as they are: the engine reports what is wrong with them. */
function rewritten(bytes: Uint8Array, change: (document: Members) => void): Uint8Array {
  try {
    const document = JSON.parse(decoder.decode(bytes)) as Members;
    change(document);
    return encoder.encode(JSON.stringify(document));
  } catch (error) {
    if (error instanceof SyntaxError) return bytes;
    throw error;
  }
}

function member(value: Members, name: string): Members {
  const inner = value[name];
  return inner !== undefined && isMembers(inner) ? inner : {};
}

function membersIn(value: Members, name: string): Members[] {
  const inner = value[name];
  return Array.isArray(inner) ? inner.filter((item) => isMembers(item)) : [];
}
