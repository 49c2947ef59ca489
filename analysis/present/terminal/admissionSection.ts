import type { Decision } from "../../engine/decision.ts";
import { admissionSentences } from "../../questions/admit/admissionWords.ts";
import type { NodeAdmission } from "../../questions/admit/nodeAdmission.ts";
import { extraKeys } from "../../questions/explain/extraColumns.ts";
import { section, sentences } from "./section.ts";
import type { Style } from "./style.ts";

/** Whom admission would take at a step whose ranking shows it. */
export function admissionSection(
  admission: NodeAdmission | null,
  decision: Decision,
  style: Style,
): string[] {
  if (admission === null || extraKeys(decision, { admission }).length === 0) return [];
  return section("Admission", sentences(admissionSentences(admission), style), style);
}
