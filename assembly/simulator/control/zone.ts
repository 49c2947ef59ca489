/**
 * How fast pods are evicted from unreachable nodes: one node after another, and from none if most
 * nodes are unreachable, because the fault is then more likely elsewhere. Zones are taken together.
 * Spec: the sources of Kubernetes, handleDisruption of pkg/controller/nodelifecycle.
 */
import { nodes } from "../../objects/model/node.ts";
import { ZONE_OFFSET } from "../memory.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { SECOND } from "../model/time.ts";
import { clock } from "../model/timers.ts";

enum Disruption {
  None = 0,
  /** Three nodes or more, and 55 %. */
  Partial,
  Full,
}

/** `--node-eviction-rate`, and in larger clusters `--secondary-node-eviction-rate`. */
const BETWEEN_NODES: i64 = 10 * SECOND;
const BETWEEN_NODES_SLOWLY: i64 = 100 * SECOND;
/** `--large-cluster-size-threshold`, `--unhealthy-zone-threshold`. */
const SMALL_CLUSTER: u32 = 50;
const UNHEALTHY_PERCENT: u32 = 55;

@unmanaged
export class Zone {
  /** When the next node may have its turn. */
  turnAt: i64;
  disruption: Disruption;
}

const zone = changetype<Zone>(ZONE_OFFSET);

/** What follows depends on, relative to the moment. */
export function zoneState(): u64 {
  return (u64(max<i64>(0, zone.turnAt - clock.now)) << 2) | u64(zone.disruption);
}

/** Whether no node has its turn. */
function isClosed(): bool {
  const isSmall = nodes.count <= SMALL_CLUSTER;
  return zone.disruption == Disruption.Full || (zone.disruption == Disruption.Partial && isSmall);
}

function between(): i64 {
  return zone.disruption == Disruption.None ? BETWEEN_NODES : BETWEEN_NODES_SLOWLY;
}

/** Takes a node's turn: 0, or how long it has to wait; -1 as long as no node has one. */
export function takeTurn(): i64 {
  if (isClosed()) return -1;
  if (zone.turnAt > clock.now) return zone.turnAt - clock.now;
  zone.turnAt = clock.now + between();
  return 0;
}

/** What a change of the zone asks for. */
export enum Verdict {
  Nothing = 0,
  /** No pod is evicted any more. */
  Stay,
  /** Nodes have their turns again. */
  GoOn,
}

/** The controller has looked at the nodes. */
export function updateZone(): Verdict {
  const found = disruptionNow();
  if (found == zone.disruption) return Verdict.Nothing;
  const isDrained = isClosed() || zone.turnAt > clock.now;
  zone.disruption = found;
  if (found == Disruption.Full) return Verdict.Stay;
  if (isDrained) zone.turnAt = clock.now + between();
  return isClosed() ? Verdict.Nothing : Verdict.GoOn;
}

function disruptionNow(): Disruption {
  let unknown: u32 = 0;
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (kubeletAt(row).isUnknown != 0) unknown++;
  }
  if (unknown == nodes.count) return Disruption.Full;
  const isPartial = unknown > 2 && unknown * 100 >= nodes.count * UNHEALTHY_PERCENT;
  return isPartial ? Disruption.Partial : Disruption.None;
}
