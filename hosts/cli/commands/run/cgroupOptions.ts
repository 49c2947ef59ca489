import { MACHINE } from "../../../../analysis/questions/options/machine.ts";
import { inGroup, type OptionRows } from "../../../../analysis/questions/options/row.ts";

/** What counts as the node, where there is no kubelet to say so. */
export const CGROUP = inGroup("Source cgroup", {
  podsFile: {
    argument: "<file>",
    description: "priorities, requests and directories of systemd units, as YAML",
    value: "input",
  },
  cgroupParent: {
    argument: "<path>",
    description: "count only the children of this cgroup as pods",
  },
  nodefsPath: {
    argument: "<dir>",
    description: "a path on the file system that counts as nodefs",
    value: "folder",
    default: "/",
  },
  imagefsPath: {
    argument: "<dir>",
    description: "a path on the file system that counts as imagefs (default: none)",
    value: "folder",
  },
  ...MACHINE,
  notifications: {
    description: "take steps only at each interval, not early on memory pressure",
    isNegated: true,
  },
} as const satisfies OptionRows);
