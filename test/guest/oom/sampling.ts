/** `/proc/PID/oom_score` next to ours, of all processes but the one that reads them. */
import { machineTasks } from "../../../hosts/cli/input/machineTasks.ts";
import type { Random } from "../../documents/random.ts";
import type { Cgroups } from "./cgroups.ts";
import type { SamplesFinding } from "./findings.ts";
import { Fleet } from "./fleet.ts";
import { memory } from "./machine.ts";
import { selectionOf } from "./prediction.ts";

const PROCESSES = 60;
const CHANGES_PER_ROUND = 4;
const KIB = 1024;
const EXAMPLES_MAX = 8;
/** What all of the load may use of what is free at the beginning. */
const SHARE_MAX = 0.7;
const CGROUP = "/sampled";

/** The load rests while it is read: it executes a command, and answers when that is done. */
export async function sampled(
  count: number,
  random: Random,
  cgroups: Cgroups,
): Promise<SamplesFinding> {
  const found = { samples: 0, equal: 0, oneApart: 0, further: 0, swapped: 0, exempt: 0 };
  const examples: { name: string; shown: number; ours: number }[] = [];
  const pids = new Set<number>();
  const fleet = new Fleet(random, cgroups);
  const kibEach = Math.floor((SHARE_MAX * memory("MemFree")) / KIB / PROCESSES);
  let begun = 0;
  const begin = async () => {
    const cgroup = `${CGROUP}/leaf-${begun % 8}`;
    cgroups.make(cgroup);
    await fleet.add(`load-${begun++}`, cgroup, fleet.adjustment());
  };
  // Some are short of memory, and so swap.
  const limitBytes = 3 * kibEach * KIB;
  while (fleet.loads.length < PROCESSES) await begin();
  for (const leaf of [0, 1, 2]) {
    cgroups.limit(`${CGROUP}/leaf-${leaf}`, { memoryBytes: limitBytes, swapBytes: null });
  }
  while (found.samples < count) {
    for (let change = 0; change < CHANGES_PER_ROUND; change++) {
      await changeOne(fleet, random, kibEach);
    }
    for (let index = fleet.loads.length - 1; index >= 0; index--) {
      if (fleet.loads[index]?.hasEnded) fleet.loads.splice(index, 1);
    }
    while (fleet.loads.length < PROCESSES) await begin();
    const { tasks, document } = machineTasks();
    const { ranking = [] } = selectionOf(document);
    const scores = new Map(ranking.map(({ pid, oomScore = -1 }) => [pid, oomScore]));
    for (const { task, shownScore: shown } of tasks) {
      if (task.pid === process.pid) continue;
      const ours = scores.get(task.pid) ?? -1;
      const apart = Math.abs(ours - shown);
      found.samples++;
      if (apart === 0) found.equal++;
      else if (apart === 1) found.oneApart++;
      else found.further++;
      if ((task.swapBytes ?? 0) > 0) found.swapped++;
      if (task.oomScoreAdj === -1000) found.exempt++;
      if (apart > 0 && examples.length < EXAMPLES_MAX) {
        examples.push({ name: task.name, shown, ours });
      }
      pids.add(task.pid);
    }
  }
  await fleet.end();
  cgroups.remove(CGROUP);
  return { kind: "samples", ...found, processes: pids.size, examples };
}

async function changeOne(fleet: Fleet, random: Random, kibEach: number): Promise<void> {
  const load = random.pick(fleet.loads);
  if (load.hasEnded) return;
  switch (random.below(8)) {
    case 0:
      load.adjust(fleet.adjustment());
      return;
    case 1:
      await load.tell("pageout", random.below(load.heldKib + 1));
      return;
    case 2:
      await load.tell("shared", random.below(kibEach / 4));
      return;
    case 3:
      if (random.oneIn(4)) await load.tell("threads", 1);
      return;
    case 4:
      if (random.oneIn(4)) await load.end();
      return;
    default:
      await load.tell("anon", random.below(kibEach));
  }
}
