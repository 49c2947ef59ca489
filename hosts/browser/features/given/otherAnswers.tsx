import { answerTitle } from "../../../../analysis/questions/explain/answer.ts";
import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import { othersTitle, verdictText } from "../../../../analysis/questions/given/verdict.ts";
import type { Text } from "../../../../analysis/text/document.ts";
import { Inline } from "../../document/inline.tsx";
import { useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";

export interface OtherAnswersProps {
  /** Shows an answer; null for the capture. */
  readonly choose: (answer: GivenAnswer | null) => void;
}

/** The verdicts on the other files that came together, each a way to its answer. */
export function OtherAnswers({ choose }: OtherAnswersProps) {
  const store = useStore();
  const { answered, answer } = store;
  const { answers = [], ofNode = [] } = answered.value ?? {};
  const others = answers.filter((each) => each !== answer.value);
  const capture = answer.value === null || ofNode.length === 0 ? null : captureText(store);
  if (others.length === 0 && capture === null) return null;
  const own = answer.value?.name ?? store.capture.value?.name ?? "";
  const names = [
    ...(capture === null ? [] : [store.capture.value?.name ?? ""]),
    ...others.map(({ name }) => name),
  ];
  return (
    <section class="other-answers" aria-labelledby="other-answers-title">
      <h2 id="other-answers-title">{othersTitle(own, names)}</h2>
      <ul>
        {capture !== null && <OtherAnswer text={capture} onChoose={() => choose(null)} />}
        {others.map((other, index) => (
          <OtherAnswer
            key={index}
            // The name of the file that all are parts of tells none apart.
            text={verdictText(other.document, other.name === own ? "" : other.name)}
            onChoose={() => choose(other)}
          />
        ))}
      </ul>
    </section>
  );
}

function captureText({ capture, decision }: Store): Text | null {
  const name = capture.value?.name;
  if (name === undefined) return null;
  return decision.value === null ? name : verdictText(answerTitle(decision.value), name);
}

interface OtherAnswerProps {
  readonly text: Text;
  readonly onChoose: () => void;
}

function OtherAnswer({ text, onChoose }: OtherAnswerProps) {
  return (
    <li>
      <button type="button" class="plain" onClick={onChoose}>
        <Inline text={text} />
      </button>
    </li>
  );
}
