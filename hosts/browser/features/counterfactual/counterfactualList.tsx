import type { Counterfactual, Decision } from "../../../../analysis/engine/decision.ts";
import { TryButton } from "../../document/fixCard.tsx";
import { useModel, useStore } from "../../state/context.ts";
import type { Pointed } from "../../state/store.ts";
import { Trial } from "./trial.ts";

/** What would have spared the pod, each to be tried; the core has taken the step with each. */
export function Counterfactuals({ decision }: { readonly decision: Decision }) {
  const { counterfactuals = [] } = decision;
  if (counterfactuals.length === 0) return null;
  return (
    <div class="counterfactuals">
      <h3>Fixes</h3>
      <ul>
        {counterfactuals.map((each) => (
          <Line key={each.sentence} counterfactual={each} decision={decision} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  readonly counterfactual: Counterfactual;
  readonly decision: Decision;
}

function Line({ counterfactual, decision }: LineProps) {
  const { pointed } = useStore();
  const { sentence, change } = counterfactual;
  const about = pointedBy(change, decision);
  return (
    <li
      onPointerEnter={() => (pointed.value = about)}
      onPointerLeave={() => (pointed.value = null)}
    >
      <span>{sentence}</span>
      <TryChange counterfactual={counterfactual} decision={decision} />
    </li>
  );
}

/** Tries the change on the whole capture. */
export function TryChange({ counterfactual, decision }: LineProps) {
  const { pointed } = useStore();
  const trial = useModel(Trial);
  if (!trial.canTry(counterfactual, decision)) return null;
  const { sentence, change } = counterfactual;
  return (
    <TryButton
      change={sentence}
      onPoint={(isOn) => (pointed.value = isOn ? pointedBy(change, decision) : null)}
      onTry={() => trial.apply(counterfactual, decision)}
    />
  );
}

export function pointedBy(
  change: Counterfactual["change"],
  { signal, hard = true, subject }: Decision,
): Pointed | null {
  if (change !== "threshold") return subject === undefined ? null : { pod: subject.uid };
  return signal === undefined ? null : { threshold: { signal, hard } };
}
