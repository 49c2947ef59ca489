import { CaptureError } from "../shared/capture/format.ts";
import { ObjectsError } from "../shared/cluster/objectsError.ts";
import { ConfigurationError } from "../shared/configuration/error.ts";
import { EngineError } from "../shared/engineError.ts";
import { InputError, SettingError } from "../system/errors.ts";
import { fileSentence } from "../system/files.ts";
import type { Io } from "../system/io.ts";
import { ExitCode, Failure } from "./exitCode.ts";
import { asTyped } from "./programName.ts";
import { withoutControls } from "./terminal/controls.ts";
import { styleOf } from "./terminal/style.ts";

/** The sentence about an input that cannot be used; null for any other error. */
export function inputSentence(error: unknown): string | null {
  if (error instanceof Failure) return error.exitCode === ExitCode.Input ? error.message : null;
  const isInput =
    error instanceof CaptureError ||
    error instanceof ConfigurationError ||
    error instanceof ObjectsError ||
    error instanceof EngineError ||
    (error instanceof InputError && !(error instanceof SettingError));
  return isInput ? error.message : fileSentence(error);
}

export function printError(sentence: string, io: Io): Promise<void> {
  const label = styleOf(io, io.stderr).paint.bad(asTyped("plimsoll:", io));
  return io.stderr.write(`${label} ${withoutControls(asTyped(sentence, io))}\n`);
}
