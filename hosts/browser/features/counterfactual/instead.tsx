import { checkedChanges } from "../../../../analysis/questions/explain/checkedFixes.ts";
import { lettersOf } from "../../document/inline.tsx";
import { useModel } from "../../state/context.ts";
import { Recorded } from "../../state/recorded.ts";
import { Trial } from "./trial.ts";
import { INSTEAD } from "./words.ts";

/** The fixes of the decision as it was recorded: each takes the place of the change. */
export function Instead() {
  const before = useModel(Recorded).decision.value;
  const trial = useModel(Trial);
  if (before === null) return null;
  const others = checkedChanges(before, { namesPod: true }).filter(({ found }) => {
    return trial.canTry(found, before) && !trial.isInForce(found, before);
  });
  if (others.length === 0) return null;
  return (
    <p class="instead">
      {INSTEAD}{" "}
      {others.map(({ found, fix }) => (
        <button
          key={found.sentence}
          type="button"
          class="plain"
          onClick={() => trial.applyInstead(found, before)}
        >
          {lettersOf(fix.change).split(" (now ")[0]}
        </button>
      ))}
    </p>
  );
}
