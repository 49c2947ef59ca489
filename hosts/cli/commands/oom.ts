import type { Command } from "commander";
import { OF_A_NODE, OOM, type OomOptions } from "../../../analysis/questions/oom/options.ts";
import { requirement, unsuited } from "../../../analysis/questions/options/refusal.ts";
import { flagOf } from "../../../analysis/questions/options/row.ts";
import { nameOf } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { usageFailure } from "../exitCode.ts";
import { isCapture, isOfFormat } from "../input/givenInstead.ts";
import { explainKillerLog } from "./oom/killerLog.ts";
import { explainLog } from "./oom/log.ts";
import { explainMachine } from "./oom/machine.ts";
import { explainNode } from "./oom/node.ts";

export function oomCommand(io: Io): Command {
  return commandOf(OOM, ({ log }, options) => runOom(log, options, io));
}

async function runOom(path: string | undefined, options: OomOptions, io: Io): Promise<void> {
  if (options.source !== undefined) return explainMachine(options, io);
  if (path !== undefined && (await isOfFormat(path, "killerLog", io))) {
    return explainKillerLog(path, options, io);
  }
  if (path !== undefined && !(await isCapture(path, io))) {
    const ofNode = OF_A_NODE.find((name) => options[name] !== undefined);
    if (ofNode === undefined) return explainLog(path, options, io);
    throw usageFailure(unsuited(flagOf(ofNode), "a capture", `${nameOf(path)} is a kernel's log`));
  }
  const { summary, pods, at, step } = options;
  if (summary === undefined && pods !== undefined) {
    throw usageFailure(requirement("--pods", ["--summary"]));
  }
  if (summary?.length === 1 && (at ?? step) !== undefined) {
    const flag = at === undefined ? "--step" : "--at";
    throw usageFailure(unsuited(flag, "a capture", "one Summary is one moment"));
  }
  return explainNode(path, options, io);
}
