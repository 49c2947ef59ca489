import { useEffect, useState } from "preact/hooks";
import { answerTitle } from "../../../analysis/questions/explain/answer.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { Lanes } from "../controls/lanes.tsx";
import { useModel, useStore } from "../state/context.ts";
import { ShownTime } from "../time/shownTime.ts";
import { clockText } from "../time/zone.ts";
import { STICKY_LABEL } from "./words.ts";

/** The moment on show in one line and the lanes, where the chart has scrolled out of sight. */
export function StickyTimeline() {
  const store = useStore();
  const zone = useModel(ShownTime).zone.value;
  const isNeeded = useChartIsAbove();
  const { capture, decision, decided, position } = store;
  const time = capture.value?.times[position.value];
  if (!isNeeded || decided.value === null || time === undefined) return null;
  const current = decision.value;
  return (
    <aside class="sticky-timeline" aria-label={STICKY_LABEL}>
      <p>
        <b>{clockText(time, zone)}</b>{" "}
        <span class="quiet">{current === null ? "" : answerTitle(current).title}</span>
        <span class="sticky-buttons">
          <IconButton
            label="Event before"
            keys="["
            icon="M15 6 9 12l6 6"
            kind="zoom"
            isDisabled={!store.hasEvent(-1)}
            onPress={() => store.goToEvent(-1)}
          />
          <IconButton
            label="Event after"
            keys="]"
            icon="m9 6 6 6-6 6"
            kind="zoom"
            isDisabled={!store.hasEvent(1)}
            onPress={() => store.goToEvent(1)}
          />
        </span>
      </p>
      <Lanes timeline={decided.value.timeline} held={store.held.value} />
    </aside>
  );
}

/** Whether the whole figure of the chart is above the window. */
function useChartIsAbove(): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    const figure = document.querySelector("main > .figure");
    if (figure === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry === undefined) return;
      // A capture of one record has no chart: the figure is there, without a height.
      const { height, bottom } = entry.boundingClientRect;
      setIsAbove(!entry.isIntersecting && height > 0 && bottom <= 0);
    });
    observer.observe(figure);
    return () => observer.disconnect();
  }, []);
  return isAbove;
}
