import type { WriteOptions } from "../../../../analysis/questions/capture/options.ts";
import { PLAIN_VERSION, plainNote } from "../../../../analysis/questions/replay/loggedSteps.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { withoutRepeatedPods } from "../../../../analysis/read/capture/repeatedPods.ts";
import { LoggedPolicy } from "../../../../analysis/read/journal/loggedPolicy.ts";
import { MISSING, type PassRecord, recordOf } from "../../../../analysis/read/journal/records.ts";
import { passesHaveText } from "../../../../analysis/text/passes.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { journalFile, journalItems } from "../../input/journal.ts";
import { printNotes } from "../../notes.ts";
import { openSink, withConfiguration } from "./sink.ts";
import { configurationOf, printWritten } from "./written.ts";

type JournalImportOptions = WriteOptions & {
  readonly journal: string;
  readonly node?: string;
};

export async function importJournal(options: JournalImportOptions, io: Io): Promise<void> {
  const configuration = await configurationOf(options, io);
  const policy = new LoggedPolicy();
  const records: PassRecord[] = [];
  let version: string | null = null;
  let numberless = 0;
  let isPlain = false;
  // The header comes first, and its values may be anywhere in the log.
  for await (const item of journalItems(journalFile(options.journal), io)) {
    if (item.kind === "start") {
      policy.start(item.nodeConfig);
      version = item.version ?? version;
      continue;
    }
    policy.learn(item.pass);
    isPlain ||= item.pass.isPlain;
    if (item.pass.observations.size === 0) numberless += 1;
    if (item.pass.time !== null) records.push(recordOf(item.pass));
  }
  if (numberless > 0) {
    const passes = passesHaveText(numberless);
    await printNotes([`${passes} no numbers and become records without a Summary.`], io);
  }
  if (records.length === numberless) {
    throw inputFailure(
      `${options.journal}: none of its passes has numbers, which a capture needs; give a ` +
        "log with --v=3.",
    );
  }
  const known = policy.isKnown ? policy.configuration() : null;
  if (configuration === null && known === null) {
    await printNotes(["The log names no threshold; the capture has none: give --config."], io);
  }
  if (version === null && isPlain) {
    version = PLAIN_VERSION;
    await printNotes([plainNote(options.journal)], io);
  }
  const header: CaptureHeader = {
    plimsoll: "capture/1",
    ...(options.node === undefined ? {} : { node: options.node }),
    ...(version === null ? {} : { kubelet: version }),
    missing: MISSING,
  };
  const sink = await openSink(options.out, withConfiguration(header, configuration ?? known), io);
  for (const record of withoutRepeatedPods(records)) await sink.record(record);
  await sink.close();
  await printWritten(options.out, records.length, io);
}
