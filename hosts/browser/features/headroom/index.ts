import { Headroom } from "./headroom.ts";
import { HeadroomBars } from "./headroomBars.tsx";
import { HeadroomPanel } from "./headroomPanel.tsx";

/** What is left of each signal, and who would be evicted if less were. */
export const headroom = { model: Headroom, Bars: HeadroomBars, Panel: HeadroomPanel };
