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
  observe: "only report what would be done",
  kubernetes: "evict through the API server, before the kubelet would",
  cgroup: "stop the processes of a unit on this machine",
  exec: "run the command of --exec for each eviction",
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
      description: "act exec: the command, which reads the decision on stdin",
    },
    reclaimExec: {
      argument: "<command>",
      description: "the command that reclaims node-level resources, with any --act",
    },
    execTimeout: {
      argument: "<duration>",
      description: "time limit for a command",
      default: "60s",
      parse: readSeconds,
    },
    dryRun: {
      description:
        "do everything except the eviction; act kubernetes sends it to the API server as a dry " +
        "run",
    },
    maxEvictionsPerHour: {
      argument: "<count>",
      description: "evict at most this many pods an hour",
      default: String(DEFAULT_BOUNDS.evictionsPerHour),
      parse: readCount,
    },
    maxEvictionsPerNamespace: {
      argument: "<count>",
      description: "evict at most this many pods of one namespace an hour",
      default: String(DEFAULT_BOUNDS.evictionsPerNamespacePerHour),
      parse: readCount,
    },
    staleAfter: {
      argument: "<duration>",
      description: "do not act on stats older than this",
      default: `${DEFAULT_BOUNDS.staleAfterSeconds}s`,
      parse: readSeconds,
    },
    /** Undefined for the default of the actuator. */
    warmUp: {
      argument: "<duration>",
      description: "do not act for this long after the start; 0s for no warm-up",
      parse: readSecondsOrZero,
    },
    protectedNamespace: {
      argument: "<names>",
      description: "never evict pods in these namespaces; replaces the default",
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
