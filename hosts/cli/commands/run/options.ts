import { SUMMARIES } from "../../../../analysis/questions/options/commands.ts";
import { CONFIG, KUBELET_FLAGS, POLICY } from "../../../../analysis/questions/options/policy.ts";
import {
  commandRow,
  inGroup,
  namesIn,
  type OptionsOf,
  pairs,
} from "../../../../analysis/questions/options/row.ts";
import { GUARD_RAILS } from "../../../daemon/acting/guardRails.ts";
import { ACTING } from "./actingOptions.ts";
import { FORWARDING } from "./forwardingOptions.ts";
import { OBSERVERS } from "./observerOptions.ts";
import { RECORDING } from "./recordingOptions.ts";
import { SOURCE, SOURCE_RULES } from "./sourceOptions.ts";

const GUARD_RAIL_COLUMNS = 21;
const GUARD_RAIL_LINES = [
  "Guard rails (always on; the first that applies withholds the eviction):",
  ...GUARD_RAILS.map(({ name, title }) => `  ${name.padEnd(GUARD_RAIL_COLUMNS)} ${title}`),
];

/** Options that say at which thresholds the daemon acts, as `--act-before` does. */
const THRESHOLDS = ["evictionHard", "evictionSoft"];

export const RUN = commandRow({
  name: "run",
  summary: SUMMARIES.run,
  description:
    "Watches a live node and reports what its kubelet would evict, and why. Only observes, " +
    "unless --act says how to evict.",
  options: {
    ...SOURCE,
    ...ACTING,
    ...inGroup("State", {
      stateDir: {
        argument: "<dir>",
        description:
          "store grace periods and past evictions here across restarts (default: $STATE_DIRECTORY)",
        value: "folder",
      },
    }),
    ...RECORDING,
    ...FORWARDING,
    ...inGroup("Policy", {
      config: {
        ...CONFIG,
        description:
          "the kubelet configuration, in any supported format; reloaded when it changes " +
          "(default: the source's own)",
      },
    }),
    ...POLICY,
    ...OBSERVERS,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ...SOURCE_RULES.excludes,
      ...pairs(
        ["actBefore"],
        [
          ...(["config", "configDir"] as const),
          ...namesIn(KUBELET_FLAGS).filter((name) => THRESHOLDS.includes(name)),
        ],
      ),
    ],
    needs: [
      ...SOURCE_RULES.needs,
      [{ act: ["exec"] }, "exec"],
      ["actBefore", { act: ["kubernetes"] }],
      ["soleEvictor", { act: ["kubernetes"] }],
      ["leaseNamespace", { act: ["kubernetes"] }],
    ],
    atMost: [["config", 1]],
  },
  before: [GUARD_RAIL_LINES.join("\n")],
  examples: [
    "plimsoll run --source apiserver --node worker-3",
    "plimsoll run --source kubelet --act kubernetes --act-before 10% --state-dir /var/lib/plimsoll",
    "plimsoll run --source capture --example memory-leak --pace 10x",
    "plimsoll run --source capture --capture worker-3.plimsoll.ndjson.gz --state-dir ./state",
    "plimsoll run --source capture --example memory-leak --record ./captures",
    "plimsoll run --source kubelet --forward https://edge.example --forward-token-file token",
    "plimsoll run --source cgroup",
    "plimsoll run --source cgroup --act cgroup --eviction-hard 'memory.available<5%' --state-dir .",
  ],
});

export type SourceOptions = OptionsOf<typeof SOURCE> & {
  /** The configuration that replaces the source's own. */
  readonly config?: readonly string[];
};
export type RunOptions = OptionsOf<typeof RUN.options>;
