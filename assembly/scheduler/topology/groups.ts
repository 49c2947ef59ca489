/** Pods of one namespace with the same labels: selectors match all of them, or none. */
import { Pod, PodFlag, podHas } from "../../objects/model/pod.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";

const GROUP_BYTES: usize = 8;
const groups = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));
/** Lists stand at multiples of four, so the lowest bit is free: the pods are being deleted. */
const DELETING: u32 = 1;

export function forgetGroups(): void {
  forgetTable(groups);
  forgetIndex(INDEX);
}

export function startGroups(): void {
  cutTable(groups, 0);
  forgetIndex(INDEX);
}

/** The group of a pod, or NO_ROW after a failure. */
export function groupOf(pod: Pod): u32 {
  const labels = podHas(pod, PodFlag.Deleting) ? pod.labels | DELETING : pod.labels;
  const known = findRow(INDEX, groups, pod.namespace, labels);
  if (known != NO_ROW) return known;
  const at = appendRow(groups, GROUP_BYTES);
  if (at == 0) return NO_ROW;
  store<u32>(at, pod.namespace);
  store<u32>(at, labels, 4);
  return indexRow(INDEX, groups, groups.count - 1) ? groups.count - 1 : NO_ROW;
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
