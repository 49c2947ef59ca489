/** What is done to the recorded node. */

/** Pairs of seconds since the beginning and an amount; between them it is linear. */
export type Schedule = readonly (readonly [seconds: number, amount: number])[];

/** Amounts are MiB, except `files` and `processes`, which are counts. */
export interface Load {
  readonly memory?: Schedule;
  readonly writable?: Schedule;
  readonly log?: Schedule;
  readonly volume?: Schedule;
  readonly files?: Schedule;
  readonly processes?: Schedule;
}

export interface ScenarioContainer {
  readonly name: string;
  readonly load: Load;
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

export interface ScenarioPod {
  readonly name: string;
  readonly namespace?: string;
  readonly priorityClassName: PriorityClassName;
  readonly containers: readonly ScenarioContainer[];
  /** Init containers that run as long as the pod does. */
  readonly sidecars?: readonly ScenarioContainer[];
  readonly terminationGracePeriodSeconds?: number;
  /** Of the emptyDir volume that every pod has. */
  readonly volumeSizeLimit?: string;
}

export interface Scenario {
  readonly name: string;
  /** The story, a sentence each. */
  readonly about: readonly string[];
  /** Of a KubeletConfiguration: what this scenario adds to `kubelet.ts`. YAML. */
  readonly configuration: string;
  /** For the command line of the guest's kernel. */
  readonly kernel?: string;
  /** References and MiB on the disk. */
  readonly images: Readonly<Record<string, number>>;
  /** Processes outside of pods. */
  readonly outside: readonly Load[];
  readonly pods: readonly ScenarioPod[];
  /** How long it is watched after the beginning. */
  readonly seconds: number;
}

/** The classes of the recorded cluster; the last one is Kubernetes' own. */
export const PRIORITY_CLASSES = {
  low: -10,
  batch: 0,
  mid: 1000,
  high: 100_000,
} as const;

export type PriorityClassName = keyof typeof PRIORITY_CLASSES | "system-node-critical";

/** What every container of a scenario runs. */
export const IMAGE = "example.test/app:1";

export function steady(amount: number): Schedule {
  return [[0, amount]];
}

export function growing(from: number, to: number, seconds: number): Schedule {
  return [
    [0, from],
    [seconds, to],
  ];
}
