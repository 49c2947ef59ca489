import { oomSection } from "../../../../analysis/questions/explain/incident.ts";
import { KERNEL_ASSUMPTIONS } from "../../../../analysis/questions/oom/oomWords.ts";
import { list, section } from "../../../../analysis/text/document.ts";
import { HeadedSections, SectionDetails } from "../../document/blocks.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** What the kernel's OOM killer would do at this moment, and whether it would be first. */
export function OomSection() {
  const decision = useStore().decision.value;
  const { problem, view } = useModel(Oom);
  if (problem.value !== null) return <p class="notice">{problem.value}</p>;
  if (decision === null) return null;
  const assumed = view.value?.ranking?.assumed ?? [];
  return (
    <div class="oom-section">
      <HeadedSections sections={oomSection(decision, view.value)} />
      <SectionDetails sections={section(KERNEL_ASSUMPTIONS, list(assumed))} />
    </div>
  );
}
