import { useModel } from "../../state/context.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { shareOf, type TimeWindow, widthOf } from "../../time/window.ts";
import { dateTimeText, zoneText } from "../../time/zone.ts";
import { BEGINNING, END } from "./words.ts";

/** By how much of the window a key moves one of its edges. */
const KEY_SHARE = 0.05;

interface Edge {
  readonly end: keyof TimeWindow;
  readonly name: string;
}

const EDGES: readonly Edge[] = [
  { end: "from", name: BEGINNING },
  { end: "to", name: END },
];

/** Where an edge goes by a key; undefined for every other key. */
function movedBy(key: string, end: keyof TimeWindow, time: ShownTime): number | undefined {
  const [window, { whole }] = [time.window.peek(), time.bounds.peek()];
  const by = widthOf(window) * KEY_SHARE;
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: window[end] - by,
    ArrowDown: window[end] - by,
    ArrowRight: window[end] + by,
    ArrowUp: window[end] + by,
    Home: whole.from,
    End: whole.to,
  };
  return places[key];
}

/** The edges of the window over the whole run; a pointer holds them through the strip. */
export function Edges() {
  const time = useModel(ShownTime);
  const { whole } = time.bounds.value;
  const window = time.window.value;
  const zone = time.zone.value;
  return (
    <>
      {EDGES.map(({ end, name }) => (
        <div
          key={end}
          class={`overview-edge ${end}`}
          style={{ left: `${shareOf(whole, window[end]) * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={Math.round(widthOf(whole) / 1000)}
          aria-valuenow={Math.round((window[end] - whole.from) / 1000)}
          aria-valuetext={`${dateTimeText(window[end], zone)} ${zoneText(window[end], zone)}`}
          onKeyDown={(event) => {
            const to = movedBy(event.key, end, time);
            if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            time.moveEdge(end, to);
          }}
        />
      ))}
    </>
  );
}
