import { drainDocument } from "../../../../analysis/questions/drain/document.ts";
import { MARKS } from "../../../../analysis/text/document.ts";
import { Headline } from "../../controls/headline.tsx";
import { SectionPanel, SectionPanels } from "../../document/blocks.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { DrainRemediesPanel } from "./drainRemediesPanel.tsx";
import type { OpenedDrain } from "./openedDrain.ts";

/** The answer of `plimsoll drain`, in a sentence. */
export function DrainVerdict({ opened }: { readonly opened: OpenedDrain }) {
  const drain = opened.shown.value;
  if (drain === null) return null;
  const { title, mark = "good" } = drainDocument(drain, null);
  return (
    <div role="status">
      <Headline title={title} tone={`verdict ${MARKS[mark].tone}`} />
    </div>
  );
}

/** What blocks the drain comes first, then changes to be tried. */
export function DrainView({ opened }: { readonly opened: OpenedDrain }) {
  const drain = opened.shown.value;
  if (drain === null) return null;
  const { further: sections = [] } = drainDocument(drain, null);
  return (
    <div class="drain">
      {sections.slice(0, 1).map((each) => (
        <SectionPanel key={lettersOf(each.title)} {...each} />
      ))}
      <DrainRemediesPanel drain={opened} />
      <SectionPanels sections={sections.slice(1)} />
    </div>
  );
}
