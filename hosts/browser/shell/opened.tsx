import type { Decision } from "../../../analysis/engine/decision.ts";
import { answerReason, answerTitle } from "../../../analysis/questions/explain/answer.ts";
import { NOTHING_OBSERVED } from "../../../analysis/questions/explain/incident.ts";
import { doubtBlocks } from "../../../analysis/questions/replay/doubts.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { WITHOUT_CONFIGURATION } from "../../../analysis/text/assumedDefaults.ts";
import { MARKS } from "../../../analysis/text/document.ts";
import { Headline } from "../controls/headline.tsx";
import { useLate } from "../controls/late.ts";
import { Blocks } from "../document/blocks.tsx";
import type { CaptureOutline } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { examples } from "../state/examples.ts";
import { recordedAt } from "../state/recordedAt.ts";
import { EMPTY_CONFIGURATION } from "../state/store.ts";
import { ChangesStrip } from "./changesStrip.tsx";
import { chooseFiles } from "./chooseFiles.ts";
import { CompareReleases } from "./compareReleases.tsx";
import { useEvictedText } from "./evictedText.ts";
import { FEATURES } from "./features.ts";
import { Kept } from "./kept.tsx";
import { CHART_STEPS_MIN } from "./timeline.tsx";
import { Tour } from "./tour.tsx";
import {
  ABOUT_EXAMPLE,
  ANSWER_LABEL,
  DECIDING,
  DECIDING_CHANGE,
  DESCRIPTIONS,
  DROP_CONFIGURATION,
  EVICTION_CHOICES,
  LOOK_AT,
  UNDECIDED,
  withChangeText,
} from "./words.ts";

const { live, oom } = FEATURES;

/** The answer at the moment on show, under the name of what is open. */
export function Opened() {
  const store = useStore();
  const { limits } = useModel(live.model);
  const outline = store.capture.value;
  const example = store.example.value;
  return (
    <section class="opened" aria-busy={outline === null}>
      <div class="context">
        <b class="name">{example?.title ?? outline?.name ?? "Reading…"}</b>
        <Facts />
        <Kept />
        <CompareReleases />
      </div>
      <Answer />
      <Assumed />
      {outline?.name === live.captureName &&
        limits.value.map((limit) => <p key={limit}>{limit}</p>)}
      <live.State />
      <oom.Terminations />
      <div class="under-opened">
        {/* In one row: nothing moves below a threshold that is being dragged. */}
        {store.isChanged.value || store.refusal.value !== null ? <ChangesStrip /> : <About />}
        <Evictions />
      </div>
    </section>
  );
}

/** What the kubelet does at the position, and why: one sentence each. */
function Answer() {
  const store = useStore();
  const { decision, decided, capture, isUnobserved } = store;
  const isBehind = useLate(store.isChanged.value && store.isBehind.value);
  const current = decision.value;
  if (current !== null && isBehind) return <Awaited decision={current} />;
  if (current === null) {
    const undecided = store.refusal.value === null ? DECIDING : UNDECIDED;
    return (
      <div class="verdict-of">
        <Headline title={decided.value === null ? undecided : NOTHING_OBSERVED} />
        <p class="reason">{describeOpened(capture.value, isUnobserved.value)}</p>
      </div>
    );
  }
  const recorded = recordedAt(store);
  if (recorded !== null) {
    return (
      <div class="verdict-of">
        <Headline
          title={recorded.title}
          tone={MARKS[recorded.isPolicyOnly ? "risk" : "bad"].tone}
        />
        {recorded.decision !== null && (
          <div class="reason">
            <Blocks
              blocks={answerReason({ decision: recorded.decision, memory: null }, false)}
              label={ANSWER_LABEL}
            />
          </div>
        )}
        <p class="reason">{recorded.sentence}</p>
      </div>
    );
  }
  const { title, mark } = answerTitle(current);
  const isWithChange = store.isChanged.value && store.refusal.value === null;
  return (
    <div class="verdict-of">
      <Headline title={isWithChange ? withChangeText(title) : title} tone={MARKS[mark].tone} />
      <div class="reason">
        <Blocks
          blocks={[
            ...answerReason({ decision: current, memory: null }, false),
            ...doubtBlocks(current),
          ]}
          label={ANSWER_LABEL}
        />
      </div>
    </div>
  );
}

/** What was decided before the change keeps its place, and is not said. */
function Awaited({ decision }: { readonly decision: Decision }) {
  return (
    <div class="verdict-of" aria-busy="true">
      <Headline title={DECIDING_CHANGE} />
      <div class="reason awaited">
        <Blocks blocks={answerReason({ decision, memory: null }, false)} label={ANSWER_LABEL} />
      </div>
    </div>
  );
}

/** What is taken for granted because the input lacks it: said once. */
function Assumed() {
  const store = useStore();
  const { capture, configuration } = store;
  const isAssumed =
    capture.value?.configuration === null && configuration.value === EMPTY_CONFIGURATION;
  if (!isAssumed) return null;
  return (
    <p class="assumed">
      <b>Assumed.</b> {WITHOUT_CONFIGURATION}{" "}
      <button type="button" class="plain" onClick={() => chooseFiles(store)}>
        {DROP_CONFIGURATION}
      </button>
    </p>
  );
}

/** The story of an example, folded: the answer comes first. */
function About() {
  const { example, capture, isUnobserved } = useStore();
  const shown = example.value;
  const description = describeOpened(capture.value, isUnobserved.value);
  if (shown === null) return description === "" ? null : <p class="quiet">{description}</p>;
  return (
    <>
      <details class="about">
        <summary>{ABOUT_EXAMPLE}</summary>
        <p>{shown.description}</p>
        <p>{LOOK_AT}:</p>
        <ul class="look">
          {shown.lookAt.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </details>
      {shown === examples.all[0] && <Tour />}
    </>
  );
}

/** What can be done with a capture of one's own; a daemon's page says how old it is instead. */
function describeOpened(outline: CaptureOutline | null, isUnobserved: boolean): string {
  if (outline === null) return "";
  if (outline.name === live.captureName) return DESCRIPTIONS.live;
  if (isUnobserved) return DESCRIPTIONS.unobserved;
  return outline.times.length < CHART_STEPS_MIN ? DESCRIPTIONS.moment : DESCRIPTIONS.capture;
}

function Facts() {
  const store = useStore();
  const evicted = useEvictedText();
  const { capture, decided } = store;
  const outline = capture.value;
  if (outline === null) {
    return (
      <ul class="facts">
        <li>Reading…</li>
      </ul>
    );
  }
  const decision = decided.value;
  return (
    <ul class="facts" data-capture={decision === null ? undefined : outline.name}>
      {outline.node !== undefined && <li>node {outline.node}</li>}
      {outline.kubelet !== undefined && <li>kubelet {outline.kubelet}</li>}
      <li>{plural(outline.times.length, "step")}</li>
      {evicted !== null && <li>{evicted}</li>}
    </ul>
  );
}

/** Whether what is evicted here is gone from the steps that follow. */
function Evictions() {
  const store = useStore();
  return (
    <fieldset class="segments">
      <legend>Evictions</legend>
      {EVICTION_CHOICES.map(([whatIf, title, explained]) => (
        <label key={title} title={explained}>
          <input
            type="radio"
            name="evictions"
            checked={store.whatIf.value === whatIf}
            onChange={() => store.setWhatIf(whatIf)}
          />
          <span>{title}</span>
          <span class="visually-hidden">: {explained}</span>
        </label>
      ))}
    </fieldset>
  );
}
