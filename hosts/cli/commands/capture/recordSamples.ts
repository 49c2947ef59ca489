/** `plimsoll capture record --form samples`: this machine as killers in user space read it. */
import {
  boundsMet,
  SAMPLES_BYTES_MAX,
  UNKNOWN_MONITORED,
  withoutCgroups,
} from "../../../../analysis/questions/capture/samples.ts";
import type { Members } from "../../../../analysis/read/json/untyped.ts";
import { hierarchiesOf } from "../../../daemon/cgroup/hierarchies.ts";
import { managedUnits } from "../../../daemon/cgroup/managed.ts";
import { MachineSamples, uptimeIn } from "../../../daemon/cgroup/samples.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { printWarnings } from "../../notes.ts";
import { untilStopped } from "../run/untilStopped.ts";
import type { RecordOptions } from "./recordOptions.ts";
import { openLines } from "./sink.ts";
import { printWritten } from "./written.ts";

/** As often as the fastest of the programs looks. */
const INTERVAL_SECONDS = 0.25;
/** A machine that is read slower than that is not read all the time. */
const PAUSE_MILLISECONDS = 20;
/** A week: a replay takes no longer scenario. */
const SECONDS_MAX = 604_800;
const NANOSECONDS = 1e9;
const encoder = new TextEncoder();

export async function recordSamples(options: RecordOptions, io: Io): Promise<void> {
  const { out, cgroupRoot, cgroupParent = "", procRoot, steps, node } = options;
  const { memory } = hierarchiesOf(cgroupRoot, cgroupParent);
  const isUnified = memory?.version === 2;
  if (!isUnified) {
    await printWarnings([withoutCgroups(cgroupRoot)], io);
  }
  const managed = isUnified ? await managedUnits() : null;
  if (isUnified && managed === null) {
    await printWarnings([UNKNOWN_MONITORED], io);
  }
  const machine = new MachineSamples({ procRoot, cgroupRoot: isUnified ? memory.root : null });
  const uptime = uptimeIn(procRoot);
  const header = {
    plimsoll: "samples/1",
    time: new Date().toISOString(),
    ...(node === undefined ? {} : { node }),
    ...(uptime === null ? {} : { uptime }),
    ...(managed === null ? {} : { managed }),
  };
  const lines = await openLines(out, lineOf(header), io);
  const stop = new AbortController();
  const written = { records: 0, bytes: 0, leftOut: 0 };
  try {
    await untilStopped<Members>({
      begin: (signal) => samples(machine, options.interval ?? INTERVAL_SECONDS, signal),
      ...(steps === undefined ? {} : { itemsMax: steps }),
      stop,
      take: async (sample) => {
        const line = lineOf(sample);
        await lines.write(line);
        written.records += 1;
        written.bytes += line.length;
        written.leftOut = Math.max(written.leftOut, machine.leftOut);
        if (written.bytes > SAMPLES_BYTES_MAX) stop.abort();
      },
    });
  } finally {
    await lines.close();
  }
  const { records, bytes, leftOut } = written;
  await printWarnings(boundsMet({ isLong: bytes > SAMPLES_BYTES_MAX, leftOut }), io);
  await printWritten(out, records, io);
}

function lineOf(document: object): Uint8Array {
  return encoder.encode(`${JSON.stringify(document)}\n`);
}

/** One now, and one after each interval. */
async function* samples(
  machine: MachineSamples,
  seconds: number,
  signal: AbortSignal,
): AsyncGenerator<Members, void, undefined> {
  const started = SYSTEM_CLOCK.elapsed();
  const elapsed = () => Number(SYSTEM_CLOCK.elapsed() - started) / NANOSECONDS;
  for (let at = elapsed(); at < SECONDS_MAX && !signal.aborted; at = elapsed()) {
    yield machine.next(Math.round(at * 1000) / 1000);
    const left = (at + seconds - elapsed()) * 1000;
    await SYSTEM_CLOCK.sleep(Math.max(left, PAUSE_MILLISECONDS), signal);
  }
}
