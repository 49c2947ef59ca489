import { oomSection } from "../../../../analysis/questions/explain/incident.ts";
import { KERNEL_ASSUMPTIONS } from "../../../../analysis/questions/oom/oomWords.ts";
import { list, section } from "../../../../analysis/text/document.ts";
import { Fold } from "../../controls/fold.tsx";
import { HeadedSections, SectionDetails } from "../../document/blocks.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { contentText } from "../../document/words.ts";
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
      {oomSection(decision, view.value).map((each) => (
        <Fold
          key={lettersOf(each.title)}
          title={lettersOf(each.title)}
          holds={contentText(each.blocks)}
        >
          <HeadedSections sections={[each]} />
        </Fold>
      ))}
      <SectionDetails sections={section(KERNEL_ASSUMPTIONS, list(assumed))} />
    </div>
  );
}
