import {
  inGroup,
  OptionError,
  type OptionRows,
} from "../../../../analysis/questions/options/row.ts";
import {
  readCount,
  readSeconds,
  readSecondsOrZero,
} from "../../../../analysis/questions/options/values.ts";
import { DEFAULT_BOUNDS } from "../../../daemon/acting/guardRails.ts";
import { KUBERNETES_ACTING } from "./kubernetesOptions.ts";
import { titlesText } from "./sourceOptions.ts";

/** What `--act` can name. */
export const ACTUATOR_TITLES = {
  observe: "only say what would be done",
  kubernetes: "evict through the API server, before the kubelet would",
  cgroup: "end the processes of a unit of this machine",
  exec: "hand evictions to the command of --exec",
} as const;

export type ActuatorName = keyof typeof ACTUATOR_TITLES;

/** How evictions are made, and how far the guard rails let that go. */
export const ACTING = {
  ...inGroup("Acting", {
    act: {
      argument: "<name>",
      description: titlesText(ACTUATOR_TITLES),
      choices: Object.keys(ACTUATOR_TITLES) as readonly ActuatorName[],
      default: "observe",
    },
    exec: {
      argument: "<command>",
      description: "act exec: run this for each eviction; it reads the decision on stdin",
    },
    reclaimExec: {
      argument: "<command>",
      description: "run this to reclaim node-level resources, for any --act",
    },
    execTimeout: {
      argument: "<duration>",
      description: "how long a command may take",
      default: "60s",
      parse: readSeconds,
    },
    dryRun: {
      description:
        "do everything but the last call, which act kubernetes sends as a dry " +
        "run of the API server",
    },
    maxEvictionsPerHour: {
      argument: "<count>",
      description: "evict at most so many pods in an hour",
      default: String(DEFAULT_BOUNDS.evictionsPerHour),
      parse: readCount,
    },
    maxEvictionsPerNamespace: {
      argument: "<count>",
      description: "and so many of one namespace",
      default: String(DEFAULT_BOUNDS.evictionsPerNamespacePerHour),
      parse: readCount,
    },
    staleAfter: {
      argument: "<duration>",
      description: "never act on older stats",
      default: `${DEFAULT_BOUNDS.staleAfterSeconds}s`,
      parse: readSeconds,
    },
    /** Undefined for the default of the actuator. */
    warmUp: {
      argument: "<duration>",
      description: "do not act so soon after the start; 0s for no warm-up",
      parse: readSecondsOrZero,
    },
    protectedNamespace: {
      argument: "<names>",
      description: "never evict from these; replaces the default",
      default: DEFAULT_BOUNDS.protectedNamespaces.join(),
      parse: readNames,
    },
  } as const satisfies OptionRows),
  ...KUBERNETES_ACTING,
};

/** `kube-system,monitoring`; nothing at all for none. */
function readNames(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (text.trim() === "") return [];
  if (names.every((name) => /^[^\s,]+$/.test(name))) return names;
  throw new OptionError("Write it as kube-system,monitoring.");
}
