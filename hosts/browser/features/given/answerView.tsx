import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import { SCHEDULE_FIXES } from "../../../../analysis/questions/schedule/remedies/scheduleFixes.ts";
import {
  allSections,
  type Block,
  list,
  MARKS,
  section,
} from "../../../../analysis/text/document.ts";
import { Headline } from "../../controls/headline.tsx";
import { Blocks, SectionDetails, SectionPanels } from "../../document/blocks.tsx";
import { FixSection, hasFixes } from "../../document/fixCards.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { useStore } from "../../state/context.ts";
import { OtherAnswers, type OtherAnswersProps } from "./otherAnswers.tsx";
import { PlacingFixes } from "./placingFixes.tsx";
import { ABOUT_NODE, ABOUT_POD, ALL_OF_THEM, ANSWER, EVIDENCE, NOTES } from "./words.ts";

interface AnswerProps extends OtherAnswersProps {
  readonly answer: GivenAnswer;
  /** What other views show of the documents, after the reason. */
  readonly more: ComponentChildren;
  /** In the line that says what the answer is about. */
  readonly children: ComponentChildren;
}

/** The answer about documents in place of a capture: it comes first, then what it is based on. */
export function AnswerView(props: AnswerProps) {
  const { answer } = props;
  const { document: of, notes, fixes = [] } = answer;
  const [isWhole, setIsWhole] = useState(false);
  // The answer is there first: evidence may be long.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setIsWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [, evidence] = apart(of.lead);
  // Cards that try the fixes take the place of their section.
  const sections = allSections(of).filter(
    ({ title }) => fixes.length === 0 || title !== SCHEDULE_FIXES,
  );
  return (
    <main class="answer">
      <Head {...props} />
      {fixes.length > 0 && <PlacingFixes answer={answer} fixes={fixes} />}
      {sections.filter(hasFixes).map((each) => (
        <FixSection key={lettersOf(each.title)} {...each} />
      ))}
      {evidence.length > 0 && (
        <section class="panel" aria-labelledby="evidence-title">
          {/* The parts below it may have headings of their own. */}
          <h2 id="evidence-title" class="visually-hidden">
            {EVIDENCE}
          </h2>
          <Blocks blocks={evidence} label={EVIDENCE} />
        </section>
      )}
      {isWhole && (
        <>
          <SectionPanels sections={sections.filter((each) => !hasFixes(each))} />
          <SectionDetails sections={section(NOTES, list(notes, "none"))} />
        </>
      )}
    </main>
  );
}

/** The verdict and its reason, what else could be asked, and the verdicts of other files. */
function Head({ answer, choose, more, children }: AnswerProps) {
  const { document: of, sources } = answer;
  const { title, tone, mark } = of;
  const [reason] = apart(of.lead);
  const verdict = tone ?? (mark === undefined ? "" : MARKS[mark].tone);
  return (
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
      <Choices answer={answer} />
      <Blocks blocks={reason} label={ANSWER} />
      {more}
      <OtherAnswers choose={choose} />
    </section>
  );
}

/** Another pod or node to ask about. */
function Choices({ answer }: { readonly answer: GivenAnswer }) {
  const store = useStore();
  const { pods = [], nodes = [], asked = {} } = answer;
  return (
    <>
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
    </>
  );
}

/** Sentences are the reason, which is above the fixes; the evidence from a table on is below. */
function apart(lead: readonly Block[]): readonly [readonly Block[], readonly Block[]] {
  const at = lead.findIndex(({ is }) => is !== "paragraph" && is !== "list");
  return at < 0 ? [lead, []] : [lead.slice(0, at), lead.slice(at)];
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
