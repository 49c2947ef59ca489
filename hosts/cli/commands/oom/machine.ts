/** `plimsoll oom --source cgroup`: of this machine, from /proc and its cgroups. */
import { machineRecord } from "../../../shared/oom/machineRecord.ts";
import { OomEngine } from "../../../shared/oom/oomEngine.ts";
import { loadOomModule } from "../../../system/core.ts";
import type { Io } from "../../../system/io.ts";
import { machineTasks } from "../../input/machineTasks.ts";
import { namedPods } from "../../input/namedPods.ts";
import { printed } from "../../terminal/controls.ts";
import { machineText } from "../../terminal/kernelMachine.ts";
import { styleOf } from "../../terminal/style.ts";
import type { OomLogOptions } from "./log.ts";

export async function explainMachine(options: OomLogOptions, io: Io): Promise<void> {
  const pods = await namedPods(options.pods, io);
  const engine = new OomEngine(await loadOomModule());
  const { tasks, document, unread } = machineTasks();
  engine.select(document);
  const shown = new Map(tasks.map((each) => [each.task.pid, each]));
  const record = machineRecord(engine.report(), document, shown, pods, unread);
  if (options.output === "json") {
    await io.stdout.write(`${JSON.stringify(record)}\n`);
    return;
  }
  const style = styleOf(io);
  await io.stdout.write(printed(machineText(record, options.all ?? false, style), style.isAscii));
}
