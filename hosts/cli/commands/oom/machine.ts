/** `plimsoll oom --source cgroup`: of this machine, from /proc and its cgroups. */

import { OomEngine } from "../../../../analysis/engine/oomEngine.ts";
import { machineDocument } from "../../../../analysis/questions/oom/document/machine.ts";
import { machineRecord } from "../../../../analysis/questions/oom/machineRecord.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { kernelSettings } from "../../input/kernelSettings.ts";
import { machineTasks } from "../../input/machineTasks.ts";
import { namedPods } from "../../input/namedPods.ts";
import { printDocument } from "../../printDocument.ts";
import type { OomLogOptions } from "./log.ts";

export async function explainMachine(options: OomLogOptions, io: Io): Promise<void> {
  const pods = await namedPods(options.pods, io);
  const engine = new OomEngine(await loadModule("oom"));
  const { tasks, document, unread } = machineTasks();
  engine.select(document);
  const shown = new Map(tasks.map((each) => [each.task.pid, each]));
  const machine = { unread, settings: kernelSettings() };
  const record = machineRecord(engine.report(), document, shown, pods, machine);
  const { output } = options;
  if (output === "json") {
    await io.stdout.write(`${JSON.stringify(record)}\n`);
    return;
  }
  await printDocument(machineDocument(record), { ...options, output }, io);
}
