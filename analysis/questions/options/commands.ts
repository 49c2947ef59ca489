/** The commands and what each is for: light, because a command line asks for one of them. */

/** By what people work on, in the order of the help; each summary fits a screen of 80 columns. */
export const COMMAND_GROUPS = {
  Node: {
    explain: "why this pod: thresholds, ranking, fixes",
    replay: "what happened over time in a capture or kubelet log",
    next: "which nodes are nearest to a threshold",
    oom: "what the kernel's OOM killer killed, or would kill",
  },
  Cluster: {
    schedule: "where a pod is placed, or why it is pending",
    drain: "what blocks the drain of a node",
    admit: "whether a node accepts a pod",
    simulate: "does the cluster settle, thrash or cascade?",
  },
  Settings: {
    check: "is a kubelet configuration valid and safe?",
    advise: "thresholds, reservations and requests to set",
    diff: "two configurations on one capture",
    sweep: "one capture under many configurations",
    upgrade: "what a newer release decides differently",
  },
  Record: {
    run: "watch a node; acts only with --act",
    capture: "record, import, verify, reduce, anonymize",
  },
  More: {
    playground: "explore a capture in the browser",
    demo: "one eviction, explained",
    completion: "complete words in bash, zsh or fish",
  },
} as const;

type Groups = typeof COMMAND_GROUPS;
type NamesIn<Group> = Group extends unknown ? keyof Group : never;
export type CommandName = NamesIn<Groups[keyof Groups]>;

export const SUMMARIES = Object.assign({}, ...Object.values(COMMAND_GROUPS)) as Readonly<
  Record<CommandName, string>
>;

export const COMMAND_NAMES = Object.keys(SUMMARIES) as readonly CommandName[];
