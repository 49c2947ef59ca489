/** `plimsoll oom` of a kernel's log. */
import { type JudgedKill, judgedKill } from "../../../shared/oom/judged.ts";
import { OomEngine } from "../../../shared/oom/oomEngine.ts";
import { loadOomModule } from "../../../system/core.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { loggedOoms } from "../../input/kernelLog.ts";
import { namedPods } from "../../input/namedPods.ts";
import { printed } from "../../terminal/controls.ts";
import { killsText } from "../../terminal/oom.ts";
import { styleOf } from "../../terminal/style.ts";

export interface OomLogOptions {
  readonly pods?: readonly string[];
  readonly all?: boolean;
  readonly output: "text" | "json";
}

export async function explainLog(path: string, options: OomLogOptions, io: Io): Promise<void> {
  if (path === "-" && options.pods?.includes("-")) {
    throw usageFailure("The log and --pods are both standard input; give one as a file.");
  }
  const pods = await namedPods(options.pods, io);
  const engine = new OomEngine(await loadOomModule());
  const ooms = await loggedOoms(path, io);
  if (options.output === "text") {
    const kills = ooms.map((oom) => judgedKill(oom, engine, pods));
    const style = styleOf(io);
    const lines = killsText(kills, nameOf(path), options, style);
    await io.stdout.write(printed(lines, style.isAscii));
    return;
  }
  // One after the other: a long log has many tables.
  await io.stdout.write('{"kills":[');
  for (const [index, oom] of ooms.entries()) {
    const kill: JudgedKill = judgedKill(oom, engine, pods);
    await io.stdout.write(`${index === 0 ? "" : ","}\n${JSON.stringify(kill)}`);
  }
  await io.stdout.write("]}\n");
}
