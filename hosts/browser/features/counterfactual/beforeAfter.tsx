import { beforeAfterRows, type Side } from "../../../../analysis/questions/diff/beforeAfter.ts";
import { Breakable } from "../../controls/breakable.tsx";
import { CopyButton } from "../../controls/copyButton.tsx";
import { useLate } from "../../controls/late.ts";
import { isOfRecording } from "../../state/changedWords.ts";
import { useModel, useStore } from "../../state/context.ts";
import { evictedPods } from "../../state/evicted.ts";
import { Recorded } from "../../state/recorded.ts";
import type { Store } from "../../state/store.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { clockText } from "../../time/zone.ts";
import { changeTexts } from "./changeTexts.ts";
import { Instead } from "./instead.tsx";
import {
  AFTER,
  BEFORE_AND_AFTER,
  beforeText,
  CHECKED_AGAIN,
  COPY_KUBECTL,
  COPY_YAML,
  DECIDING_AGAIN,
  NOT_DECIDED,
} from "./words.ts";

/** What was changed and what it does, in place of the fixes. */
export function BeforeAfter() {
  const store = useStore();
  const zone = useModel(ShownTime).zone.value;
  const { capture, position } = store;
  const time = capture.value?.times[position.value];
  const isRefused = store.refusal.value !== null;
  const isBehind = useLate(store.isBehind.value);
  const sides = isRefused ? null : sidesOf(store);
  return (
    <section
      class={`panel before-after${isBehind ? " behind" : ""}`}
      aria-labelledby="before-after-title"
      aria-busy={isBehind}
    >
      <p class="section-head">
        <h2 id="before-after-title">{BEFORE_AND_AFTER}</h2>
        {time !== undefined && <span class="quiet">{clockText(time, zone)}</span>}
        {sides !== null && <span class="checked">{isBehind ? DECIDING_AGAIN : CHECKED_AGAIN}</span>}
      </p>
      {isRefused && <p>{NOT_DECIDED}</p>}
      {sides !== null && <Rows sides={sides} />}
      {!isRefused && <ChangeLine />}
      <Instead />
    </section>
  );
}

function sidesOf(store: Store): readonly [Side, Side] | null {
  const { run, decision: before } = store.model(Recorded);
  const { decided, decision, capture } = store;
  if (run.value === null || decided.value === null) return null;
  const side = ({ policy, timeline }: Pick<NonNullable<typeof run.value>, "policy" | "timeline">) =>
    ({ policy, evicted: evictedPods(timeline.events) }) as const;
  const recorded = capture.value?.evictions ?? [];
  const happened = isOfRecording(store) && recorded.length > 0 ? recorded : null;
  return [
    {
      ...{ ...side(run.value), decision: before.value },
      ...(happened === null ? {} : { evicted: happened.map(({ pod }) => pod) }),
    },
    { ...side(decided.value), decision: decision.value },
  ];
}

function Rows({ sides }: { readonly sides: readonly [Side, Side] }) {
  const store = useStore();
  const changed = store.changes.value.map(({ uid }) => uid);
  return (
    <table class="compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{beforeText(isOfRecording(store))}</th>
          <th scope="col">{AFTER}</th>
        </tr>
      </thead>
      <tbody>
        {beforeAfterRows(...sides, changed).map(({ title, before, after }) => (
          <tr key={title} class={before === after ? "" : "differs"}>
            <th scope="row">{title}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The change as it is made in a cluster. */
function ChangeLine() {
  const store = useStore();
  const { kubectl, yaml } = changeTexts(store);
  if (kubectl === "" && yaml === "") return null;
  return (
    <div class="change-line">
      {kubectl !== "" && (
        <pre>
          <code>
            <Breakable text={kubectl} />
          </code>
        </pre>
      )}
      <p>
        {kubectl !== "" && <CopyButton text={kubectl} label={COPY_KUBECTL} />}
        <CopyButton text={yaml} label={COPY_YAML} />
      </p>
    </div>
  );
}
