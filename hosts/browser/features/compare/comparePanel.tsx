import { NAMES, sidePartingOf } from "../../../../analysis/questions/diff/answer.ts";
import {
  countsSection,
  differenceWords,
  settingsTable,
} from "../../../../analysis/questions/diff/document.ts";
import { partingWords } from "../../../../analysis/questions/replay/parting.ts";
import { Announced } from "../../controls/announced.tsx";
import { Lane, Lanes } from "../../controls/lanes.tsx";
import { Blocks, HeadedSections } from "../../document/blocks.tsx";
import type { Compared } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { Differences } from "./differences.tsx";
import { SideBySide } from "./sideBySide.ts";
import {
  COMPARED,
  EXCHANGE,
  KEEP,
  KEEP_INSTEAD,
  keptText,
  refusedText,
  TITLE,
  WITH_RECORDED,
} from "./words.ts";

/** Another configuration next to the one in force: their differences and totals. */
export function ComparePanel() {
  const sideBySide = useModel(SideBySide);
  const { isOpen, refusal, compared } = sideBySide;
  return (
    <section class="panel compare" aria-labelledby="compare-title">
      <h2 id="compare-title">{TITLE}</h2>
      <p class="quiet">{COMPARED}</p>
      <Choices />
      {isOpen.value && <KeptText />}
      <Announced class="compared">
        {refusal.value !== null && (
          <p class="notice failure">{refusedText(refusal.value.sentence)}</p>
        )}
        {compared.value !== null && (
          <p class="headline">{differenceWords(compared.value.comparison)}</p>
        )}
      </Announced>
      {compared.value !== null && <Result compared={compared.value} />}
    </section>
  );
}

function Choices() {
  const { configuration } = useStore();
  const sideBySide = useModel(SideBySide);
  const { isOpen } = sideBySide;
  return (
    <div class="choices">
      <button type="button" onClick={() => sideBySide.open(configuration.peek())}>
        {isOpen.value ? KEEP_INSTEAD : KEEP}
      </button>
      <button type="button" onClick={() => sideBySide.open(null)}>
        {WITH_RECORDED}
      </button>
      {isOpen.value && (
        <>
          <button type="button" onClick={() => sideBySide.exchange()}>
            {EXCHANGE}
          </button>
          <button type="button" onClick={() => sideBySide.close()}>
            Stop comparing
          </button>
        </>
      )}
    </div>
  );
}

function KeptText() {
  const sideBySide = useModel(SideBySide);
  const isRecorded = sideBySide.kept.value === null;
  return (
    <details>
      <summary>{keptText(isRecorded)}</summary>
      <textarea
        aria-label="Configuration A"
        spellcheck={false}
        rows={10}
        value={sideBySide.a.value}
        onInput={({ currentTarget }) => sideBySide.open(currentTarget.value)}
      />
    </details>
  );
}

function Result({ compared }: { readonly compared: Compared }) {
  const { comparison, timelines, policies } = compared;
  const parting = sidePartingOf(comparison);
  const bands = comparison.runs.map(({ step, steps }) => ({ from: step, to: step + steps }));
  return (
    <>
      <Blocks blocks={settingsTable(...policies)} label="Settings" />
      <HeadedSections sections={[countsSection(comparison)]} />
      {parting !== null && <p>{partingWords(parting, NAMES[parting.side])}</p>}
      {timelines.map((timeline, index) => (
        <div key={NAMES[index]}>
          <h3>{NAMES[index]}</h3>
          <Lanes timeline={timeline} />
        </div>
      ))}
      {bands.length > 0 && <Lane kind="Differs" bands={bands} />}
      <Differences comparison={comparison} />
    </>
  );
}
