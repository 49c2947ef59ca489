import { admissionSentences } from "../../../../analysis/questions/admit/admissionWords.ts";
import { useModel, useStore } from "../../state/context.ts";
import { ranksMemory } from "../../state/current.ts";
import { Admission } from "./admission.ts";
import { AdmissionQuestion } from "./admissionQuestion.tsx";

/** The question that is put to admission, its answer, and what that stands on. */
export function AdmissionSection() {
  const store = useStore();
  const admission = useModel(Admission);
  const view = admission.view.value ?? null;
  if (view === null || admission.problem.value !== null || !ranksMemory(store)) return null;
  const isOpen = !admission.isDefault.value || admission.refused.value !== null;
  return (
    <div class="admission-section">
      <details>
        <summary>Whom admission would take</summary>
        <ul>
          {[...admissionSentences(view), ...admission.notes.value].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <details open={isOpen}>
        <summary>Ask admission about a pod of your own</summary>
        <AdmissionQuestion />
      </details>
    </div>
  );
}
