import { sweepDocument } from "../../../../analysis/questions/sweep/document.ts";
import { sweepCsv, sweepJson } from "../../../../analysis/questions/sweep/forms.ts";
import type { Sweep } from "../../../../analysis/questions/sweep/sweep.ts";
import type { DocumentForm } from "../../../../analysis/text/document.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";

export interface PrintedSweep {
  readonly output: DocumentForm | "csv" | "json";
  readonly isWhole: boolean;
  /** The name of the capture, where it is one. */
  readonly capture?: string;
  /** Its file, where it is one. */
  readonly path?: string | undefined;
  readonly words: readonly string[];
}

/** Throws a Failure when the kubelet would start with none of the configurations. */
export async function printSweep(sweep: Sweep, printed: PrintedSweep, io: Io): Promise<void> {
  const { output, capture = "", path, words } = printed;
  if (output === "csv") await io.stdout.write(sweepCsv(sweep));
  else if (output === "json") await io.stdout.write(sweepJson(sweep));
  else {
    const all = printed.isWhole || isReport(output);
    const whole = all ? null : sameCommand(words, "--all");
    const isShown = !isReport(output) && path !== undefined && path !== "-";
    const page = isShown ? `plimsoll playground ${shellWord(path)}` : null;
    await printDocument(sweepDocument(sweep, { capture, whole, page }), { output, all }, io);
  }
  const [first] = sweep.cells;
  if (first?.refusal && sweep.cells.every(({ refusal }) => refusal !== null)) {
    throw inputFailure(`The kubelet would start with none of them: ${first.refusal}.`);
  }
}
