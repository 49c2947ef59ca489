import { IconButton } from "../controls/iconButton.tsx";
import { useModel } from "../state/context.ts";
import { ViewHistory } from "./history.ts";

const UNDO_ICON = "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3";
const REDO_ICON = "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3";

/** Undo and redo, where the view on show has a history. */
export function UndoButtons() {
  const history = useModel(ViewHistory);
  if (!history.isKept.value) return null;
  return (
    <div class="undo">
      <IconButton
        label="Undo"
        keys="Ctrl+Z"
        icon={UNDO_ICON}
        isDisabled={!history.canUndo.value}
        onPress={() => history.undo()}
      />
      <IconButton
        label="Redo"
        keys="Ctrl+Shift+Z"
        icon={REDO_ICON}
        isDisabled={!history.canRedo.value}
        onPress={() => history.redo()}
      />
    </div>
  );
}
