import { useEffect, useRef } from "preact/hooks";
import { useStore } from "../state/context.ts";
import { KEYS } from "./keys.ts";

/** Every key that works anywhere on the page. */
export function KeySheet() {
  const { showsKeys } = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = showsKeys.value;
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <dialog
      class="share key-sheet"
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={() => (showsKeys.value = false)}
    >
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEYS.map(({ keys, what }) => (
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
