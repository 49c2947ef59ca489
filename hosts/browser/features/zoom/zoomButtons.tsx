import { formatSeconds } from "../../../../analysis/text/amount.ts";
import { IconButton } from "../../controls/iconButton.tsx";
import { useModel } from "../../state/context.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { shareOf, widthOf, ZOOM } from "../../time/window.ts";
import { windowText } from "../../time/zone.ts";
import { BY_FINGERS, byPointerText, CHARTS_SHOW, ZOOM_OUT } from "./words.ts";

/** The key that zooms with the wheel, as it is written where people have it. */
const WHEEL_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** For pointers; keys and gestures do the same. */
export function ZoomButtons() {
  const time = useModel(ShownTime);
  const { whole, narrowest } = time.bounds.value;
  const isZoomed = time.isZoomed.value;
  const isNarrowest = widthOf(time.window.value) <= narrowest;
  const isAll = widthOf(whole) <= narrowest || !isZoomed;
  return (
    <div class="zoom-buttons">
      <IconButton
        kind="zoom"
        label="Zoom out"
        keys="-"
        icon="M5 12h14"
        isDisabled={isAll}
        onPress={() => time.zoom(ZOOM)}
      />
      <IconButton
        kind="zoom"
        label="Zoom in"
        keys="+"
        icon="M5 12h14M12 5v14"
        isDisabled={isNarrowest}
        onPress={() => time.zoom(1 / ZOOM)}
      />
      <IconButton
        kind="zoom"
        label={ZOOM_OUT}
        keys="0"
        icon="M4 5v14M20 5v14M8 12h8M10.5 9l-3 3 3 3M13.5 9l3 3-3 3"
        isDisabled={isAll}
        onPress={() => time.showAll()}
      />
    </div>
  );
}

/** What the charts show of the time; while that is all of it, how to zoom. */
export function WindowWords() {
  const time = useModel(ShownTime);
  const { from, to } = time.window.value;
  const zone = time.zone.value;
  // On the side where more of the run is out of the window.
  const side = shareOf(time.bounds.value.whole, (from + to) / 2) > 0.5 ? "before" : "after";
  if (!time.isZoomed.value) {
    return (
      <p class="window-words before">
        <span class="of-pointer">{byPointerText(WHEEL_KEY)}</span>
        <span class="of-touch">{BY_FINGERS}</span>
      </p>
    );
  }
  const length = formatSeconds((to - from) / 1000);
  return (
    <p class={`window-words ${side}`} aria-live="polite">
      <span class="visually-hidden">{CHARTS_SHOW} </span>
      {windowText({ from, to }, zone)} <b>{length}</b>
    </p>
  );
}
