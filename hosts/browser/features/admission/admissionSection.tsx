import { admissionSection } from "../../../../analysis/questions/explain/incident.ts";
import { memoryQosSections } from "../../../../analysis/questions/memoryQos/words.ts";
import { list } from "../../../../analysis/text/document.ts";
import { SectionDetails } from "../../document/blocks.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { ranksMemory } from "../../state/current.ts";
import { Admission } from "./admission.ts";
import { AdmissionQuestion } from "./admissionQuestion.tsx";
import { OWN_POD } from "./words.ts";

/** What admission would do if a pod came, a pod of the user's own to ask about, and Memory QoS. */
export function AdmissionSection() {
  const store = useStore();
  const admission = useModel(Admission);
  const view = admission.view.value ?? null;
  const decision = store.decision.value;
  if (decision === null || view === null || admission.problem.value !== null || !ranksMemory(store))
    return null;
  const isOpen = !admission.isDefault.value || admission.refused.value !== null;
  return (
    <div class="admission-section">
      <SectionDetails
        sections={admissionSection(decision, view).map(({ title, blocks }) => ({
          title,
          blocks: [...blocks, ...list(admission.notes.value)],
        }))}
      />
      <SectionDetails
        sections={memoryQosSections(
          admission.memoryQos.value,
          (decision.subject ?? decision.evictions[0])?.uid,
        )}
      />
      <details open={isOpen}>
        <summary>{OWN_POD}</summary>
        <AdmissionQuestion />
      </details>
    </div>
  );
}
