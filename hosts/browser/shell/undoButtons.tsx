import { IconButton } from "../controls/iconButton.tsx";
import { useModel, useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";

const UNDO_ICON = "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3";
const REDO_ICON = "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3";

/** Undo and redo in the open view: a cluster has a history of its own. */
export function UndoButtons() {
  const { edits, ...store } = useHistory();
  return (
    <div class="undo">
      <IconButton
        label="Undo"
        keys="Ctrl+Z"
        icon={UNDO_ICON}
        isDisabled={!edits.canUndo}
        onPress={store.undo}
      />
      <IconButton
        label="Redo"
        keys="Ctrl+Shift+Z"
        icon={REDO_ICON}
        isDisabled={!edits.canRedo}
        onPress={store.redo}
      />
    </div>
  );
}

function useHistory() {
  const store = useStore();
  const clusters = useModel(FEATURES.simulator.model);
  if (clusters.place.value !== null) {
    const edits = { canUndo: clusters.canUndo.value, canRedo: clusters.canRedo.value };
    return { edits, undo: () => clusters.undo(), redo: () => clusters.redo() };
  }
  const { canUndo, canRedo } = store.edits;
  const edits = { canUndo: canUndo.value, canRedo: canRedo.value };
  return { edits, undo: () => store.undo(), redo: () => store.redo() };
}
