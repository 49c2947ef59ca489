import { admissionSentences } from "../../../../analysis/questions/admit/admissionWords.ts";
import { usePlayground } from "../../state/context.ts";
import { ranksMemory } from "../../state/current.ts";
import { AdmissionQuestion } from "./admissionQuestion.tsx";

/** The question that is put to admission, its answer, and what that stands on. */
export function AdmissionSection() {
  const playground = usePlayground();
  const { admission } = playground;
  const view = admission.view.value ?? null;
  if (view === null || admission.problem.value !== null || !ranksMemory(playground)) return null;
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
