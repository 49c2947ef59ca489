import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Playback } from "./playback.ts";

/** Milliseconds after which it goes on when it begins to play. */
const FRAME_MILLISECONDS = 100;

interface TransportProps {
  readonly label: string;
  readonly of: Playback;
  /** What follows the buttons. */
  readonly children?: ComponentChildren;
}

/** Moves by steps, by what happens, or by itself; the keys do the same. */
export function Transport({ label, of, children }: TransportProps) {
  const { playing, position, steps } = of;
  usePlaying(of);
  return (
    <div class="transport">
      <fieldset class="buttons" aria-label={label}>
        <MoveButton
          label="Previous event"
          keys="["
          disabled={!of.hasEvent(-1)}
          icon="M6 5v14M19 5 9 12l10 7z"
          onMove={() => of.goToEvent(-1)}
        />
        <MoveButton
          label="Step back"
          keys="ArrowLeft"
          disabled={position.value === 0}
          icon="M16 5 7 12l9 7z"
          onMove={() => of.goBy(-1)}
        />
        <MoveButton
          label={playing.value ? "Pause" : "Play"}
          keys="Space"
          disabled={steps.value < 2}
          icon={playing.value ? "M8 5v14M16 5v14" : "M8 4l12 8-12 8z"}
          onMove={() => (playing.value = !playing.value)}
        />
        <MoveButton
          label="Step forward"
          keys="ArrowRight"
          disabled={position.value >= steps.value - 1}
          icon="M8 5l9 7-9 7z"
          onMove={() => of.goBy(1)}
        />
        <MoveButton
          label="Next event"
          keys="]"
          disabled={!of.hasEvent(1)}
          icon="M18 5v14M5 5l10 7-10 7z"
          onMove={() => of.goToEvent(1)}
        />
      </fieldset>
      {children}
    </div>
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

function usePlaying(of: Playback): void {
  const isPlaying = of.playing.value;
  useEffect(() => {
    if (!isPlaying) return;
    let timer: ReturnType<typeof setTimeout>;
    const goOn = () => {
      const shown = of.playOn();
      if (of.position.peek() >= of.steps.peek() - 1) of.playing.value = false;
      else timer = setTimeout(goOn, shown);
    };
    timer = setTimeout(goOn, FRAME_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isPlaying, of]);
}
