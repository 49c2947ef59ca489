import type { RecordedEvictions } from "../../../analysis/questions/replay/recordedEvictions.ts";
import {
  type ReplayOptions,
  type ReplayStep,
  replay,
} from "../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import { leftOutWords } from "../../../analysis/read/objects/nodePods.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes } from "../notes.ts";
import type { Session } from "./session.ts";

/**
 * The steps of a capture under the session's policy. Pods that are not the node's are counted in a
 * note; documents of another node end the command, as what would be decided is true of neither.
 */
export async function* stepsOf(
  { capture, engine, json }: Session,
  io: Io,
  records: AsyncIterable<CaptureRecord> = capture.records,
  recorded?: RecordedEvictions,
): AsyncGenerator<ReplayStep, void, undefined> {
  let said: string | null = null;
  for await (const step of replay(engine, json, records, withRecorded(recorded))) {
    refuseOtherNodes(capture.name, step);
    const words = leftOutWords(step.leftOut);
    if (words !== null && said === null) await printNotes([`${capture.name}: ${words}.`], io);
    said ??= words;
    yield step;
  }
}

function withRecorded(recorded: RecordedEvictions | undefined): ReplayOptions {
  return recorded === undefined ? {} : { recorded };
}

export function refuseOtherNodes(
  name: string,
  { line, problems }: Pick<ReplayStep, "line" | "problems">,
): void {
  const other = problems.find(({ isOfOtherNode }) => isOfOtherNode);
  if (other === undefined) return;
  const place = line > 0 ? `${name}, line ${line}` : name;
  throw inputFailure(`${place}: ${other.sentence}`);
}
