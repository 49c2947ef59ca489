import { EngineError } from "../../analysis/engine/engineError.ts";
import { styleOf } from "../../analysis/present/terminal/style.ts";
import { CaptureError } from "../../analysis/read/capture/format.ts";
import { ConfigurationError } from "../../analysis/read/kubelet/error.ts";
import { ObjectsError } from "../../analysis/read/objects/objectsError.ts";
import { UnreadableError } from "../../analysis/read/unreadable.ts";
import { InputError, SettingError } from "../system/errors.ts";
import { fileSentence } from "../system/files.ts";
import type { Io } from "../system/io.ts";
import { ExitCode, Failure } from "./exitCode.ts";
import { asTyped } from "./programName.ts";
import { sentenceLines } from "./sentenceLines.ts";

/** The sentence about an input that cannot be used; null for any other error. */
export function inputSentence(error: unknown): string | null {
  if (error instanceof Failure) return error.exitCode === ExitCode.Input ? error.message : null;
  const isInput =
    error instanceof CaptureError ||
    error instanceof ConfigurationError ||
    error instanceof ObjectsError ||
    error instanceof UnreadableError ||
    error instanceof EngineError ||
    (error instanceof InputError && !(error instanceof SettingError));
  return isInput ? error.message : fileSentence(error);
}

export function printError(sentence: string, io: Io): Promise<void> {
  const label = asTyped("plimsoll:", io);
  const lines = sentenceLines(label, sentence, io.stderr, io);
  const painted = styleOf(io, io.stderr).paint.bad(label);
  return io.stderr.write(`${painted}${lines.slice(label.length)}\n`);
}
