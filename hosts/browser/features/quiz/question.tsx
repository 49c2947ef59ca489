import { useEffect, useRef } from "preact/hooks";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { candidates } from "../../../../analysis/questions/explain/prediction.ts";
import { rankingSignalOf } from "../../../../analysis/questions/explain/rankingTable.ts";
import { momentText } from "../../../../analysis/text/utc.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { Blocks } from "../../document/blocks.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { HeadroomBars } from "../headroom/headroomBars.tsx";
import { INCIDENTS } from "./incidents.ts";
import { Quiz } from "./quiz.ts";
import {
  COPY_SCORE,
  incidentText,
  NO_POD,
  nextText,
  READING,
  SHOW_PAGE,
  scoreText,
  seesText,
  sharedScore,
  TITLE,
  UNOBSERVED,
} from "./words.ts";

/** Which pod goes? What the kubelet sees, and nothing of what it decides. */
export function QuizQuestion() {
  const { decided, decision, capture } = useStore();
  const quiz = useModel(Quiz);
  const current = decision.value;
  return (
    <section class="panel question" id="answer" aria-labelledby="question-title" tabIndex={-1}>
      <h1 id="question-title">{TITLE}</h1>
      {quiz.round.value !== null && (
        <p class="quiet">{incidentText(quiz.round.value.at, INCIDENTS.length)}</p>
      )}
      {decided.value === null && <p class="quiet">{READING}</p>}
      {decided.value !== null && current === null && (
        <p>
          {UNOBSERVED}{" "}
          <button type="button" onClick={() => quiz.skip()}>
            {SHOW_PAGE}
          </button>
        </p>
      )}
      {current !== null && (
        <>
          <p>{seesText(capture.value?.node, momentText(current.time))}</p>
          <HeadroomBars />
          <Candidates decision={current} />
        </>
      )}
    </section>
  );
}

/** All pods by name, with what the kubelet knows of them. */
function Candidates({ decision }: { readonly decision: Decision }) {
  const quiz = useModel(Quiz);
  const { pods, table } = candidates(decision);
  const actionsOf = (place: number) => ({ onChoose: () => quiz.pick(pods[place] ?? null) });
  return (
    <>
      <Blocks
        blocks={[{ is: "table", ...table }]}
        label={`Pods, for ${rankingSignalOf(decision)}`}
        actionsOf={actionsOf}
      />
      <p>
        <button type="button" onClick={() => quiz.pick(null)}>
          {NO_POD}
        </button>
      </p>
    </>
  );
}

function Score() {
  const { round } = useModel(Quiz);
  if (round.value === null) return null;
  const { at, right } = round.value;
  return <b>{scoreText(right, at + 1)}</b>;
}

/** The way to the next incident; after the last one, the score to hand on. */
function NextIncident() {
  const quiz = useModel(Quiz);
  const round = quiz.round.value;
  if (round === null) return null;
  const { at, right } = round;
  if (at + 1 < INCIDENTS.length) {
    return (
      <button type="button" class="primary" onClick={() => quiz.next()}>
        {nextText(at, INCIDENTS.length)}
      </button>
    );
  }
  const { origin, pathname } = document.location;
  const text = sharedScore(right, INCIDENTS.length, origin + pathname);
  return <CopyButton text={text} label={COPY_SCORE} />;
}

/** Whether the kubelet agrees, once the reader has picked. */
export function QuizAnswer() {
  const quiz = useModel(Quiz);
  const said = useRef<HTMLDivElement>(null);
  const answer = quiz.answer.value;
  // What was focused is gone, and this is what the reader waits for.
  useEffect(() => said.current?.focus(), [answer]);
  if (answer === null) return null;
  return (
    <div class="notice taken answer" role="status" tabIndex={-1} ref={said}>
      <span>
        {answer} <Score />
      </span>
      <NextIncident />
      <button type="button" class="plain" onClick={() => (quiz.answer.value = null)}>
        Dismiss
      </button>
    </div>
  );
}
