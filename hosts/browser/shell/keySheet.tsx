import { useModal } from "../controls/modal.ts";
import { type NamedKey, PLAYBACK_KEYS } from "../controls/playback.ts";
import { useModel, useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { CAPTURE_KEYS, PAGE_KEYS } from "./keys.ts";
import { Views } from "./views.ts";

/** Every key that works on the view on show. */
export function KeySheet() {
  return useStore().showsKeys.value ? <Opened /> : null;
}

function Opened() {
  const { showsKeys } = useStore();
  const { isCapture } = useModel(Views);
  const { place } = useModel(FEATURES.simulator.model);
  const ofCluster = place.value === null ? [] : PLAYBACK_KEYS;
  const ofView: readonly Pick<NamedKey<never>, "keys" | "what">[] = isCapture.value
    ? CAPTURE_KEYS
    : ofCluster;
  const dialog = useModal();
  return (
    <dialog
      class="share key-sheet"
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={() => (showsKeys.value = false)}
    >
      <h2 id="keys-title">Keys</h2>
      <dl>
        {[...ofView, ...PAGE_KEYS].map(({ keys, what }) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="share-end">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
