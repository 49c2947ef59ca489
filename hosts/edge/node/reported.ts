import { secondsBetween } from "../../shared/time.ts";
import type { NodeStatus } from "../fleet.ts";

/** A node without changes is reported this often, so that the list shows that it is alive. */
const QUIET_SECONDS = 300;
const decoder = new TextDecoder();

/** Whether a status should be sent to the list of the fleet, after the one sent last. */
export function isWorthReporting(status: NodeStatus, reported: Uint8Array | null): boolean {
  if (reported === null) return true;
  const last = JSON.parse(decoder.decode(reported)) as NodeStatus;
  const outcome = ({ action, nodeConditions }: NodeStatus) => `${action} ${nodeConditions}`;
  if (outcome(status) !== outcome(last)) return true;
  return secondsBetween(last.time, status.time) >= QUIET_SECONDS;
}
