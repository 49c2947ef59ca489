import type { GivenAnswer } from "../../../../analysis/questions/given/asked.ts";
import type { ScheduleFix } from "../../../../analysis/questions/schedule/remedies/scheduleFixes.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { FixCard, TryButton } from "../../document/fixCard.tsx";
import { useStore } from "../../state/context.ts";
import { COPY, FIXES, FIXES_CHECKED } from "./words.ts";

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
  const { change, copy, changes } = fix;
  const { pod = "", changes: tried = [] } = answer.asked ?? {};
  const isTried = tried.join() === changes.join();
  return (
    <FixCard fix={fix} isTried={isTried}>
      <TryButton
        change={change}
        isTried={isTried}
        onTry={() => store.askPod(pod, isTried ? [] : changes)}
      />
      {copy !== undefined && <CopyButton text={copy} label={COPY} />}
    </FixCard>
  );
}
