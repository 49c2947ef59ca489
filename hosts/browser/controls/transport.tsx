import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

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

/** Buttons through a capture or a scenario; its keys do the same. */
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

/** While it plays, `next` goes on, and says after how many milliseconds again; null at the end. */
export function usePlaying(
  playing: Signal<boolean>,
  first: number,
  next: () => number | null,
): void {
  const isPlaying = playing.value;
  useEffect(() => {
    if (!isPlaying) return;
    let timer: ReturnType<typeof setTimeout>;
    const goOn = () => {
      const after = next();
      if (after === null) playing.value = false;
      else timer = setTimeout(goOn, after);
    };
    timer = setTimeout(goOn, first);
    return () => clearTimeout(timer);
  }, [isPlaying]);
}
