import type { Drain } from "../../engine/drain.ts";

/** Whether there is anything to search: what would let the drain go on, or place its pods. */
export function isStuck({ result, pending }: Drain): boolean {
  return (
    result === "Blocked" || result === "Refused" || (result === "Drained" && pending.length > 0)
  );
}
