import { existsSync } from "node:fs";
import { connect } from "node:net";

/** What a machine has that snapshots can come from. */
export interface NodeContext {
  /** `--capture` or `--example`. */
  readonly capture: boolean;
  /** An account of a pod, or credentials that were named. */
  readonly credentials: boolean;
  /** Something listens where the kubelet would. */
  readonly kubelet: boolean;
  /** `--node` names a node, or a pod with an account knows the name of its own. */
  readonly apiServer: boolean;
  readonly cgroups: boolean;
}

export type Choice = "capture" | "kubelet" | "apiserver" | "cgroup" | "example";

interface Row {
  readonly choice: Choice;
  fits(surroundings: NodeContext): boolean;
  /** What is watched, and why. */
  readonly sentence: string;
}

/** The first that fits; the last always does. */
const ROWS: readonly Row[] = [
  {
    choice: "capture",
    fits: ({ capture }) => capture,
    sentence: "Replaying the given capture.",
  },
  {
    choice: "kubelet",
    fits: ({ kubelet, credentials }) => kubelet && credentials,
    sentence: "Watching the kubelet of this machine (--source kubelet).",
  },
  {
    choice: "apiserver",
    fits: ({ apiServer }) => apiServer,
    sentence:
      "No kubelet listens here. Watching the node through the API server (--source apiserver); " +
      "--source cgroup watches this machine.",
  },
  {
    choice: "cgroup",
    fits: ({ cgroups }) => cgroups,
    sentence:
      "No kubelet is reachable. Watching this machine instead (--source cgroup); each systemd " +
      "unit counts as a pod.",
  },
  {
    choice: "example",
    fits: () => true,
    sentence:
      "No kubelet is reachable, and this machine has no cgroups. Replaying a recorded " +
      "memory leak instead.",
  },
];

/** Chooses a source, and says in one line which and why. */
export function chooseSource(surroundings: NodeContext): { choice: Choice; sentence: string } {
  const { choice, sentence } = ROWS.find(({ fits }) => fits(surroundings)) ?? {
    choice: "example" as const,
    sentence: "",
  };
  return { choice, sentence };
}

const CONNECT_MILLISECONDS = 500;

/** Whether something takes connections at an address such as `https://127.0.0.1:10250`. */
export function listensAt(address: string): Promise<boolean> {
  const parsed = URL.canParse(address) ? new URL(address) : null;
  if (parsed === null) return Promise.resolve(false);
  const port = Number(parsed.port || (parsed.protocol === "https:" ? 443 : 80));
  return new Promise((resolve) => {
    const socket = connect({ host: parsed.hostname.replace(/^\[|\]$/g, ""), port });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(CONNECT_MILLISECONDS, () => settle(false));
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}

/** Whether cgroups are mounted in a directory, in any of their versions. */
export function hasCgroups(cgroupRoot: string): boolean {
  const marks = ["cgroup.controllers", "memory/memory.stat", "unified/cgroup.controllers"];
  return marks.some((mark) => existsSync(`${cgroupRoot}/${mark}`));
}
