import { PodLabels } from "./podLabels.tsx";
import { PodLegend } from "./podLegend.tsx";
import { PodUsages } from "./podUsages.ts";

/** Who uses what a signal measures. */
export const usage = { model: PodUsages, Labels: PodLabels, Legend: PodLegend };
