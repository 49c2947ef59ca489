import { evictedText } from "../../../analysis/questions/replay/tally.ts";
import { plural } from "../../../analysis/text/amount.ts";
import type { CaptureOutline } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { evictedSteps, evictedUids } from "../state/evicted.ts";
import { examples } from "../state/examples.ts";
import { ChangesStrip, UndoButtons } from "./changesStrip.tsx";
import { FEATURES } from "./features.ts";
import { Kept } from "./kept.tsx";
import { CHART_STEPS_MIN } from "./timeline.tsx";
import { Tour } from "./tour.tsx";
import { DESCRIPTIONS, EVICTION_CHOICES, LOOK_AT } from "./words.ts";

const { live, oom } = FEATURES;

/** What is open: the title and description of an example, or the name of a capture. */
export function Opened() {
  const store = useStore();
  const { limits } = useModel(live.model);
  const outline = store.capture.value;
  const example = store.example.value;
  return (
    <section class="opened" aria-busy={outline === null}>
      <div class="opened-head">
        <h2>{example?.title ?? outline?.name ?? "Reading…"}</h2>
        <UndoButtons />
      </div>
      {/* Of one height: nothing moves below a threshold that is being dragged. */}
      <div class={store.isChanged.value ? "told other" : "told"}>
        <p>{example?.description ?? describeOpened(outline, store.isUnobserved.value)}</p>
        <ChangesStrip />
      </div>
      {outline?.name === live.captureName &&
        limits.value.map((limit) => <p key={limit}>{limit}</p>)}
      <live.State />
      <oom.Terminations />
      <div class="under-opened">
        {example !== null && (
          <details>
            <summary>{LOOK_AT}</summary>
            <ul class="look">
              {example.lookAt.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </details>
        )}
        {example !== null && example === examples.all[0] && <Tour />}
        <Evictions />
        {/* Behind what can be pressed: nothing of that moves when they are known. */}
        <Facts />
        <Kept />
      </div>
    </section>
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
  const { capture, decided } = useStore();
  const outline = capture.value;
  if (outline === null) {
    return (
      <ul class="facts">
        <li>Reading…</li>
      </ul>
    );
  }
  const decision = decided.value;
  const { events = [] } = decision?.timeline ?? {};
  return (
    <ul class="facts" data-capture={decision === null ? undefined : outline.name}>
      {outline.node !== undefined && <li>node {outline.node}</li>}
      {outline.kubelet !== undefined && <li>kubelet {outline.kubelet}</li>}
      <li>{plural(outline.times.length, "step")}</li>
      {decision !== null && <li>{evictedText(evictedUids(events).size, evictedSteps(events))}</li>}
      {decision !== null && <li>decided in {Math.ceil(decision.milliseconds)} ms</li>}
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
