import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { IconButton } from "./iconButton.tsx";
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
        <IconButton
          label="Previous event"
          keys="["
          isDisabled={!of.hasEvent(-1)}
          icon="M6 5v14M19 5 9 12l10 7z"
          onPress={() => of.goToEvent(-1)}
        />
        <IconButton
          label="Step back"
          keys="ArrowLeft"
          isDisabled={position.value === 0}
          icon="M16 5 7 12l9 7z"
          onPress={() => of.goBy(-1)}
        />
        <IconButton
          label={playing.value ? "Pause" : "Play"}
          keys="Space"
          isDisabled={steps.value < 2}
          icon={playing.value ? "M8 5v14M16 5v14" : "M8 4l12 8-12 8z"}
          onPress={() => (playing.value = !playing.value)}
        />
        <IconButton
          label="Step forward"
          keys="ArrowRight"
          isDisabled={position.value >= steps.value - 1}
          icon="M8 5l9 7-9 7z"
          onPress={() => of.goBy(1)}
        />
        <IconButton
          label="Next event"
          keys="]"
          isDisabled={!of.hasEvent(1)}
          icon="M18 5v14M5 5l10 7-10 7z"
          onPress={() => of.goToEvent(1)}
        />
      </fieldset>
      {children}
    </div>
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
