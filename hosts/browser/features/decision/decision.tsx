import type { ComponentChildren } from "preact";
import type { Decision, ThresholdArithmetic } from "../../../../analysis/engine/decision.ts";
import {
  allocatable,
  conditionsSentence,
  headline,
  messageBlocks,
  NO_THRESHOLD_MET,
  NOTHING_OBSERVED,
  others,
  reclaimSentence,
} from "../../../../analysis/questions/explain/incident.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { Quantities } from "../../controls/quantities.tsx";
import { Blocks, SectionDetails } from "../../document/blocks.tsx";
import { useStore } from "../../state/context.ts";
import { answeringDecision } from "../../state/recordedAt.ts";

interface PanelProps {
  /** What else is said of the moment, at the end. */
  readonly children: ComponentChildren;
}

/** What the kubelet does in the step at the position, in its own words, and why. */
export function DecisionPanel(parts: PanelProps) {
  const store = useStore();
  const { stepProblems, decided } = store;
  const current = answeringDecision(store);
  const whileUndecided = decided.value === null ? "Deciding…" : NOTHING_OBSERVED;
  return (
    <section class="panel decision" id="decision" aria-labelledby="decision-title" tabIndex={-1}>
      <h2 id="decision-title" class={current === null ? "awaited" : "headline"}>
        {current === null ? whileUndecided : headline(current)}
      </h2>
      {stepProblems.value.map((problem) => (
        <p key={problem} class="notice">
          {problem}
        </p>
      ))}
      {current !== null && <DecisionBody {...parts} decision={current} />}
    </section>
  );
}

interface BodyProps extends PanelProps {
  readonly decision: Decision;
}

function DecisionBody({ decision, children }: BodyProps) {
  return (
    <>
      <Outcome decision={decision} />
      <SectionDetails sections={others(decision)} />
      <Thresholds thresholds={decision.thresholds ?? []} />
      <SectionDetails sections={allocatable(decision)} />
      {children}
    </>
  );
}

/** What the kubelet reports, reclaims and evicts in a step, below its headline. */
export function Outcome({ decision }: { readonly decision: Decision }) {
  const { evictions, reclaim, assumption } = decision;
  const first = decision.ranking?.find(({ uid }) => uid === evictions[0]?.uid);
  return (
    <>
      {first !== undefined && <p class="why">{first.sentence}</p>}
      <p class="conditions">{conditionsSentence(decision)}</p>
      {assumption !== undefined && <Assumption sentence={assumption} />}
      {evictions.map((eviction) => (
        <figure key={eviction.uid} class="eviction">
          <Blocks blocks={messageBlocks(eviction)} label={podText(eviction)} />
        </figure>
      ))}
      {reclaim.length > 0 && <p>{reclaimSentence(decision)}</p>}
    </>
  );
}

/** What is credited for pods that are gone: a short clause, and the exact amounts on demand. */
function Assumption({ sentence }: { readonly sentence: string }) {
  const [assumed = sentence, credited] = sentence.split(/: (.*)/s);
  if (credited === undefined) return <p class="assumption">{assumed}</p>;
  return (
    <details class="assumption">
      <summary>{assumed}</summary>
      <p class="quiet">{credited}</p>
    </details>
  );
}

function isActive({ met, unresolved }: ThresholdArithmetic): boolean {
  return met || unresolved;
}

/** The thresholds that are met, or not yet far enough behind. */
export function ActiveThresholds({ decision }: { readonly decision: Decision }) {
  const active = (decision.thresholds ?? []).filter(isActive);
  if (active.length === 0) return <p class="quiet">{NO_THRESHOLD_MET}</p>;
  return <ThresholdSentences thresholds={active} />;
}

function Thresholds({ thresholds }: { readonly thresholds: readonly ThresholdArithmetic[] }) {
  const active = thresholds.filter(isActive);
  const others = thresholds.filter((threshold) => !isActive(threshold));
  return (
    <div class="arithmetic">
      <h3>Thresholds</h3>
      {active.length === 0 && <p class="quiet">{NO_THRESHOLD_MET}</p>}
      <ThresholdSentences thresholds={active} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} not met</summary>
          <ThresholdSentences thresholds={others} />
        </details>
      )}
    </div>
  );
}

function ThresholdSentences({
  thresholds,
}: {
  readonly thresholds: readonly ThresholdArithmetic[];
}) {
  const { pointed } = useStore();
  if (thresholds.length === 0) return null;
  return (
    <ul>
      {thresholds.map(({ signal, hard, sentence, met, unresolved }) => (
        <li
          key={`${signal} ${hard}`}
          class={met || unresolved ? "on" : ""}
          onPointerEnter={() => (pointed.value = { threshold: { signal, hard } })}
          onPointerLeave={() => (pointed.value = null)}
        >
          <Quantities sentence={sentence} signal={signal} />
        </li>
      ))}
    </ul>
  );
}
