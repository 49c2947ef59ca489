import { statSync } from "node:fs";
import type { Command } from "commander";
import type { Layout } from "../../../shared/capture.ts";
import { nameOf, readText } from "../../documents.ts";
import type { Io } from "../../io.ts";
import { Machine } from "../../machine/machine.ts";
import { notifierOf } from "../../machine/notifier.ts";
import { readPodsFile } from "../../machine/podsFile.ts";
import { printNotes } from "../../notes.ts";
import { CgroupSource } from "../../sources/cgroup.ts";
import { SYSTEM_CLOCK } from "../../systemClock.ts";
import type { RunOptions } from "./options.ts";
import type { OpenedSource } from "./sources.ts";

export interface MachineRunOptions {
  readonly cgroupRoot: string;
  readonly cgroupParent?: string;
  readonly procRoot: string;
  readonly podsFile?: string;
  readonly nodefsPath: string;
  readonly imagefsPath?: string;
  readonly notifications: boolean;
}

export function addMachineOptions(command: Command): void {
  command
    .optionsGroup("Source cgroup:")
    .option("--pods-file <file>", "priority, requests, static and directories of units, as YAML")
    .option("--cgroup-parent <path>", "only the children of this cgroup stand as pods")
    .option("--nodefs-path <dir>", "a place on the file system that is nodefs", "/")
    .option("--imagefs-path <dir>", "a place on the file system with images (default: none)")
    .option("--cgroup-root <dir>", "where cgroups are mounted", "/sys/fs/cgroup")
    .option("--proc-root <dir>", "where the kernel's own files are", "/proc")
    .option("--no-notifications", "look only once an interval, even when memory runs short");
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
