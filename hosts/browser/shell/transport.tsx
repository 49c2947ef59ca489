import { Transport } from "../controls/transport.tsx";
import { useModel, useStore } from "../state/context.ts";
import { ShownTime } from "../time/shownTime.ts";
import { dateTimeText, zoneText } from "../time/zone.ts";
import { THROUGH_CAPTURE } from "./words.ts";

export function CaptureTransport() {
  return (
    <Transport label={THROUGH_CAPTURE} of={useStore()}>
      <Clock />
    </Transport>
  );
}

/** The moment that is looked at; fractions of a second are in the decision itself. */
function Clock() {
  const { capture, position, steps } = useStore();
  const shown = useModel(ShownTime);
  const time = capture.value?.times[position.value];
  const zone = shown.zone.value;
  if (capture.value === null) return <p class="clock">Reading…</p>;
  return (
    <p class="clock">
      {time !== undefined && (
        <time dateTime={new Date(time).toISOString()}>
          {dateTimeText(time, zone)} {zoneText(time, zone)}
        </time>
      )}
      <span class="step">
        step {(position.value + 1).toLocaleString("en-US")} of {steps.value.toLocaleString("en-US")}
      </span>
    </p>
  );
}
