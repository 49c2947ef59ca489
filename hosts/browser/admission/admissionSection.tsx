import { admissionSentences } from "../../shared/admission/admissionWords.ts";
import { usePlayground } from "../view/context.ts";

/** The question that is put to admission, its answer, and what that stands on. */
export function AdmissionSection() {
  const { admission } = usePlayground();
  const view = admission.view.value ?? null;
  if (view === null || !admission.isRanked.value) return null;
  return (
    <div class="admission-section">
      <details>
        <summary>Whom admission would take</summary>
        <ul>
          {admissionSentences(view).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
