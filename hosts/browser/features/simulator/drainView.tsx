import type { Drain } from "../../../../analysis/engine/drain.ts";
import {
  blockedWords,
  drainOutcome,
  drainSteps,
  pendingWords,
} from "../../../../analysis/questions/drain/drainWords.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { DrainRemediesPanel } from "./drainRemediesPanel.tsx";
import type { OpenedDrain } from "./openedDrain.ts";

/** Who blocks the drain of a node, for now or forever: the words of `plimsoll drain`. */
export function DrainView({ opened }: { readonly opened: OpenedDrain }) {
  const drain = opened.shown.value;
  if (drain === null) return null;
  const { blocked = [], pending, assumptions, result } = drain;
  return (
    <>
      <p
        class={`verdict ${result === "Drained" ? "settles" : "thrashes"}`}
        role="status"
        id="decision"
        tabIndex={-1}
      >
        {drainOutcome(drain)}
      </p>
      <div class="drain">
        <section class="panel" aria-labelledby="blocks-title">
          <h2 id="blocks-title">Blocked by</h2>
          {blocked.length === 0 && <p class="quiet">No pod stays.</p>}
          <Sentences sentences={blocked.map(blockedWords)} />
          {pending.length > 0 && <h3>Without a node</h3>}
          <Sentences sentences={pending.map(pendingWords)} />
        </section>
        <DrainRemediesPanel drain={opened} />
        <Steps drain={drain} />
        <Budgets drain={drain} />
        <section class="panel assumed" aria-labelledby="assumed-title">
          <h2 id="assumed-title">Assumptions</h2>
          <Sentences sentences={assumptions} />
        </section>
      </div>
    </>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul>
      {sentences.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function Steps({ drain }: { readonly drain: Drain }) {
  return (
    <section class="panel" aria-labelledby="drain-title">
      <h2 id="drain-title">Events</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">round</th>
            <th scope="col">pod</th>
            <th scope="col">what comes of it</th>
          </tr>
        </thead>
        <tbody>
          {drainSteps(drain.events).map(({ round, pod, words }) => (
            <tr key={`${round} ${pod} ${words}`}>
              <td class="number">{round}</td>
              <td>{pod}</td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Budgets({ drain }: { readonly drain: Drain }) {
  return (
    <section class="panel" aria-labelledby="budgets-title">
      <h2 id="budgets-title">Budgets</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">budget</th>
            <th scope="col">needs</th>
            <th scope="col">healthy</th>
            <th scope="col">allows</th>
            <th scope="col">allowed before</th>
          </tr>
        </thead>
        <tbody>
          {drain.budgets.map((budget) => (
            <tr key={podText(budget)}>
              <td>{podText(budget)}</td>
              <td class="number">{budget.desiredHealthy}</td>
              <td class="number">{budget.currentHealthy}</td>
              <td class="number">{budget.disruptionsAllowed}</td>
              <td class="number">{budget.before.disruptionsAllowed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
