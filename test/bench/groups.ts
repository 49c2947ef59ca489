/** What `npm run bench -- core` measures: a row is a part that can be run alone, by its name. */
import { measureConsecutive, measureDecode, measureFirst } from "./consecutive.ts";
import { measureDaemon } from "./daemonCost.ts";
import { measureEdge } from "./edgeCost.ts";
import { measureFloor } from "./floor.ts";
import { measureLoop } from "./loop.ts";
import { measureModuleItself } from "./module.ts";
import { measureFullDay, measureNodeDay } from "./nodeDay.ts";
import type { Row } from "./row.ts";
import type { Run } from "./run.ts";
import { measureScheduling } from "./scheduling/scheduling.ts";
import { measureSizes, measureSteps } from "./steps.ts";
import { measureSweep } from "./sweepCost.ts";

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly measure: (run: Run) => readonly Row[] | Promise<readonly Row[]>;
}

export const GROUPS: readonly Group[] = [
  {
    name: "consecutive",
    about: "bytes to decision on Summaries that are much like the last one",
    measure: measureConsecutive,
  },
  {
    name: "floor",
    about: "writing and comparing their bytes, and nothing else",
    measure: measureFloor,
  },
  { name: "decode", about: "decoding alone, beside native simdjson", measure: measureDecode },
  { name: "first", about: "the first Summary of a node", measure: measureFirst },
  { name: "node-day", about: "replay of a reduced capture of a day", measure: measureNodeDay },
  { name: "full-day", about: "replay of a day of full documents", measure: measureFullDay },
  { name: "daemon", about: "processor time and memory of the daemon", measure: measureDaemon },
  { name: "edge", about: "requests to the edge function in workerd", measure: measureEdge },
  { name: "steps", about: "steps on frozen snapshots, and ranking", measure: measureSteps },
  { name: "sweep", about: "1,000 configurations over a day", measure: measureSweep },
  {
    name: "scheduling",
    about: "kube-scheduler's decisions, compared with its own code",
    measure: measureScheduling,
  },
  { name: "loop", about: "clusters in virtual time", measure: measureLoop },
  { name: "sizes", about: "large nodes", measure: measureSizes },
  { name: "module", about: "size, start and growth of the module", measure: measureModuleItself },
];
