import {
  admissionKey,
  admissionLegend,
} from "../../../../analysis/questions/admit/admissionKey.ts";
import type { NodeAdmission } from "../../../../analysis/questions/admit/nodeAdmission.ts";
import { number } from "../../../../analysis/text/rankingKeys.ts";
import type { SortKey } from "../../controls/sortKeys.ts";

/** Whom admission would take, below the kernel's places; it keeps its place until it is known. */
export function admissionColumn(admission: NodeAdmission | null): SortKey {
  const key =
    admission === null
      ? { ...number("", ({ position }) => position, String), cell: () => "…" }
      : { ...admissionKey(admission), meaning: admissionLegend(admission) };
  return { ...key, title: "Admission", under: "Priority" };
}
