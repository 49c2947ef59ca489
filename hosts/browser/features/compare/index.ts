import { ComparePanel } from "./comparePanel.tsx";
import { SideBySide } from "./sideBySide.ts";

/** Two configurations over the whole capture. */
export const compare = { model: SideBySide, Panel: ComparePanel };
