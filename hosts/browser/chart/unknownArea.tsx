import { useModel, useStore } from "../state/context.ts";
import { Recorded } from "../state/recorded.ts";
import { ShownTime } from "../time/shownTime.ts";
import { unknownFrom } from "../time/unknownFrom.ts";
import type { Plot } from "./plot.ts";
import { UNKNOWN_FROM, unknownText } from "./words.ts";

/** Covers what the recording cannot say of a run that evicts other pods. */
export function UnknownArea({ plot }: { readonly plot: Plot }) {
  const store = useStore();
  const { capture } = store;
  const { unknown } = useModel(Recorded);
  const { window } = useModel(ShownTime);
  const time = capture.value?.times[unknown.value?.step ?? -1];
  if (unknown.value === null || time === undefined || time >= window.value.to) return null;
  const left = Math.max(plot.leftOf(Math.max(time, window.value.from)), plot.left);
  const width = plot.right - left;
  return (
    <div class="unknown-area" style={{ left: `${left}px`, width: `${width}px` }}>
      <p>
        <b>{UNKNOWN_FROM}</b>{" "}
        <span>{unknownText(unknown.value.pod, unknownFrom(store) ?? "")}</span>
      </p>
    </div>
  );
}
