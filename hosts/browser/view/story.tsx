import { plural } from "../../shared/amount.ts";
import { LIVE_NAME } from "../live/live.ts";
import { examples } from "../state/examples.ts";
import { usePlayground } from "./context.ts";
import { Tour } from "./tour.tsx";

/** What is open: the story of an example, or the name of a capture. */
export function Story() {
  const playground = usePlayground();
  const { decided, live } = playground;
  const outline = playground.capture.value;
  if (outline === null) return <section class="story" aria-busy="true" />;
  const example = playground.example.value;
  const evictions = decided.value?.timeline.events.reduce(
    (count, { evicted }) => count + evicted.length,
    0,
  );
  return (
    <section class="story">
      <h2>{example?.title ?? outline.name}</h2>
      {example !== null && <p>{example.story}</p>}
      {outline.name === LIVE_NAME && live.limits.value.map((limit) => <p key={limit}>{limit}</p>)}
      {example !== null && (
        <details>
          <summary>What to look at</summary>
          <ul class="look">
            {example.lookAt.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </details>
      )}
      {example !== null && example === examples.all.value[0] && <Tour />}
      <ul class="facts" data-capture={decided.value === null ? undefined : outline.name}>
        {outline.node !== undefined && <li>node {outline.node}</li>}
        {outline.kubelet !== undefined && <li>kubelet {outline.kubelet}</li>}
        <li>{plural(outline.times.length, "step")}</li>
        {evictions !== undefined && <li>{plural(evictions, "eviction")}</li>}
        {decided.value !== null && <li>decided in {Math.ceil(decided.value.milliseconds)} ms</li>}
      </ul>
    </section>
  );
}
