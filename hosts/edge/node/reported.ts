import { parseTime } from "../../shared/time.ts";
import type { NodeStatus } from "../fleet.ts";

/** A quiet node is told of this often, so that the list shows that it is alive. */
const QUIET_NANOSECONDS = 300n * 1_000_000_000n;

/** Whether the list of the fleet should hear of a status, after the one it heard last. */
export function isWorthTelling(status: NodeStatus, reported: Uint8Array | null): boolean {
  if (reported === null) return true;
  const last = JSON.parse(new TextDecoder().decode(reported)) as NodeStatus;
  const outcome = ({ action, nodeConditions }: NodeStatus) => `${action} ${nodeConditions}`;
  if (outcome(status) !== outcome(last)) return true;
  return (parseTime(status.time) ?? 0n) - (parseTime(last.time) ?? 0n) >= QUIET_NANOSECONDS;
}
