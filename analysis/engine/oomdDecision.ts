/** What goes into the module of the killers in user space, and what it answers. */

/** The settings of a program; the rest of a scenario comes in steps. */
export interface OomdConfiguration {
  readonly killer: string;
  /** The release of systemd, such as `252`; without one, the newest that is followed. */
  readonly version?: string;
  /** The section [OOM] of oomd.conf. */
  readonly conf?: Readonly<Record<string, string>>;
  /** Rules by name, with the settings of their files. */
  readonly rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dry?: boolean;
}

/** What changes at one moment, in seconds since the start; what is left out stays as it was. */
export interface OomdStep {
  readonly at: number;
}

export interface OomdCandidate {
  readonly path: string;
  readonly preference: "none" | "avoid" | "omit";
  /** Pages scanned ever, at the last look, and between; of a decision by pressure. */
  readonly pgscan?: number;
  readonly lastPgscan?: number;
  readonly scanned?: number;
  /** What a decision by swap compares. */
  readonly swapBytes?: number;
  readonly currentBytes: number;
  readonly processes: number;
  readonly sentence: string;
}

export interface OomdDecision {
  readonly plimsoll: string;
  readonly killer: "systemd-oomd";
  readonly version: string;
  readonly at: number;
  readonly by: "pressure" | "swap" | "rule";
  /** The rule of OOMRules= that is met, and what it does. */
  readonly rule?: string;
  readonly action?: "kill-all" | "kill-by-pgscan" | "kill-by-swap";
  /** The monitored cgroup over its limit; null for swap. */
  readonly target: string | null;
  /** What is killed, or would be by a program that only logs. */
  readonly victim: string | null;
  readonly considered: number;
  readonly order: readonly string[];
  /** How many processes died; absent where the program only logs. */
  readonly processes?: number;
  readonly reason: string;
  /** The program's line about a kill. */
  readonly message: string | null;
  readonly digest: string;
  readonly pressure?: number;
  readonly overLimitSeconds?: number;
  readonly durationSeconds?: number;
  readonly memoryUsedBytes?: number;
  readonly memoryTotalBytes?: number;
  readonly swapUsedBytes?: number;
  readonly swapTotalBytes?: number;
  readonly leastSwapBytes?: number;
  readonly limit?: number;
  /** SwapUsageMax of a rule. */
  readonly swapLimit?: number;
  readonly candidates?: readonly OomdCandidate[];
  readonly next?: string | null;
  /** The limit that spares all at this look, and which marks spare the chosen one. */
  readonly spared?: { readonly limit?: string; readonly omit: boolean; readonly avoid: boolean };
}

export interface EarlyoomProcess {
  readonly pid: number;
  readonly name: string;
  /** What it is compared by: oom_score, and what prefer and avoid add. */
  readonly score: number;
  readonly rssPages: number;
  readonly sentence: string;
}

export interface EarlyoomDecision {
  readonly plimsoll: string;
  readonly killer: "earlyoom";
  readonly version: string;
  readonly at: number;
  /** Null where memory or swap is above its limit, or no process may be chosen. */
  readonly signal: "SIGTERM" | "SIGKILL" | null;
  readonly pid: number | null;
  /** Available memory and free swap in percent, as this release counts them. */
  readonly memory: number;
  readonly swap: number;
  readonly reason: string;
  readonly digest: string;
  /** The first ten, each after those before it are gone. */
  readonly ranking?: readonly EarlyoomProcess[];
  /** The largest whole `-m` that is not met, and whether avoiding its name spares the process. */
  readonly spared?: { readonly memory?: number; readonly avoid: boolean };
}

/** A sibling that an action of oomd compared. */
export interface RankedCgroup {
  readonly path: string;
  readonly preference: "PREFER" | "NORMAL" | "AVOID";
  readonly currentBytes: number;
  readonly swapBytes?: number;
  readonly scanned?: number;
  /** Bytes in use that are not protected. */
  readonly effectiveBytes?: number;
  readonly sentence: string;
}

/** What an action of a ruleset of oomd decides. */
export interface RulesetDecision {
  readonly plimsoll: string;
  readonly killer: "oomd";
  readonly version: string;
  readonly at: number;
  readonly ruleset: string;
  /** The group of detectors that fired. */
  readonly group: string;
  readonly action: string;
  /** What is killed, or would be by an action that only logs; null for none. */
  readonly picked: string | null;
  readonly why: string | null;
  readonly processes?: number;
  readonly dry: boolean;
  readonly message: string | null;
  readonly digest: string;
  readonly candidates?: readonly RankedCgroup[];
  readonly next?: string | null;
  /** Whether a mark spares the one that is picked, and what is picked then. */
  readonly spared?: { readonly avoid: boolean; readonly instead: string | null };
}

export type KillerDecision = OomdDecision | EarlyoomDecision | RulesetDecision;
