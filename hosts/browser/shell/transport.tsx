import { Moves, usePlaying } from "../controls/transport.tsx";
import { useModel, useStore } from "../state/context.ts";
import { ShownTime } from "../time/shownTime.ts";
import { dateTimeText, zoneText } from "../time/zone.ts";

/** Steps shown in a second of playing; a capture plays in twenty seconds at most. */
const PLAY_FRAME_MILLISECONDS = 100;
const PLAY_SECONDS_MAX = 20;

/** Moves through the capture: by steps, by what happens, or by itself. */
export function Transport() {
  const store = useStore();
  const { position, steps, playing, turningPoints } = store;
  usePlaying(playing, PLAY_FRAME_MILLISECONDS, () => {
    const frames = (PLAY_SECONDS_MAX * 1000) / PLAY_FRAME_MILLISECONDS;
    store.goBy(Math.max(1, Math.ceil(steps.peek() / frames)));
    return position.peek() < steps.peek() - 1 ? PLAY_FRAME_MILLISECONDS : null;
  });
  const points = turningPoints.value;
  return (
    <div class="transport">
      <Moves
        label="Move through the capture"
        playing={playing}
        isAlone={steps.value < 2}
        isFirst={position.value === 0}
        isLast={position.value >= steps.value - 1}
        isFirstEvent={points.every((point) => point >= position.value)}
        isLastEvent={points.every((point) => point <= position.value)}
        goBy={(by) => store.goBy(by)}
        goToEvent={(by) => store.goToTurningPoint(by)}
      />
      <Clock />
    </div>
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
