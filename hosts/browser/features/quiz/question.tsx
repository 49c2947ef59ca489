import { useEffect, useRef } from "preact/hooks";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { rankingSignalOf } from "../../../../analysis/questions/explain/rankingTable.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { keyCell, rankedResource } from "../../../../analysis/text/rankingKeys.ts";
import { momentText } from "../../../../analysis/text/utc.ts";
import { sortKeys } from "../../controls/sortKeys.ts";
import { useModel, useStore } from "../../state/context.ts";
import { HeadroomBars } from "../headroom/headroomBars.tsx";
import { Quiz } from "./quiz.ts";

/** What a reader has to find out: it follows from the other keys. */
const WITHHELD = new Set(["Exceeds request", "Usage − request"]);

/** Which pod goes? What the kubelet sees, and nothing of what it decides. */
export function QuizQuestion() {
  const { decided, decision, capture } = useStore();
  const quiz = useModel(Quiz);
  const current = decision.value;
  return (
    <section class="panel question" id="decision" aria-labelledby="question-title" tabIndex={-1}>
      <h2 id="question-title">Which pod does the kubelet evict?</h2>
      {decided.value === null && <p class="quiet">Reading the capture…</p>}
      {decided.value !== null && current === null && (
        <p>
          Nothing was observed at this moment.{" "}
          <button type="button" onClick={() => quiz.skip()}>
            Show the page
          </button>
        </p>
      )}
      {current !== null && (
        <>
          <p>
            This is what the kubelet of {capture.value?.node ?? "the node"} sees at{" "}
            {momentText(current.time)}. Pick the pod that goes first; then the decision, its reason
            and the ranking are shown.
          </p>
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
  const keys = sortKeys(rankedResource(decision)).filter(({ title }) => !WITHHELD.has(title));
  const pods = [...(decision.ranking ?? [])].sort((a, b) => (podText(a) < podText(b) ? -1 : 1));
  return (
    <>
      <div class="scroller">
        <table>
          <caption class="visually-hidden">Pods, for {rankingSignalOf(decision)}</caption>
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col" class="beside">
                QoS class
              </th>
              {keys.map(({ title }) => (
                <th key={title} scope="col" class="number beside">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pods.map((pod) => (
              <tr key={pod.uid}>
                <th scope="row">
                  <button type="button" class="pod" onClick={() => quiz.pick(pod)}>
                    {podText(pod)}
                  </button>
                  <span class="below">
                    {pod.qosClass}
                    {keys.map((key) => `, ${key.title.toLowerCase()} ${keyCell(key, pod)}`)}
                  </span>
                </th>
                <td class="beside">{pod.qosClass}</td>
                {keys.map((key) => (
                  <td key={key.title} class="number beside">
                    {keyCell(key, pod)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <button type="button" onClick={() => quiz.pick(null)}>
          It evicts no pod
        </button>
      </p>
    </>
  );
}

/** Whether the kubelet agrees, once the reader has picked. */
export function QuizAnswer() {
  const quiz = useModel(Quiz);
  const said = useRef<HTMLParagraphElement>(null);
  const answer = quiz.answer.value;
  // What was focused is gone, and this is what the reader waits for.
  useEffect(() => said.current?.focus(), [answer]);
  if (answer === null) return null;
  return (
    <p class="notice taken answer" role="status" tabIndex={-1} ref={said}>
      <span>{answer}</span>
      <button type="button" class="plain" onClick={() => (quiz.answer.value = null)}>
        Dismiss
      </button>
    </p>
  );
}
