import { useModal } from "../controls/modal.ts";
import { OPEN_ICON, ShortLabel } from "../controls/shortLabel.tsx";
import { useModel } from "../state/context.ts";
import { Bring } from "./bring.tsx";
import { Views } from "./views.ts";
import { BRING, BRING_TITLE, EMPTY_VIEWS } from "./words.ts";

/** Where to paste what the incident left behind, over whatever is on show. */
export function BringButton() {
  const { isBringing } = useModel(Views);
  return (
    <>
      <button type="button" class="primary bring-button" onClick={() => (isBringing.value = true)}>
        <ShortLabel icon={OPEN_ICON}>{BRING}</ShortLabel>
      </button>
      {isBringing.value && <Opened />}
    </>
  );
}

function Opened() {
  const { isBringing, shown } = useModel(Views);
  const dialog = useModal();
  // The daemon of a live node is started, not brought.
  const { bring, command } = EMPTY_VIEWS[shown.value === "live" ? "node" : shown.value];
  return (
    <dialog
      class="share bring-dialog"
      ref={dialog}
      aria-labelledby="bring-title"
      onClose={() => (isBringing.value = false)}
    >
      <h2 id="bring-title">{BRING_TITLE}</h2>
      <p>{bring}</p>
      <Bring command={command} onBrought={() => dialog.current?.close()} />
      <form method="dialog" class="share-end">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
