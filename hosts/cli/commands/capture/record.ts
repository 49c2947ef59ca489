import type { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../../analysis/engine/source.ts";
import { reduceDocuments } from "../../../../analysis/questions/capture/reduce.ts";
import { Reading } from "../../../daemon/loop/reading.ts";
import { Waking } from "../../../daemon/loop/waking.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { CloseStack } from "../../closeStack.ts";
import { commandOf } from "../../command.ts";
import { printWarnings } from "../../notes.ts";
import type { OpenedSource } from "../run/openedSource.ts";
import { openSource } from "../run/sources.ts";
import { untilStopped } from "../run/untilStopped.ts";
import { RECORD, type RecordOptions } from "./recordOptions.ts";
import { recordSamples } from "./recordSamples.ts";
import { openSink } from "./sink.ts";
import { printWritten } from "./written.ts";

export function recordCommand(io: Io): Command {
  return commandOf(RECORD, (_, options) => runRecord(options, io));
}

const INTERVAL_SECONDS = 10;

async function runRecord(options: RecordOptions, io: Io): Promise<void> {
  if (options.form === "samples") return recordSamples(options, io);
  const { interval = INTERVAL_SECONDS } = options;
  const opening = new CloseStack();
  try {
    const opened = await openSource({ ...options, interval }, null, opening, io);
    await recordFrom(opened, { ...options, interval }, io);
  } finally {
    await opening.close();
  }
}

type Paced = RecordOptions & { readonly interval: number };

async function recordFrom(opened: OpenedSource, options: Paced, io: Io): Promise<void> {
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
  options: Paced,
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
