import type { CgroupMemory } from "./cgroupMemory.ts";
import type { Plain } from "./document.ts";
import type { MeasuredUnit, TaskCounts } from "./reading.ts";

/** What was measured of a machine at one moment. */
export interface MachineReading {
  /** RFC 3339 with nanoseconds: a measurement is new even within the second of the last one. */
  readonly time: string;
  readonly nodeName: string;
  /** RFC 3339. */
  readonly startTime: string;
  readonly memory: CgroupMemory | null;
  /** The cgroup all units are in, when one was chosen: the kubelet's `pods`. */
  readonly parent: CgroupMemory | null;
  /** Null when it could not be asked. */
  readonly nodefs: Plain;
  /** Null where no images are kept. */
  readonly imagefs: Plain;
  readonly tasks: TaskCounts;
  readonly units: readonly MeasuredUnit[];
}

/** The reading as the stats Summary a kubelet would serve. Spec 1.3. */
export function summaryOf(reading: MachineReading): Plain {
  const { time, nodeName, startTime, memory, parent, nodefs, imagefs, tasks, units } = reading;
  const pods = parent === null ? [] : [{ name: "pods", memory: memoryOf(parent, time) }];
  return {
    node: {
      nodeName,
      systemContainers: pods,
      startTime,
      memory: memory === null ? undefined : memoryOf(memory, time),
      fs: nodefs,
      runtime: imagefs === null ? undefined : { imageFs: imagefs, containerFs: imagefs },
      rlimit: { time, maxpid: tasks.maxpid, curproc: tasks.curproc },
    },
    pods: units.map((unit) => podOf(unit, time)),
  };
}

function podOf(unit: MeasuredUnit, time: string): Plain {
  const { name, namespace, uid, startTime, processes } = unit;
  const memory = memoryOf(unit.memory, time);
  return {
    podRef: { name, namespace, uid },
    startTime,
    containers: [{ name, startTime, memory }],
    memory,
    volume: [...unit.stored].map(([path, amount]) => ({ time, ...amount, name: path })),
    process_stats: { process_count: processes.length },
  };
}

/** The kubelet subtracts in 64 bits without sign, and so wraps above the limit. Spec 1.2. */
function memoryOf(memory: CgroupMemory, time: string): Plain {
  const { limitBytes, usageBytes, workingSetBytes, rssBytes } = memory;
  const availableBytes =
    limitBytes === null ? undefined : BigInt.asUintN(64, limitBytes - workingSetBytes);
  return { time, availableBytes, usageBytes, workingSetBytes, rssBytes };
}
