import { useMemo } from "preact/hooks";
import { type PlacedSentence, placedSentences } from "../editor/placed.ts";
import { ConfigurationEditor } from "./configurationEditor.tsx";
import { usePlayground } from "./context.ts";
import { WhatIf } from "./whatIf.tsx";

/** The configuration in force, and what the engine says about it. */
export function Configuration() {
  const { configuration, refusal, decided } = usePlayground();
  const [text, refused, shown] = [configuration.value, refusal.value, decided.value];
  const said = useMemo(() => placedSentences(text, refused, shown), [text, refused, shown]);
  return (
    <section class="panel configuration" aria-labelledby="configuration-title">
      <h2 id="configuration-title">Configuration</h2>
      <ConfigurationEditor said={said} />
      <div class="said" aria-live="polite">
        {refused !== null && (
          <p class="notice failure">
            Not in force: what is shown was decided before this text was changed.
          </p>
        )}
        {said.map((each) => (
          <Said key={`${each.line} ${each.sentence}`} said={each} />
        ))}
      </div>
      <BackToRecorded />
      <WhatIf />
    </section>
  );
}

/** What stands in the text under its line is read out, and not written down twice. */
function Said({ said: { line, severity, sentence } }: { readonly said: PlacedSentence }) {
  if (line !== null) return <p class="visually-hidden">{`Line ${line}: ${sentence}`}</p>;
  return <p class={severity === "error" ? "notice failure" : "notice"}>{sentence}</p>;
}

function BackToRecorded() {
  const playground = usePlayground();
  const { recordedConfiguration, configuration, capture } = playground;
  const recorded = recordedConfiguration.value;
  const hasOwn = capture.value !== null && capture.value.configuration !== null;
  return (
    <button
      type="button"
      class="back"
      aria-disabled={configuration.value === recorded}
      onClick={() => playground.configure(recorded)}
    >
      {hasOwn ? "Back to the recorded configuration" : "Back to the kubelet's defaults"}
    </button>
  );
}
