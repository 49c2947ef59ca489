/** Candidates, first to be killed first. */
import { ORDER_OFFSET } from "../memory.ts";
import { Cgroup, CgroupFlag, cgroupAt, Preference } from "../model/cgroup.ts";
import { decision } from "../model/decision.ts";
import { follows, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { candidateAt } from "./candidates.ts";
import { Order } from "./compare.ts";
import { sortRows } from "./sort.ts";

export function orderedAt(place: u32): u32 {
  return load<u32>(ORDER_OFFSET + 4 * usize(place));
}

/** Those below the cgroup that is over its limit (all, for the root) that are not omitted. */
export function orderCandidates(prefix: u32): void {
  const top = cgroupAt(prefix);
  decision.orderCount = 0;
  for (let index: u32 = 0; index < program.candidateCount; index++) {
    const row = candidateAt(index);
    const cgroup = cgroupAt(row);
    cgroup.preference = preferenceOf(cgroup, top.owner);
    if (cgroup.place < top.place || cgroup.place >= top.end) continue;
    if (cgroup.preference == Preference.Omit) continue;
    store<u32>(ORDER_OFFSET + 4 * usize(decision.orderCount++), row);
  }
  sortRows(ORDER_OFFSET, decision.orderCount, Order.Killing);
}

/** Marks count where root, or the owner of the cgroup over its limit, owns the candidate. */
function preferenceOf(cgroup: Cgroup, owner: u32): Preference {
  if (!follows(Rule.Preferences)) return Preference.None;
  if (cgroup.owner != 0 && !(follows(Rule.OwnersPreferences) && cgroup.owner == owner)) {
    return Preference.None;
  }
  if ((cgroup.flags & u32(CgroupFlag.Omit)) != 0) return Preference.Omit;
  return (cgroup.flags & u32(CgroupFlag.Avoid)) != 0 ? Preference.Avoid : Preference.None;
}
