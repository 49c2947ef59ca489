import type { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { VERIFY } from "../../../../analysis/questions/capture/options.ts";
import { verifyCapture, verifyDocument } from "../../../../analysis/questions/capture/verify.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { commandOf } from "../../command.ts";
import { Findings } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import { printDocument } from "../../printDocument.ts";

export function verifyCommand(io: Io): Command {
  return commandOf(VERIFY, async ({ capture }, { output, all = false }) => {
    const engine = new EvictionEngine(await loadModule("eviction"));
    const opened = await openNamedCapture(capture, {}, io, { engine, isPassing: true });
    const verified = await verifyCapture(opened, engine);
    if (output === "json") {
      await io.stdout.write(`${JSON.stringify({ plimsoll: "verify/1", ...verified }, null, 2)}\n`);
    } else {
      const next = capture === "-" || all ? null : shellWord(capture);
      await printDocument(verifyDocument(verified, { all, next }), { output, all }, io);
    }
    if (verified.problems.length > 0) throw new Findings();
  });
}
