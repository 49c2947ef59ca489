import type { Decision } from "../../../../analysis/engine/decision.ts";
import {
  type CheckedFix,
  checkedChanges,
} from "../../../../analysis/questions/explain/checkedFixes.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { FixCard } from "../../document/fixCard.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { answeringDecision } from "../../state/recordedAt.ts";
import type { Store } from "../../state/store.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { clockText } from "../../time/zone.ts";
import { BeforeAfter } from "./beforeAfter.tsx";
import { pointedBy, TryChange } from "./counterfactualList.tsx";
import { Trial } from "./trial.ts";
import { CHECKED_BY, COPY, FIXES, goToText, NO_FIX, NOT_TRIED, NOTHING_TO_FIX } from "./words.ts";

/**
 * What would have spared the pod, each with its price, in a row. It keeps its place in a capture
 * in which pods are evicted, so the chart below it does not move from step to step.
 */
export function FixCards() {
  const store = useStore();
  const { decided, isChanged } = store;
  const isKnown = decided.value !== null;
  const evicts = decided.value?.timeline.events.some(({ evicted }) => evicted.length > 0) ?? true;
  if (isChanged.value) return <BeforeAfter />;
  if (!evicts) return null;
  const current = answeringDecision(store);
  const fixes = current === null ? [] : checkedChanges(current, { namesPod: true });
  return (
    <section
      class={`fixes counterfactuals${current === null ? " awaited-fixes" : ""}`}
      aria-labelledby="fixes-title"
    >
      <p class="section-head">
        <h2 id="fixes-title">{FIXES}</h2>
        {fixes.length > 0 && <span class="quiet">{CHECKED_BY}</span>}
      </p>
      {current !== null && fixes.length > 0 && (
        <ul class="fix-cards">
          {fixes.map((each) => (
            <Card key={each.found.sentence} checked={each} decision={current} />
          ))}
        </ul>
      )}
      {isKnown && current !== null && fixes.length === 0 && <NoFix decision={current} />}
    </section>
  );
}

interface CardProps {
  readonly checked: CheckedFix;
  readonly decision: Decision;
}

function Card({ checked: { found, fix }, decision }: CardProps) {
  const { pointed } = useStore();
  const commands = useModel(Trial).commands(found, decision);
  const about = pointedBy(found.change, decision);
  return (
    <FixCard fix={fix} onPoint={(isOn) => (pointed.value = isOn ? about : null)}>
      <TryChange counterfactual={found} decision={decision} />
      {commands !== "" && <CopyButton text={commands} label={COPY} />}
    </FixCard>
  );
}

/** Where nothing is evicted at the moment, the way to where something is. */
function NoFix({ decision }: { readonly decision: Decision }) {
  const store = useStore();
  const zone = useModel(ShownTime).zone.value;
  if (decision.evictions.length > 0) {
    const isTried = (decision.counterfactuals ?? []).length > 0;
    return <p class="quiet">{isTried ? NO_FIX : NOT_TRIED}</p>;
  }
  const next = nextEviction(store);
  const time = next === undefined ? undefined : store.capture.value?.times[next];
  return (
    <p class="quiet">
      {NOTHING_TO_FIX}{" "}
      {next !== undefined && time !== undefined && (
        <button type="button" class="plain" onClick={() => store.goTo(next)}>
          {goToText(clockText(time, zone))}
        </button>
      )}
    </p>
  );
}

/** The next step that evicts, or the last one. */
function nextEviction({ decided, position }: Store): number | undefined {
  const steps = (decided.value?.timeline.events ?? [])
    .filter(({ evicted }) => evicted.length > 0)
    .map(({ step }) => step);
  return steps.find((step) => step > position.value) ?? steps.at(-1);
}
