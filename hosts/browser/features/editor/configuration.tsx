import { useMemo } from "preact/hooks";
import {
  type PlacedSentence,
  placedSentences,
} from "../../../../analysis/questions/check/placedSentences.ts";
import { Announced } from "../../controls/announced.tsx";
import { useStore } from "../../state/context.ts";
import { ConfigurationEditor } from "./configurationEditor.tsx";
import { DefaultsInForce } from "./defaultsInForce.tsx";
import { BACK_TO_DEFAULTS, BACK_TO_RECORDED, NOT_IN_FORCE } from "./words.ts";

/** The configuration in force, and the engine's sentences about it. */
export function Configuration() {
  const { configuration, refusal, decided } = useStore();
  const [text, refused, shown] = [configuration.value, refusal.value, decided.value];
  const sentences = useMemo(() => placedSentences(text, refused, shown), [text, refused, shown]);
  return (
    <section class="panel configuration" aria-labelledby="configuration-title">
      <h2 id="configuration-title">Configuration</h2>
      <ConfigurationEditor sentences={sentences} />
      <DefaultsInForce />
      <Announced class="sentences">
        {refused !== null && <p class="notice failure">{NOT_IN_FORCE}</p>}
        {sentences.map((each) => (
          <Sentence key={`${each.line} ${each.sentence}`} placed={each} />
        ))}
      </Announced>
      <BackToRecorded />
    </section>
  );
}

/** What is wrong, what is risky, and how the text was understood. */
const CLASSES: Readonly<Record<PlacedSentence["severity"], string>> = {
  error: "notice failure",
  warning: "notice",
  info: "note",
};

/** A sentence that the editor shows under its line is here for screen readers alone. */
function Sentence({ placed }: { readonly placed: PlacedSentence }) {
  const { line, severity, sentence } = placed;
  if (line !== null) return <p class="visually-hidden">{`Line ${line}: ${sentence}`}</p>;
  return <p class={CLASSES[severity]}>{sentence}</p>;
}

function BackToRecorded() {
  const store = useStore();
  const { recordedConfiguration, configuration, capture } = store;
  const recorded = recordedConfiguration.value;
  const hasOwn = capture.value !== null && capture.value.configuration !== null;
  return (
    <button
      type="button"
      class="back"
      aria-disabled={configuration.value === recorded}
      onClick={() => store.configure(recorded)}
    >
      {hasOwn ? BACK_TO_RECORDED : BACK_TO_DEFAULTS}
    </button>
  );
}
