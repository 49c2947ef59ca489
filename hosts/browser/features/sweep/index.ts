import { Sweeping } from "./sweeping.ts";
import { SweepPanel } from "./sweepPanel.tsx";

/** One or two settings at many values. */
export const sweep = { model: Sweeping, Panel: SweepPanel };
