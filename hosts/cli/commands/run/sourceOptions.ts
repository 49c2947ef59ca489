import { EXAMPLE } from "../../../../analysis/questions/options/capture.ts";
import {
  inGroup,
  OptionError,
  type OptionRows,
} from "../../../../analysis/questions/options/row.ts";
import { readCount, readSeconds } from "../../../../analysis/questions/options/values.ts";
import { CGROUP } from "./cgroupOptions.ts";
import { KUBERNETES } from "./kubernetesOptions.ts";

/** What `--source` can name. */
export const SOURCE_TITLES = {
  auto: "the kubelet of this machine if there is one, otherwise cgroup",
  kubelet: "the kubelet's own API",
  apiserver: "a node through the API server",
  capture: "a recorded node",
  cgroup: "this machine, without Kubernetes",
} as const;

export type SourceName = keyof typeof SOURCE_TITLES;

/** Where snapshots come from, and how often. */
export const SOURCE = {
  ...inGroup("Source", {
    source: {
      argument: "<name>",
      description: titlesText(SOURCE_TITLES),
      choices: Object.keys(SOURCE_TITLES) as readonly SourceName[],
      default: "auto",
    },
    node: {
      argument: "<name>",
      description: "the node to watch (default: $NODE_NAME, or what the source says)",
      value: "node",
    },
    capture: {
      argument: "<file>",
      description: "source capture: a capture, plain or gzip",
      value: "input",
    },
    example: {
      ...EXAMPLE.example,
      description: "source capture: an example that ships with plimsoll",
    },
    pace: {
      argument: "<speed>",
      description: "source capture: 1x for the recorded speed, 10x for ten times that, or max",
      default: "max",
      parse: readPace,
    },
  } as const satisfies OptionRows),
  ...inGroup("Timing", {
    interval: {
      argument: "<duration>",
      description: "time between two steps",
      default: "10s",
      parse: readSeconds,
    },
    timeout: {
      argument: "<duration>",
      description: "how long to wait for the source",
      default: "10s",
      parse: readSeconds,
    },
    steps: {
      argument: "<count>",
      description: "stop after this many steps",
      parse: readCount,
    },
    unattendedSteps: {
      argument: "<count>",
      description: "stop after this many steps without a terminal, or when CI is set",
      parse: readCount,
    },
  } as const satisfies OptionRows),
  ...KUBERNETES,
  ...CGROUP,
};

export const SOURCE_RULES = {
  excludes: [["capture", "example"]],
  needs: [[{ source: ["capture"] }, "capture", "example"]],
} as const;

/** `capture: a recorded node; kubelet: …`. */
export function titlesText(titles: Readonly<Record<string, string>>): string {
  return Object.entries(titles)
    .map(([name, title]) => `${name}: ${title}`)
    .join("; ");
}

/** How many times as fast as it was recorded; infinity for as fast as possible. */
function readPace(text: string): number {
  if (text === "max") return Number.POSITIVE_INFINITY;
  const pace = Number(/^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]);
  if (pace > 0) return pace;
  throw new OptionError("Write it as 1x, 10x or max.");
}
