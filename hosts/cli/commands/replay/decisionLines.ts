import type { Happened } from "../../../../analysis/questions/replay/happened.ts";
import {
  partingWords,
  type RecordedEnd,
  unknownAfter,
} from "../../../../analysis/questions/replay/parting.ts";
import type { ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import { asLoggedText } from "../../../../analysis/read/journal/logged.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import type { Progress } from "../../screen/progress.ts";

export interface DecisionLinesOptions {
  /** One object of `replay/1`, or one decision a line. */
  readonly form: "json" | "ndjson";
  readonly detail: Detail;
  readonly onlyChanges: boolean;
  /** The capture is from a kubelet's log: what it does not know is left out. */
  readonly isOfLog: boolean;
  /** The capture has no configuration. */
  readonly isAssumed: boolean;
  /** Asked for after the last step, like the next. */
  readonly happened: () => Happened;
  readonly parting: () => RecordedEnd | null;
}

/** Decisions are printed as the core wrote them, one after another, between this and the end. */
export const REPLAY_START = '{"plimsoll":"replay/1","decisions":[\n';

export function replayEnd(happened: Happened, parting: RecordedEnd | null = null): string {
  const members = { ...happened, ...unknownAfter(parting) };
  return `]${JSON.stringify(members).replace("{", ",")}\n`;
}

/** Bytes gathered before they are written: a write costs more than a decision. */
const BATCH_BYTES = 0x10000;
/** Replaces the brace that ends a decision. */
const ASSUMED = Buffer.from(',"defaultsAssumed":true}');
const NEWLINE = Buffer.from("\n");

/** Prints each decision as the core wrote it, byte for byte: integers stay exact. */
export async function printDecisions(
  steps: AsyncIterable<ReplayStep>,
  { form, detail, onlyChanges, isOfLog, isAssumed, ...after }: DecisionLinesOptions,
  progress: Progress,
  io: Io,
): Promise<void> {
  const separator = Buffer.from(form === "json" ? ",\n" : "\n");
  let batch: Uint8Array[] = form === "json" ? [Buffer.from(REPLAY_START)] : [];
  let size = 0;
  let printed = 0;
  for await (const step of steps) {
    const time = formatTime(step.time);
    await progress.step(time);
    if (step.problems.length > 0) {
      await progress.clear();
      await printWarnings(
        step.problems.map(({ sentence }) => `${time}: ${sentence}`),
        io,
      );
    }
    const answer = onlyChanges && !step.changed ? null : step.decision(detail);
    if (answer === null) continue;
    if (printed > 0) batch.push(separator);
    const bytes = isOfLog ? Buffer.from(asLoggedText(answer.text)) : answer.bytes;
    batch.push(...(isAssumed ? [bytes.subarray(0, bytes.length - 1), ASSUMED] : [bytes]));
    size += bytes.length;
    printed += 1;
    if (size < BATCH_BYTES) continue;
    await io.stdout.write(Buffer.concat(batch));
    batch = [];
    size = 0;
  }
  await progress.clear();
  if (printed > 0) batch.push(NEWLINE);
  const parting = after.parting();
  if (form === "json") batch.push(Buffer.from(replayEnd(after.happened(), parting)));
  await io.stdout.write(Buffer.concat(batch));
  if (parting !== null) await printNotes([partingWords(parting, "this policy")], io);
}
