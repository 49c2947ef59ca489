import { useState } from "preact/hooks";
import { podText } from "../../../../analysis/text/podText.ts";
import { Breakable } from "../../controls/breakable.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { Recorded } from "../../state/recorded.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { clockText } from "../../time/zone.ts";
import { type ListedEvent, listedEvents } from "./listedEvents.ts";
import { countText, EVENTS, moreText, pillOf, recordedText, wordsOf } from "./words.ts";

/** Rows that are listed at first. */
const ROWS_MAX = 8;

/** Every pod that is evicted and every condition, each a way to its moment. */
export function EvictionList() {
  const store = useStore();
  const { decided, isChanged, capture } = store;
  const { run, evictions } = useModel(Recorded);
  const [isWhole, setIsWhole] = useState(false);
  const timeline = decided.value?.timeline;
  if (capture.value !== null && capture.value.times.length < 2) return null;
  const recorded = evictions.value;
  const before = isChanged.value ? (run.value?.timeline ?? null) : null;
  const events = timeline === undefined ? [] : listedEvents(timeline, before, recorded);
  const pods = events.filter(({ is }) => is === "eviction").length;
  const counted = recorded.length > 0 ? recordedText(recorded) : countText(pods);
  const listed = isWhole ? events : events.slice(0, ROWS_MAX);
  return (
    <section class="panel evictions" aria-labelledby="evictions-title">
      <p class="section-head">
        <h2 id="evictions-title">{EVENTS}</h2>
        {timeline !== undefined && <span class="quiet">{counted}</span>}
      </p>
      <ul>
        {listed.map((event) => (
          <Row
            key={`${event.is} ${event.pod?.uid ?? event.condition} ${event.step}`}
            event={event}
          />
        ))}
      </ul>
      {listed.length < events.length && (
        <button type="button" class="plain" onClick={() => setIsWhole(true)}>
          {moreText(events.length - listed.length)}
        </button>
      )}
    </section>
  );
}

function Row({ event }: { readonly event: ListedEvent }) {
  const store = useStore();
  const zone = useModel(ShownTime).zone.value;
  // What is recorded has the time of the first record without the pod; its step still has it.
  const time = store.capture.value?.times[event.step + (event.is === "recorded" ? 1 : 0)];
  const isNow = store.position.value === event.step;
  const pill = pillOf(event);
  return (
    <li class={`is-${event.is}${isNow ? " now" : ""}`}>
      <button
        type="button"
        {...(isNow ? { "aria-current": "step" } : {})}
        onClick={() => store.goTo(event.step)}
      >
        <span class="shape" aria-hidden="true" />
        <span class="number">{time === undefined ? "" : clockText(time, zone)}</span>
        <span>
          {event.pod === undefined ? (
            wordsOf(event)
          ) : (
            <>
              <b>
                <Breakable text={podText(event.pod)} />
              </b>{" "}
              <small>{wordsOf(event)}</small>
            </>
          )}
        </span>
        {pill !== null && <span class="outcome">{pill}</span>}
      </button>
    </li>
  );
}
