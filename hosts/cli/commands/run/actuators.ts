import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { Bounds } from "../../../daemon/acting/guardRails.ts";
import { ExecActuator, ReclaimingActuator } from "../../../daemon/actuators/exec.ts";
import { OBSERVE } from "../../../daemon/actuators/observe.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./runOptions.ts";

interface ActuatorRow {
  readonly title: string;
  open(options: RunOptions, opened: OpenedSource, io: Io): Promise<Actuator>;
}

/** By the name that `--act` takes. Only the one that acts is loaded. */
export const ACTUATORS: Readonly<Record<string, ActuatorRow>> = {
  observe: { title: "only say what would be done", open: async () => OBSERVE },
  kubernetes: {
    title: "evict through the API server, before the kubelet would",
    open: async (...given) => (await import("./kubernetes.ts")).openKubernetesActuator(...given),
  },
  cgroup: {
    title: "end the processes of a unit of this machine",
    open: async (_, opened) => (await import("./cgroup.ts")).openCgroupActuator(opened),
  },
  exec: { title: "hand evictions to the command of --exec", open: openExec },
};

/** Adds the command of `--reclaim-exec`, when there is one. */
export function withReclaim(actuator: Actuator, options: RunOptions): Actuator {
  const { reclaimExec: command, execTimeout: timeoutSeconds } = options;
  return command === undefined
    ? actuator
    : new ReclaimingActuator(actuator, { command, timeoutSeconds });
}

async function openExec({ exec, execTimeout }: RunOptions): Promise<Actuator> {
  if (exec !== undefined) return new ExecActuator({ command: exec, timeoutSeconds: execTimeout });
  throw usageFailure("--act exec needs a command; give it with --exec 'COMMAND'.");
}

/** Beside a kubelet there is time: it evicts meanwhile, should it be needed. */
const WARM_UP_SECONDS: Readonly<Record<string, number>> = { kubernetes: 300 };

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
