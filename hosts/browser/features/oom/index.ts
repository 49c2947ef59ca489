import { Oom } from "./oom.ts";
import { OomSection } from "./oomSection.tsx";
import { RaceLane, RaceLegend } from "./raceLane.tsx";
import { TerminationMarks } from "./terminationMarks.tsx";
import { Terminations } from "./terminations.tsx";

/** The kernel's OOM killer next to the kubelet. */
export const oom = {
  model: Oom,
  Section: OomSection,
  Lane: RaceLane,
  Legend: RaceLegend,
  Marks: TerminationMarks,
  Terminations,
};
