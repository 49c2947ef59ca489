import { Command, Option } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../../analysis/engine/source.ts";
import { reduceDocuments } from "../../../../analysis/questions/capture/reduce.ts";
import { Reading } from "../../../daemon/loop/reading.ts";
import { Waking } from "../../../daemon/loop/waking.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { CloseStack } from "../../closeStack.ts";
import { printWarnings } from "../../notes.ts";
import type { OpenedSource } from "../run/openedSource.ts";
import { addSourceOptions } from "../run/options.ts";
import type { RunOptions } from "../run/runOptions.ts";
import { openSource } from "../run/sources.ts";
import { untilStopped } from "../run/untilStopped.ts";
import { printWritten } from "./options.ts";
import { openSink } from "./sink.ts";

interface RecordCommandOptions extends RunOptions {
  readonly out: string;
  readonly form: "full" | "reduced";
}

const EXAMPLES = `
Examples:
  plimsoll capture record --source cgroup --steps 360 --out hour.plimsoll.ndjson.gz
  plimsoll capture record --source apiserver --node worker-3 --out worker-3.plimsoll.ndjson.gz

It ends with Ctrl-C, after --steps, or with its source; what was written by then can be read.`;

export function recordCommand(io: Io): Command {
  const command = new Command("record")
    .summary("record a capture from a source, without deciding anything")
    .description("Records what a source serves, without deciding anything.")
    .requiredOption(
      "-o, --out <file>",
      "a new file, gzip when it ends in .gz; - is standard output",
    )
    .addOption(
      new Option("--form <form>", "reduced keeps only what eviction depends on")
        .choices(["full", "reduced"])
        .default("full"),
    )
    .addHelpText("after", EXAMPLES);
  return addSourceOptions(command).action((options: RecordCommandOptions) =>
    runRecord(options, io),
  );
}

async function runRecord(options: RecordCommandOptions, io: Io): Promise<void> {
  const opening = new CloseStack();
  try {
    await recordFrom(await openSource(options, null, opening, io), options, io);
  } finally {
    await opening.close();
  }
}

async function recordFrom(
  opened: OpenedSource,
  options: RecordCommandOptions,
  io: Io,
): Promise<void> {
  const node = options.node ?? opened.node.header?.node;
  const header = { ...opened.node.header, ...(node === undefined ? {} : { node }) };
  const sink = await openSink(options.out, header, io);
  const engine =
    options.form === "reduced" ? new EvictionEngine(await loadModule("eviction")) : null;
  let records = 0;
  try {
    const recorded = (signal: AbortSignal) => snapshots(opened, options, io, signal);
    await untilStopped({
      begin: recorded,
      ...(options.steps === undefined ? {} : { itemsMax: options.steps }),
      take: async (snapshot) => {
        await sink.record(engine === null ? snapshot : reduceDocuments(engine, snapshot));
        records += 1;
      },
    });
  } finally {
    await sink.close();
  }
  await printWritten(options.out, records, io);
}

/** What the daemon would observe, at the daemon's pace. */
async function* snapshots(
  { source, node, setsThePace, notifiers }: OpenedSource,
  options: RecordCommandOptions,
  io: Io,
  signal: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> {
  const clock = SYSTEM_CLOCK;
  const reading = new Reading({
    source,
    clock,
    timeLimitMilliseconds: setsThePace ? null : options.timeout * 1000,
    node: options.node ?? node.header?.node ?? null,
  });
  const waking = new Waking({
    clock,
    intervalMilliseconds: setsThePace ? 0 : options.interval * 1000,
    notifiers,
    reportError: (sentence) => printWarnings([sentence], io),
  });
  for (;;) {
    const snapshot = await reading.next(signal);
    if (snapshot === null) return;
    if (snapshot.summaryError !== undefined) await printWarnings([snapshot.summaryError], io);
    yield snapshot;
    await waking.wait(signal);
  }
}
