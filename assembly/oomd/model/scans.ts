/** Pages that were scanned in a cgroup until now: what its file says, and what was added since. */
import { Cgroup } from "./cgroup.ts";
import { program } from "./program.ts";

const SECOND_MS: u64 = 1_000;

export function scannedBy(cgroup: Cgroup): u64 {
  const elapsed = u64(program.nowMs - cgroup.scannedMs);
  const rate = cgroup.pgscanRate;
  const ofRest = (rate * (elapsed % SECOND_MS)) / SECOND_MS;
  return cgroup.pgscan + rate * (elapsed / SECOND_MS) + ofRest;
}
