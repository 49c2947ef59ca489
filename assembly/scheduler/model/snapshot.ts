/**
 * The cluster as the scheduling cycle sees it: nodes in the order in which they are tried, the
 * pods of each, and the arrays that a cycle writes. Made when the first decision is asked for
 * after objects were read; memory may grow then, and not while decisions are made.
 *
 * Arrays are by position, a node's place in the order: it takes one node of each zone in turn,
 * zones and nodes in the order in which they came.
 */
import { addPod, noteScalars, startRequests, startScalars } from "../../filters/nodeRequests.ts";
import { startUses, useAt, useOf } from "../../filters/uses.ts";
import { valueOf } from "../../objects/model/list.ts";
import { findNode, nodeAt, nodes } from "../../objects/model/node.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { behavesAs, release } from "./release.ts";
import { Behavior } from "./releaseTable.ts";

const ARRAYS = changetype<Region>(memory.data(8, 4));
const ZONES = changetype<Region>(memory.data(8, 4));

/** Words by position: row of the node, changes of its pods. */
let rows: usize = 0;
let changes: usize = 0;
/** By row of the node: its position. */
let positions: usize = 0;
/** Positions that passed the filters, then those that were named; totals of the former. */
let feasible: usize = 0;
let totals: usize = 0;
/** By position: the filter that refused it in the last cycle, plus 1. */
let refusals: usize = 0;

export let nodeCount: u32 = 0;

export function forgetSnapshot(): void {
  forgetRegion(ARRAYS);
  forgetRegion(ZONES);
  nodeCount = 0;
}

/** @inline */
export function nodeRow(position: u32): u32 {
  return load<u32>(rows + (usize(position) << 2));
}

export function positionOf(row: u32): u32 {
  return load<u32>(positions + (usize(row) << 2));
}

/** Grows with each pod that is added or removed: earlier results are stale. @inline */
export function changesOf(position: u32): u32 {
  return load<u32>(changes + (usize(position) << 2));
}

export function noteChange(position: u32): void {
  const at = changes + (usize(position) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** @inline */
export function feasibleAt(index: u32): u32 {
  return load<u32>(feasible + (usize(index) << 2));
}

/** @inline */
export function setFeasible(index: u32, position: u32): void {
  store<u32>(feasible + (usize(index) << 2), position);
}

/** Positions of named nodes follow those that passed, ascending. */
export function namedAt(index: u32): u32 {
  return feasibleAt(nodeCount + index);
}

/** @inline */
export function totalAt(index: u32): i64 {
  return load<i64>(totals + (usize(index) << 3));
}

/** @inline */
export function setTotal(index: u32, total: i64): void {
  store<i64>(totals + (usize(index) << 3), total);
}

/** @inline */
export function refusalAt(position: u32): i32 {
  return load<u8>(refusals + usize(position));
}

/** @inline */
export function setRefusal(position: u32, refusal: i32): void {
  store<u8>(refusals + usize(position), u8(refusal));
}

/** Makes the snapshot; false after a failure. */
export function takeSnapshot(): bool {
  nodeCount = nodes.count;
  startUses(
    release.requestRules,
    behavesAs(Behavior.AssumesByContainer),
    behavesAs(Behavior.SidecarPorts),
  );
  if (!takeArrays() || !orderNodes()) return false;
  if (!startRequests() || !noteAllScalars() || !startScalars()) return false;
  return addPods();
}

function takeArrays(): bool {
  const count = usize(nodeCount);
  const at = takeRegion(ARRAYS, count * 29 + 64);
  if (at == 0) return false;
  totals = at;
  rows = totals + count * 8;
  changes = rows + count * 4;
  positions = changes + count * 4;
  feasible = positions + count * 4;
  refusals = feasible + count * 8;
  // What was never worked out has seen 0 changes.
  for (let position: u32 = 0; position < nodeCount; position++) noteChange(position);
  return true;
}

/**
 * ```
 *  zone: 0        4      8      12
 *        ┌────────┬──────┬──────┐
 *        │ region │ zone │ next │   next node of the zone, plus 1
 *        └────────┴──────┴──────┘
 * ```
 */
function orderNodes(): bool {
  const count = usize(nodeCount);
  const zones = takeRegion(ZONES, count * 20 + 64);
  if (zones == 0) return false;
  // Nodes of one zone are linked: the next one of each, and the last one of each zone.
  const links = zones + count * 12;
  const lasts = links + count * 4;
  const zoneCount = linkZones(zones, links, lasts);
  let position: u32 = 0;
  while (position < nodeCount) {
    for (let zone: u32 = 0; zone < zoneCount; zone++) {
      const at = zones + usize(zone) * 12;
      const next = load<u32>(at, 8);
      if (next == 0) continue;
      store<u32>(rows + (usize(position) << 2), next - 1);
      store<u32>(positions + (usize(next - 1) << 2), position);
      position++;
      store<u32>(at, load<u32>(links + (usize(next - 1) << 2)), 8);
    }
  }
  return true;
}

function linkZones(zones: usize, links: usize, lasts: usize): u32 {
  const betaZone = internLiteral("failure-domain.beta.kubernetes.io/zone");
  const betaRegion = internLiteral("failure-domain.beta.kubernetes.io/region");
  const zoneKey = internLiteral("topology.kubernetes.io/zone");
  const regionKey = internLiteral("topology.kubernetes.io/region");
  let zoneCount: u32 = 0;
  for (let row: u32 = 0; row < nodeCount; row++) {
    const labels = nodeAt(row).labels;
    const region = valueOf(labels, betaRegion, valueOf(labels, regionKey, 0));
    const name = valueOf(labels, betaZone, valueOf(labels, zoneKey, 0));
    let zone: u32 = 0;
    while (zone < zoneCount) {
      const at = zones + usize(zone) * 12;
      if (load<u32>(at) == region && load<u32>(at, 4) == name) break;
      zone++;
    }
    const at = zones + usize(zone) * 12;
    if (zone == zoneCount) {
      zoneCount++;
      store<u32>(at, region);
      store<u32>(at, name, 4);
      store<u32>(at, row + 1, 8);
    } else store<u32>(links + (usize(load<u32>(lasts + (usize(zone) << 2))) << 2), row + 1);
    store<u32>(lasts + (usize(zone) << 2), row);
  }
  return zoneCount;
}

/** Every scalar resource that a node offers or a pod asks for. */
function noteAllScalars(): bool {
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (!noteScalars(nodeAt(row).scalars)) return false;
  }
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    const use = useOf(pod.spec, pod.status);
    if (use == NO_ROW || !noteScalars(useAt(use).scalars)) return false;
    pod.use = use + 1;
  }
  return true;
}

/** Pods that a node runs, or that were put there. */
function addPods(): bool {
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    pod.node = 0;
    pod.next = 0;
    pod.previous = 0;
    pod.nextWithPorts = 0;
    const name = nodeNameOf(pod);
    if (name == 0 || podHas(pod, PodFlag.Terminated)) continue;
    const node = findNode(name);
    if (node == NO_ROW) continue;
    if (!addPod(row, node)) return false;
  }
  return true;
}

export function nodeNameOf(pod: Pod): u32 {
  return pod.nodeName != 0 ? pod.nodeName : pod.assumedNodeName;
}
