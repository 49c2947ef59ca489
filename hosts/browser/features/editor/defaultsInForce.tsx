import { useMemo } from "preact/hooks";
import { defaultLines } from "../../../../analysis/questions/sweep/defaultLines.ts";
import { withDefaults } from "../../../../analysis/questions/sweep/thresholdText.ts";
import { lineFinder } from "../../../../analysis/read/kubelet/position.ts";
import { useStore } from "../../state/context.ts";
import { DEFAULTS_IN_FORCE, WRITE_DEFAULTS } from "./words.ts";

/** What is in force though the text does not say it, in gray below the text. */
export function DefaultsInForce() {
  const store = useStore();
  const text = store.configuration.value;
  const policy = store.refusal.value === null ? store.decided.value?.policy : undefined;
  const lines = useMemo(() => {
    const lineOf = lineFinder(text);
    const isWritten = (member: string) => lineOf(member) !== undefined;
    return policy === undefined ? [] : defaultLines(text, policy, isWritten);
  }, [text, policy]);
  if (policy === undefined || lines.length === 0) return null;
  return (
    <section class="ghost-lines" aria-label={DEFAULTS_IN_FORCE}>
      <pre>{lines.join("\n")}</pre>
      <button
        type="button"
        class="plain"
        onClick={() => store.configure(withDefaults(text, policy))}
      >
        {WRITE_DEFAULTS}
      </button>
    </section>
  );
}
