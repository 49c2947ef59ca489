import { parseTime } from "../../shared/time.ts";
import type { NodeStatus } from "../fleet.ts";

/** A node without changes is reported this often, so that the list shows that it is alive. */
const QUIET_NANOSECONDS = 300n * 1_000_000_000n;

/** Whether a status should be sent to the list of the fleet, after the one sent last. */
export function isWorthReporting(status: NodeStatus, reported: Uint8Array | null): boolean {
  if (reported === null) return true;
  const last = JSON.parse(new TextDecoder().decode(reported)) as NodeStatus;
  const outcome = ({ action, nodeConditions }: NodeStatus) => `${action} ${nodeConditions}`;
  if (outcome(status) !== outcome(last)) return true;
  return (parseTime(status.time) ?? 0n) - (parseTime(last.time) ?? 0n) >= QUIET_NANOSECONDS;
}
