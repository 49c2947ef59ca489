/** The first screen of each command: 24 lines of 80 columns, the prompt line included. */
import { expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

const LINES_MAX = 24;
const COLUMNS = 80;

interface Screen {
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Default: 0. */
  readonly exitCode?: ExitCode;
  /** The verdict. */
  readonly title: RegExp;
}

const MEMORY_MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 94688Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
const DISK_MESSAGE =
  "The node was low on resource: ephemeral-storage. Threshold quantity: 3141254678, available: " +
  "2632184Ki. Container build was using 1639680Ki, request is 0, has larger consumption of " +
  "ephemeral-storage. ";

/** Captures that ship with the program; the recorded ones are of a real kubelet. */
const EXAMPLES = [
  ...["critical-and-static", "daemonset-returns", "fork-bomb", "image-gc-insufficient"],
  ...["image-gc-suffices", "inode-storm", "memory-leak", "page-cache", "recorded-disk-nodefs"],
  ...["recorded-memory-hard", "recorded-memory-soft", "soft-oscillation", "two-signals"],
];
const FLAGS = ["--ignore-daemonsets", "--delete-emptydir-data"];

/** A kubelet that is given one hard threshold keeps none of its defaults. */
const CONFIGURATION = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
evictionHard: {memory.available: 500Mi}
evictionSoft: {memory.available: 800Mi}
`;
const GRACE = "evictionSoftGracePeriod: {memory.available: 1m30s}\n";
const CAPACITY = "memory=8Gi,ephemeral-storage=100Gi";

const SCREENS: readonly Screen[] = [
  ...EXAMPLES.map((name) => ({
    words: ["explain", "--example", name],
    title: /^. (\S+ is|\d+ pods are|No pod is) evicted at \d\d:\d\d:\d\d/,
  })),
  ...EXAMPLES.map((name) => ({
    words: ["replay", "--example", name],
    title: /^[✖✔] (\S+ is|\d+ pods are|No pod is) evicted( |: \d+ for )/,
  })),
  {
    words: ["replay", "--example", "memory-leak"],
    title: /^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20: the node runs low on memory$/,
  },
  {
    words: ["replay", "--example", "recorded-memory-hard"],
    title: /^✖ 11 pods are evicted between 01:20:02 and 01:22:06: the node runs low on memory$/,
  },
  {
    words: ["replay", "--example", "recorded-disk-nodefs"],
    title: /^✖ 5 pods are evicted: 3 for nodefs\.available, 2 for their own storage limits$/,
  },
  {
    words: ["replay", "--example", "image-gc-suffices"],
    title: /^✔ No pod is evicted in 16m30s: the node reclaims enough$/,
  },
  ...[MEMORY_MESSAGE, DISK_MESSAGE, "Attempting to reclaim inodes"].map((message) => ({
    words: ["explain", "--message", message],
    title: /^. (A pod was evicted|No eviction yet): /,
  })),
  { words: [MEMORY_MESSAGE], title: /^✖ A pod was evicted: its node had 92\.5Mi of memory left/ },
  {
    words: ["check", "-"],
    stdin: CONFIGURATION,
    title: /^✖ The kubelet would not start with standard input: 1 error$/,
    exitCode: ExitCode.Findings,
  },
  ...[[], ["--capacity", CAPACITY]].map((further) => ({
    words: ["check", "-", ...further],
    stdin: CONFIGURATION + GRACE,
    title: /^! The kubelet starts with standard input: 3 warnings$/,
  })),
  {
    words: ["drain", "worker-2", "--example", "budgets", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /^✖ worker-2 would not drain: 3 of 6 pods stay blocked, and 1 finds no node$/,
  },
  {
    words: ["drain", "worker-2", "--example", "budgets"],
    exitCode: ExitCode.Findings,
    title: /^✖ worker-2 would not drain: kubectl evicts nothing with these flags$/,
  },
  {
    words: ["drain", "worker-3", "--example", "budgets", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /^! worker-3 would drain in 1 round: 2 pods are evicted/,
  },
  {
    words: ["drain", "worker-1", "--example", "shop", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /worker-1 would/,
  },
];

it.each(SCREENS)(
  "fits $words",
  async ({ words, stdin, exitCode: expected = ExitCode.Ok, title }) => {
    const given = stdin === undefined ? {} : { stdin };
    const { stdout, exitCode } = await commandLine(words, { ...given, columns: COLUMNS });
    expect(exitCode).toBe(expected);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(title);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(lines.length, stdout).toBeLessThan(LINES_MAX);
  },
);
