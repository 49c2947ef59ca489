import { admissionKey, admissionLegend } from "../../shared/admission/admissionKey.ts";
import type { NodeAdmission } from "../../shared/admission/nodeAdmission.ts";
import { number } from "../../shared/rankingKeys.ts";
import type { SortKey } from "../ranking/sortKeys.ts";

/** Whom admission would take, below the kernel's places; it keeps its place until it is known. */
export function admissionColumn(admission: NodeAdmission | null): SortKey {
  const key =
    admission === null
      ? { ...number("", ({ position }) => position, String), cell: () => "…" }
      : { ...admissionKey(admission), meaning: admissionLegend(admission) };
  return { ...key, title: "Admission", under: "Priority" };
}
