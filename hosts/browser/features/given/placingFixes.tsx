import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import type { ScheduleFix } from "../../../../analysis/questions/schedule/remedies/scheduleFixes.ts";
import { capitalized } from "../../../../analysis/text/capitalized.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { useStore } from "../../state/context.ts";
import { CHECKED, COPY, COST, FIXES, FIXES_CHECKED } from "./words.ts";

interface PlacingFixesProps {
  readonly answer: GivenAnswer;
  readonly fixes: readonly ScheduleFix[];
}

/** What would place the pod, each to be tried or copied. */
export function PlacingFixes({ answer, fixes }: PlacingFixesProps) {
  return (
    <section class="fixes counterfactuals" aria-labelledby="placing-title">
      <p class="section-head">
        <h2 id="placing-title">{FIXES}</h2>
        <span class="quiet">{FIXES_CHECKED}</span>
      </p>
      <ul class="fix-cards">
        {fixes.map((fix) => (
          <Card key={fix.change} answer={answer} fix={fix} />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly answer: GivenAnswer;
  readonly fix: ScheduleFix;
}

function Card({ answer, fix }: CardProps) {
  const store = useStore();
  const { change, effect, cost, copy, changes } = fix;
  const { pod = "", changes: tried = [] } = answer.asked ?? {};
  const isTried = tried.join() === changes.join();
  return (
    <li class={isTried ? "fix tried" : "fix"}>
      <h3>{change}</h3>
      <p>{capitalized(effect)}.</p>
      <p class="cost">
        <b>{COST}</b> {cost}.
      </p>
      <p class="fix-buttons">
        <button
          type="button"
          class="try"
          aria-pressed={isTried}
          aria-label={`Try it: ${change}`}
          onClick={() => store.askPod(pod, isTried ? [] : changes)}
        >
          {isTried ? "Tried" : "Try it"}
        </button>
        {copy !== undefined && <CopyButton text={copy} label={COPY} />}
        <span class="checked">{CHECKED}</span>
      </p>
    </li>
  );
}
