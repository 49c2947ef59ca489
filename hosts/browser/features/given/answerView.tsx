import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import { SCHEDULE_FIXES } from "../../../../analysis/questions/schedule/remedies/scheduleFixes.ts";
import { allSections, list, MARKS, section } from "../../../../analysis/text/document.ts";
import { Headline } from "../../controls/headline.tsx";
import { Blocks, SectionDetails, SectionPanels } from "../../document/blocks.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { useStore } from "../../state/context.ts";
import { PlacingFixes } from "./placingFixes.tsx";
import { ABOUT_POD, ANSWER, NOTES } from "./words.ts";

interface AnswerProps {
  readonly answer: GivenAnswer;
  /** In the line that says what the answer is about. */
  readonly children: ComponentChildren;
}

/** The answer about documents in place of a capture: it comes first, then what it is based on. */
export function AnswerView({ answer, children }: AnswerProps) {
  const { document: of, sources, notes, pods = [], fixes = [] } = answer;
  const { title, tone, mark } = of;
  const [isWhole, setIsWhole] = useState(false);
  // The answer is there first: evidence may be long.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setIsWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const verdict = tone ?? (mark === undefined ? "" : MARKS[mark].tone);
  return (
    <main class="answer">
      <section class="opened" data-subject={answer.subject}>
        <div class="context">
          <ul class="facts">
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
            {(of.sources ?? []).map((source, index) => (
              <li key={index}>{lettersOf(source)}</li>
            ))}
          </ul>
          {children}
        </div>
        <div role="status">
          <Headline title={title} tone={verdict} />
        </div>
        {pods.length > 1 && <PodField answer={answer} />}
        <Blocks blocks={of.lead} label={ANSWER} />
      </section>
      {fixes.length > 0 && <PlacingFixes answer={answer} fixes={fixes} />}
      {isWhole && (
        <>
          <SectionPanels
            sections={allSections(of).filter(({ title }) => title !== SCHEDULE_FIXES)}
          />
          <SectionDetails sections={section(NOTES, list(notes, "none"))} />
        </>
      )}
    </main>
  );
}

interface PodFieldProps {
  readonly answer: GivenAnswer;
}

function PodField({ answer }: PodFieldProps) {
  const store = useStore();
  const { pods = [] } = answer;
  return (
    <label class="answer-pod">
      <span aria-hidden="true">{ABOUT_POD}</span>{" "}
      <select
        aria-label={ABOUT_POD}
        value={answer.asked?.pod ?? ""}
        onChange={({ currentTarget }) => store.askPod(currentTarget.value)}
      >
        {pods.map((pod) => (
          <option key={pod} value={pod}>
            {pod}
          </option>
        ))}
      </select>
    </label>
  );
}
