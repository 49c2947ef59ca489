import { statSync } from "node:fs";
import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { Layout } from "../../../../analysis/read/capture/capture.ts";
import { CgroupActuator } from "../../../daemon/actuators/cgroup.ts";
import { Machine } from "../../../daemon/cgroup/machine.ts";
import { notifierOf } from "../../../daemon/cgroup/notifier.ts";
import { readPodsFile } from "../../../daemon/cgroup/podsFile.ts";
import { CgroupSource } from "../../../daemon/sources/cgroup.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { usageFailure } from "../../exitCode.ts";
import { printNotes } from "../../notes.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { SourceOptions } from "./options.ts";

/** `--source cgroup`. */
export async function openCgroup(options: SourceOptions, io: Io): Promise<OpenedSource> {
  const { podsFile, node: nodeName, notifications, imagefsPath, nodefsPath } = options;
  const say = (sentence: string) => void printNotes([sentence], io);
  const clock = SYSTEM_CLOCK;
  const { cgroupRoot, cgroupParent, procRoot } = options;
  const machine = new Machine({
    clock,
    say,
    cgroupRoot,
    procRoot,
    nodefsPath,
    ...(cgroupParent === undefined ? {} : { cgroupParent }),
    ...(imagefsPath === undefined ? {} : { imagefsPath }),
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(podsFile === undefined
      ? {}
      : { rules: readPodsFile(nameOf(podsFile), await readText(podsFile, io)) }),
  });
  const layout = layoutOf(nodefsPath, imagefsPath ?? nodefsPath);
  return {
    source: new CgroupSource(machine, clock),
    node: {
      header: { plimsoll: "capture/1", node: machine.nodeName, layout },
      options: { layout },
    },
    setsThePace: false,
    notifiers: notifications ? [notifierOf(machine, clock, say)] : [],
    machine,
  };
}

/** `--act cgroup`. */
export function openCgroupActuator({ machine }: OpenedSource): Actuator {
  if (machine !== undefined) return new CgroupActuator(machine);
  throw usageFailure("--act cgroup acts on this machine; give it with --source cgroup.");
}

/** Two file systems are two when their devices are. Spec 1.5. */
function layoutOf(nodefsPath: string, imagefsPath: string): Layout {
  const [nodefs, imagefs] = [nodefsPath, imagefsPath].map((path) => statSync(path).dev);
  return { dedicatedImageFs: nodefs !== imagefs, splitContainerFs: false };
}
