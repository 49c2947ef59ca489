import { secondsBetween } from "../../../analysis/text/time.ts";
import type { NodeStatus } from "../fleet.ts";

/** A node without changes is reported this often, so the list shows that it is alive. */
const QUIET_SECONDS = 300;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function reportedBytes(status: NodeStatus): Uint8Array {
  return encoder.encode(JSON.stringify(status));
}

export function reportedOf(bytes: Uint8Array): NodeStatus {
  return JSON.parse(decoder.decode(bytes)) as NodeStatus;
}

/** Whether a status should be sent to the list of the fleet, after the one sent last. */
export function isWorthReporting(status: NodeStatus, last: NodeStatus | null): boolean {
  if (last === null) return true;
  const outcome = ({ action, nodeConditions }: NodeStatus) => `${action} ${nodeConditions}`;
  if (outcome(status) !== outcome(last)) return true;
  return secondsBetween(last.time, status.time) >= QUIET_SECONDS;
}
