import { readFile } from "node:fs/promises";
import type { PodName } from "../../../analysis/engine/decision.ts";

/** What this process is to the node it watches. */
export interface Identity {
  isSelf(pod: PodName): boolean;
}

/** Where the kernel and the platform say what a process runs in. */
export interface Traces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of /proc/self/cgroup; empty where there is none. */
  readonly cgroups: string;
  /** The text of /proc/self/mountinfo; empty where there is none. */
  readonly mounts: string;
}

/** How both cgroup drivers write the uid of a pod: with `-`, or with `_` in a slice's name. */
const POD_UID = /pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})/g;

/** The kubelet mounts its own file over /etc/hosts of every container. */
const HOSTS_FILE = /\/pods\/([0-9a-f-]{32,36})\/etc-hosts \/etc\/hosts /g;

/**
 * A pod's uid as the cgroup, the mounts or POD_UID say it, its name as the downward API does, and
 * any cgroup above this process: under a source whose pods are cgroups, uid or name is a path.
 */
export function identityOf({ environment, cgroups, mounts }: Traces): Identity {
  const found = [...cgroups.matchAll(POD_UID), ...mounts.matchAll(HOSTS_FILE)];
  const uids = new Set(found.map(([, uid = ""]) => plain(uid)));
  const { POD_UID: uid, POD_NAME: name, POD_NAMESPACE: namespace } = environment;
  if (uid !== undefined) uids.add(plain(uid));
  const paths = cgroups.split("\n").map((line) => line.replace(/^\d+:[^:]*:/, ""));
  const isAbove = (text: string) =>
    text.startsWith("/") && paths.some((path) => path === text || path.startsWith(`${text}/`));
  return {
    isSelf: (pod) =>
      uids.has(plain(pod.uid)) ||
      (name !== undefined && pod.name === name && pod.namespace === namespace) ||
      isAbove(pod.uid) ||
      isAbove(pod.name),
  };
}

/** What one of several says; those that are absent say nothing. */
export function anyOf(...identities: readonly (Identity | undefined)[]): Identity {
  return { isSelf: (pod) => identities.some((identity) => identity?.isSelf(pod) ?? false) };
}

function plain(uid: string): string {
  return uid.replaceAll(/[-_]/g, "").toLowerCase();
}

/** What Linux says about this process; nothing elsewhere. */
export async function ownTraces(environment: Traces["environment"]): Promise<Traces> {
  const [cgroups, mounts] = await Promise.all([
    textOf("/proc/self/cgroup"),
    textOf("/proc/self/mountinfo"),
  ]);
  return { environment, cgroups, mounts };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return "";
  }
}
