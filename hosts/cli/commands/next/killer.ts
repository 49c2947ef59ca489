import { exhaustedSamples } from "../../../../analysis/questions/next/exhausted.ts";
import {
  type MachineNow,
  nextKills,
  nextKillsDocument,
  unknownKills,
} from "../../../../analysis/questions/next/killer.ts";
import type { NextOptions } from "../../../../analysis/questions/next/options.ts";
import { type Members, objectOf } from "../../../../analysis/read/json/untyped.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { hierarchiesOf } from "../../../daemon/cgroup/hierarchies.ts";
import { managedUnits } from "../../../daemon/cgroup/managed.ts";
import { MachineSamples } from "../../../daemon/cgroup/samples.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { inputFailure } from "../../exitCode.ts";
import { printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { askGiven, givenKiller } from "../replay/givenKiller.ts";

/** Between two samples: long enough for pages to be scanned. */
const PAUSE_MILLISECONDS = 1000;
const SAMPLES = 2;

export async function nextKiller(path: string, options: NextOptions, io: Io): Promise<void> {
  const { output, all = false, cgroupRoot, procRoot } = options;
  const given = await givenKiller(path, io);
  // earlyoom looks at no cgroup.
  const memory = given.killer === "earlyoom" ? null : hierarchiesOf(cgroupRoot, "").memory;
  const isUnified = memory?.version === 2;
  const managed = isUnified ? await managedUnits() : null;
  const unknown = unknownKills(given.killer, isUnified, managed !== null);
  if (unknown !== null) throw inputFailure(unknown);
  const machine = new MachineSamples(
    { procRoot, cgroupRoot: isUnified ? memory.root : null },
    "always",
  );
  const steps = await sampled(machine, io);
  const header = { plimsoll: "samples/1", ...(managed === null ? {} : { managed }) };
  const text = exhaustedSamples(given.killer, header, steps);
  const decisions = await askGiven({ name: "this machine", text }, given, nextKills);
  if (output === "json") {
    const answer = { plimsoll: "killer/1", decisions };
    return io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  }
  const now = Object.assign({}, ...steps.map((step) => objectOf(step.meminfo))) as MachineNow;
  const configuration = `${nameOf(path)}, ${plural(steps.length, "sample")}`;
  const known = { configuration, now, all };
  const document = nextKillsDocument(given.killer, decisions, known);
  await printDocument(document, { output: output === "ndjson" ? "text" : output, all }, io);
}

async function sampled(machine: MachineSamples, io: Io): Promise<readonly Members[]> {
  const progress = new Progress(io);
  const steps: Members[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    if (index > 0) await SYSTEM_CLOCK.sleep(PAUSE_MILLISECONDS, new AbortController().signal);
    steps.push(machine.next((index * PAUSE_MILLISECONDS) / 1000));
    await progress.show(`sample ${index + 1} of ${SAMPLES} is taken`);
  }
  await progress.clear();
  return steps;
}
