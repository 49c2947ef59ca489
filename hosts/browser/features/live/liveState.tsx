import { useEffect, useState } from "preact/hooks";
import { useModel, useStore } from "../../state/context.ts";
import { Live } from "./live.ts";
import { ageText, BACK_TO_NOW, LIVE_NAME } from "./words.ts";

const SECOND_MILLISECONDS = 1000;

/** How old what is on show is, in words, and a way back to the present. */
export function LiveState() {
  const store = useStore();
  const live = useModel(Live);
  const { capture, position, steps } = store;
  const isLive = live.state.value !== "off" && capture.value?.name === LIVE_NAME;
  const now = useNow(isLive);
  if (!isLive) return null;
  const { arrivedAt, silentSince } = live;
  const ago = (time: number | null) =>
    time === null ? null : Math.max(0, Math.floor((now - time) / SECOND_MILLISECONDS));
  const isBehind = position.value < steps.value - 1;
  return (
    <p class="live-state">
      <span>{ageText(ago(silentSince.value), ago(arrivedAt.value), isBehind)}</span>
      {isBehind && (
        <button type="button" class="small" onClick={() => store.goTo(store.steps.peek() - 1)}>
          {BACK_TO_NOW}
        </button>
      )}
    </p>
  );
}

/** The time, once a second while it is needed. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
