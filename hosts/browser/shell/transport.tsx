import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { usePlayground } from "../state/context.ts";
import { dateTimeText, zoneText } from "../time/zone.ts";

/** Steps shown in a second of playing; a capture plays in twenty seconds at most. */
const PLAY_FRAME_MILLISECONDS = 100;
const PLAY_SECONDS_MAX = 20;

/** Moves through the capture: by steps, by what happens, or by itself. */
export function Transport() {
  const playground = usePlayground();
  const { position, steps, playing, turningPoints } = playground;
  usePlaying();
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
        goBy={(by) => playground.goBy(by)}
        goToEvent={(by) => playground.goToTurningPoint(by)}
      />
      <Clock />
    </div>
  );
}

interface MovesProps {
  readonly label: string;
  readonly playing: Signal<boolean>;
  /** There is nowhere to go. */
  readonly isAlone: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isFirstEvent: boolean;
  readonly isLastEvent: boolean;
  readonly goBy: (by: 1 | -1) => void;
  readonly goToEvent: (by: 1 | -1) => void;
}

/** Buttons through a capture or a story; its keys do the same. */
export function Moves({ label, playing, goBy, goToEvent, ...ends }: MovesProps) {
  return (
    <fieldset class="buttons" aria-label={label}>
      <MoveButton
        label="Previous event"
        keys="["
        disabled={ends.isFirstEvent}
        icon="M6 5v14M19 5 9 12l10 7z"
        onMove={() => goToEvent(-1)}
      />
      <MoveButton
        label="Step back"
        keys="ArrowLeft"
        disabled={ends.isFirst}
        icon="M16 5 7 12l9 7z"
        onMove={() => goBy(-1)}
      />
      <MoveButton
        label={playing.value ? "Pause" : "Play"}
        keys="Space"
        disabled={ends.isAlone}
        icon={playing.value ? "M8 5v14M16 5v14" : "M8 4l12 8-12 8z"}
        onMove={() => (playing.value = !playing.value)}
      />
      <MoveButton
        label="Step forward"
        keys="ArrowRight"
        disabled={ends.isLast}
        icon="M8 5l9 7-9 7z"
        onMove={() => goBy(1)}
      />
      <MoveButton
        label="Next event"
        keys="]"
        disabled={ends.isLastEvent}
        icon="M18 5v14M5 5l10 7-10 7z"
        onMove={() => goToEvent(1)}
      />
    </fieldset>
  );
}

/** The moment that is looked at; fractions of a second are in the decision itself. */
function Clock() {
  const { capture, position, steps, time: shown } = usePlayground();
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

interface MoveButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly disabled: boolean;
  readonly icon: string;
  readonly onMove: () => void;
}

function MoveButton({ label, keys, disabled, icon, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      aria-disabled={disabled}
      onClick={() => disabled || onMove()}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

/** While it plays, the position moves on; at the end it stops. */
function usePlaying(): void {
  const playground = usePlayground();
  const isPlaying = playground.playing.value;
  useEffect(() => {
    if (!isPlaying) return;
    const frames = (PLAY_SECONDS_MAX * 1000) / PLAY_FRAME_MILLISECONDS;
    const stride = Math.max(1, Math.ceil(playground.steps.peek() / frames));
    const timer = setInterval(() => {
      playground.goBy(stride);
      if (playground.position.peek() >= playground.steps.peek() - 1)
        playground.playing.value = false;
    }, PLAY_FRAME_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isPlaying, playground]);
}
