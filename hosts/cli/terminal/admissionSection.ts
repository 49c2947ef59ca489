import { admissionSentences } from "../../shared/admission/admissionWords.ts";
import type { NodeAdmission } from "../../shared/admission/nodeAdmission.ts";
import { besideKeys } from "../../shared/besideKeys.ts";
import type { Decision } from "../../shared/decision.ts";
import { section, sentences } from "./section.ts";
import type { Style } from "./style.ts";

/** Whom admission would take at a step whose ranking shows it. */
export function admissionSection(
  admission: NodeAdmission | null,
  decision: Decision,
  style: Style,
): string[] {
  if (admission === null || besideKeys(decision, { admission }).length === 0) return [];
  return section("Admission", sentences(admissionSentences(admission), style), style);
}
