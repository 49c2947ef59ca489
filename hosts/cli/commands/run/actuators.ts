import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { Bounds } from "../../../daemon/acting/guardRails.ts";
import { ExecActuator, ReclaimingActuator } from "../../../daemon/actuators/exec.ts";
import { OBSERVE } from "../../../daemon/actuators/observe.ts";
import type { Io } from "../../../system/io.ts";
import type { ActuatorName } from "./actingOptions.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";

type Open = (options: RunOptions, opened: OpenedSource, io: Io) => Promise<Actuator>;

/** By the name that `--act` takes. Only the one that acts is loaded. */
export const ACTUATORS: Readonly<Record<ActuatorName, Open>> = {
  observe: async () => OBSERVE,
  kubernetes: async (...given) =>
    (await import("./kubernetes.ts")).openKubernetesActuator(...given),
  cgroup: async (_, opened) => (await import("./cgroup.ts")).openCgroupActuator(opened),
  // The rows of the command ask for the command.
  exec: async ({ exec = "", execTimeout }) =>
    new ExecActuator({ command: exec, timeoutSeconds: execTimeout }),
};

/** Adds the command of `--reclaim-exec`, when there is one. */
export function withReclaim(actuator: Actuator, options: RunOptions): Actuator {
  const { reclaimExec: command, execTimeout: timeoutSeconds } = options;
  return command === undefined
    ? actuator
    : new ReclaimingActuator(actuator, { command, timeoutSeconds });
}

/** With a kubelet there is time: it evicts meanwhile if necessary. */
const WARM_UP_SECONDS: Readonly<Partial<Record<ActuatorName, number>>> = { kubernetes: 300 };

/** How far the guard rails let a run go. */
export function boundsOf(options: RunOptions): Bounds {
  return {
    evictionsPerHour: options.maxEvictionsPerHour,
    evictionsPerNamespacePerHour: options.maxEvictionsPerNamespace,
    staleAfterSeconds: options.staleAfter,
    warmUpSeconds: options.warmUp ?? WARM_UP_SECONDS[options.act] ?? 0,
    protectedNamespaces: options.protectedNamespace,
  };
}
