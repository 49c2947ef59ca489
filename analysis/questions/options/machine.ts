/** Where a machine shows its cgroups and its processes. */
import type { OptionRows } from "./row.ts";

export const MACHINE = {
  cgroupRoot: {
    argument: "<dir>",
    description: "where the cgroup file system is mounted",
    value: "folder",
    default: "/sys/fs/cgroup",
  },
  procRoot: {
    argument: "<dir>",
    description: "where procfs is mounted",
    value: "folder",
    default: "/proc",
  },
} as const satisfies OptionRows;
