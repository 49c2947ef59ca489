/** The kubelet of each node: a row for each row of nodes. */

import { STATE_HEAD_BYTES } from "../../eviction/model/state.ts";
import { allocate } from "../../objects/allocation.ts";
import { nodes } from "../../objects/model/node.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { AGENTS_OFFSET } from "../memory.ts";
import { NodeSettings } from "./settings.ts";

@unmanaged
export class Agent extends NodeSettings {
  capacityMemory: i64;
  capacityDisk: i64;
  /** When it came. */
  began: i64;
  /** How far its first heartbeat and its first eviction step lag behind the start. */
  heartbeat: i64;
  phase: i64;
  /** The last step, or -1; the next one, or NEVER; while it evicts, no other one comes. */
  lastStep: i64;
  nextStep: i64;
  busyUntil: i64;
  /** What the last step left behind, relative to its time. */
  fingerprint: u64;
  /** With less free than that a threshold may be met; -1 without a threshold. */
  memoryLimit: i64;
  diskLimit: i64;
  inodesLimit: i64;
  /** When the first of the conditions that are held is let go, or NEVER. */
  heldUntil: i64;
  /** When the API server hears it again after it lost the network; NEVER while it has none. */
  heardFrom: i64;
  /** The state of its eviction policy between two steps. */
  state: u32;
  stepVersion: u32;
  beatVersion: u32;
  lookVersion: u32;
  memoryVersion: u32;
  /** Conditions that it has, and that the API server knows of; bits of `NodeCondition`. */
  conditions: u32;
  published: u32;
  /** Those that were true when it was heard last, and that nobody knows of since. */
  unknown: u32;
  /** No threshold is met, nor was: steps matter when one may be, or a condition ends. */
  isCalm: u32;
  /** A threshold might have been met at some time, so that phases matter. */
  hasMoments: u32;
  isDisconnected: u32;
  /** The API server does not know of a pod that started or ended. */
  isBehind: u32;
  /** The node lifecycle controller holds it for unreachable. */
  isUnknown: u32;
  /** Pods have to go from it. */
  isLeft: u32;
  /** The scenario has an entry of it. */
  isTold: u32;
  /** The first pod it knows, plus 1, and how many. */
  first: u32;
  podCount: u32;
  evictions: u32;
  /** It came under pressure with a pod that another node had evicted. */
  isCascaded: u32;
  wasUnderPressure: u32;
  /** Pods came that other nodes had evicted. */
  tookEvicted: u32;
}

const AGENT_BYTES: usize = offsetof<Agent>();
const agents = changetype<Table>(AGENTS_OFFSET);

/** Rows for all nodes; false after a failure. */
export function fillAgents(): bool {
  while (agents.count < nodes.count) {
    const place = appendRow(agents, AGENT_BYTES);
    const state = allocate(STATE_HEAD_BYTES);
    if (place == 0 || state == 0) return false;
    const agent = changetype<Agent>(place);
    agent.state = u32(state);
    agent.lastStep = -1;
    agent.nextStep = i64.MAX_VALUE;
    resetAgent(agent);
  }
  return true;
}

/** Forgets what a scenario said of it. */
function resetAgent(agent: Agent): void {
  memory.fill(changetype<usize>(agent), 0, offsetof<NodeSettings>());
  agent.isTold = 0;
  agent.heartbeat = -1;
  agent.phase = -1;
}

export function resetAgents(): void {
  for (let row: u32 = 0; row < agents.count; row++) resetAgent(agentAt(row));
}

/** @inline */
export function agentAt(row: u32): Agent {
  return changetype<Agent>(rowAt(agents, row));
}
