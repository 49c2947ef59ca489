import { statSync } from "node:fs";
import type { Command } from "commander";
import { Machine } from "../../../daemon/cgroup/machine.ts";
import { notifierOf } from "../../../daemon/cgroup/notifier.ts";
import { readPodsFile } from "../../../daemon/cgroup/podsFile.ts";
import { CgroupSource } from "../../../daemon/sources/cgroup.ts";
import type { Layout } from "../../../shared/capture.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { printNotes } from "../../notes.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./runOptions.ts";

export function addCgroupOptions(command: Command): void {
  command
    .optionsGroup("Source cgroup:")
    .option("--pods-file <file>", "priorities, requests and directories of systemd units, as YAML")
    .option("--cgroup-parent <path>", "count only the children of this cgroup as pods")
    .option("--nodefs-path <dir>", "a path on the file system that counts as nodefs", "/")
    .option(
      "--imagefs-path <dir>",
      "a path on the file system that counts as imagefs (default: none)",
    )
    .option("--cgroup-root <dir>", "where the cgroup file system is mounted", "/sys/fs/cgroup")
    .option("--proc-root <dir>", "where procfs is mounted", "/proc")
    .option(
      "--no-notifications",
      "do not wake up early on memory pressure; only once every interval",
    );
}

export async function openCgroup(options: RunOptions, io: Io): Promise<OpenedSource> {
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

/** Two file systems are two when their devices are. Spec 1.5. */
function layoutOf(nodefsPath: string, imagefsPath: string): Layout {
  const [nodefs, imagefs] = [nodefsPath, imagefsPath].map((path) => statSync(path).dev);
  return { dedicatedImageFs: nodefs !== imagefs, splitContainerFs: false };
}
