import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import { SCHEDULE_FIXES } from "../../../../analysis/questions/schedule/remedies/scheduleFixes.ts";
import { allSections, list, MARKS, section } from "../../../../analysis/text/document.ts";
import { Headline } from "../../controls/headline.tsx";
import { Blocks, SectionDetails, SectionPanels } from "../../document/blocks.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { useStore } from "../../state/context.ts";
import { OtherAnswers, type OtherAnswersProps } from "./otherAnswers.tsx";
import { PlacingFixes } from "./placingFixes.tsx";
import { ABOUT_NODE, ABOUT_POD, ALL_OF_THEM, ANSWER, NOTES } from "./words.ts";

interface AnswerProps extends OtherAnswersProps {
  readonly answer: GivenAnswer;
  /** In the line that says what the answer is about. */
  readonly children: ComponentChildren;
}

/** The answer about documents in place of a capture: it comes first, then what it is based on. */
export function AnswerView({ answer, choose, children }: AnswerProps) {
  const store = useStore();
  const { document: of, sources, notes, pods = [], nodes = [], fixes = [], asked = {} } = answer;
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
        {pods.length > 1 && (
          <ChoiceField
            title={ABOUT_POD}
            choices={pods}
            chosen={asked.pod ?? ""}
            choose={(pod) => store.askPod(pod)}
          />
        )}
        {nodes.length > 1 && (
          <ChoiceField
            title={ABOUT_NODE}
            choices={asked.node === undefined ? ["", ...nodes] : nodes}
            chosen={asked.node ?? ""}
            choose={(node) => store.askNode(node)}
          />
        )}
        <Blocks blocks={of.lead} label={ANSWER} />
        <OtherAnswers choose={choose} />
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

interface ChoiceFieldProps {
  readonly title: string;
  /** One that is empty stands for all of them. */
  readonly choices: readonly string[];
  readonly chosen: string;
  readonly choose: (choice: string) => void;
}

function ChoiceField({ title, choices, chosen, choose }: ChoiceFieldProps) {
  return (
    <label class="answer-pod">
      <span aria-hidden="true">{title}</span>{" "}
      <select
        aria-label={title}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === "" ? ALL_OF_THEM : choice}
          </option>
        ))}
      </select>
    </label>
  );
}
