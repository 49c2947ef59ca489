/** Pods of one namespace with the same labels: selectors match all of them, or none. */
import { Pod, PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { linkGroup } from "./pairs.ts";

@unmanaged
export class Group {
  namespace: u32;
  /** With the bit `DELETING`. */
  labels: u32;
  /** The first of its placed pods, plus 1. */
  firstPod: u32;
  /** How many counters were asked whether they mean it, and where the rows of those that do are. */
  asked: u32;
  counters: u32;
  counterCount: u32;
  counterCapacity: u32;
}

const GROUP_BYTES: usize = offsetof<Group>();
const groups = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));
/** Lists are at multiples of four, so the lowest bit is free: the pods are being deleted. */
const DELETING: u32 = 1;

export function forgetGroups(): void {
  forgetTable(groups);
  forgetIndex(INDEX);
}

export function startGroups(): void {
  cutTable(groups, 0);
  forgetIndex(INDEX);
}

export function groupCount(): u32 {
  return groups.count;
}

export function groupAt(row: u32): Group {
  return changetype<Group>(rowAt(groups, row));
}

/** The group of a pod, or NO_ROW after a failure. */
export function groupOf(pod: Pod): u32 {
  const isDeleting = podHas(pod, PodFlag.Deleting) && !podHas(pod, PodFlag.Skipped);
  const labels = isDeleting ? pod.labels | DELETING : pod.labels;
  const known = findRow(INDEX, groups, pod.namespace, labels);
  if (known != NO_ROW) return known;
  const at = appendRow(groups, GROUP_BYTES);
  if (at == 0) return NO_ROW;
  const row = groups.count - 1;
  store<u32>(at, pod.namespace);
  store<u32>(at, labels, 4);
  if (!indexRow(INDEX, groups, row)) return NO_ROW;
  return linkGroup(pod.labels, row) ? row : NO_ROW;
}

/** Adds a placed pod to its group; false after a failure. */
export function joinGroup(row: u32): bool {
  const pod = podAt(row);
  if (pod.isOfGroup) return true;
  const own = groupOf(pod);
  if (own == NO_ROW) return false;
  const group = groupAt(own);
  pod.nextOfGroup = group.firstPod;
  pod.isOfGroup = true;
  group.firstPod = row + 1;
  return true;
}

export function groupNamespace(group: u32): u32 {
  return load<u32>(rowAt(groups, group));
}

export function groupLabels(group: u32): u32 {
  return load<u32>(rowAt(groups, group), 4) & ~DELETING;
}

export function isDeletingGroup(group: u32): bool {
  return (load<u32>(rowAt(groups, group), 4) & DELETING) != 0;
}
