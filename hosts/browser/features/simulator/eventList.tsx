import { useEffect, useRef } from "preact/hooks";
import type { WordedEvent } from "../../../../analysis/questions/simulate/moments.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { ENDS, type OpenedCluster } from "./openedCluster.ts";

/** Every event, one of them the current one: the list is one stop of the Tab key. */
export function EventList({ cluster }: { readonly cluster: OpenedCluster }) {
  const { run, chosen, lastEvent } = cluster;
  const { events = [], verdict } = run.value ?? {};
  const [first, last] = verdict?.cycle ?? [-1, -1];
  const current = chosen.value ?? Math.max(lastEvent.value, 0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[current];
    if (row instanceof HTMLElement && list.current !== null) bringIntoView(row, list.current);
  }, [current]);
  return (
    <section class="panel events" aria-labelledby="events-title">
      <h2 id="events-title">Events</h2>
      <ol ref={list} onKeyDown={(event) => moveByKey(event, cluster)}>
        {events.map((event, index) => (
          <li
            key={index}
            class={[
              ENDS.has(event.kind) ? "goes" : event.kind === "Condition" ? "condition" : "",
              index >= first && index <= last ? "of-cycle" : "",
            ].join(" ")}
          >
            <button
              type="button"
              tabIndex={index === current ? 0 : -1}
              aria-current={index === current ? "true" : undefined}
              onClick={() => {
                cluster.choose(index);
                cluster.tab.value = "explanation";
              }}
            >
              <EventLine event={event} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EventLine({ event: { time, node, words } }: { readonly event: WordedEvent }) {
  return (
    <>
      <span class="number">{virtualTime(time)}</span>
      <span class="quiet">{node ?? ""}</span>
      <span class="words">{words}</span>
    </>
  );
}

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function moveByKey(event: KeyboardEvent, cluster: OpenedCluster): void {
  const by = MOVES[event.key];
  if (by === undefined) return;
  event.preventDefault();
  cluster.goToEvent(by);
  const list = event.currentTarget as HTMLElement;
  // The list is drawn first.
  requestAnimationFrame(() => list.querySelector<HTMLElement>("[tabindex='0']")?.focus());
}

/** Scrolls the list and not the page. */
function bringIntoView(row: HTMLElement, list: HTMLElement): void {
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const bottom = top + row.offsetHeight - list.clientHeight;
  if (bottom > list.scrollTop) list.scrollTop = bottom;
}
