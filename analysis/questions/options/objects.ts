/** Where the objects of a cluster come from: files, an example, or an API server. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";
import { API_SERVER, type ApiServerOptions } from "./cluster.ts";
import {
  type ArgumentRow,
  inGroup,
  OptionError,
  type OptionRow,
  type OptionRows,
  type OptionsOf,
  type Rules,
} from "./row.ts";
import { type PodReference, readPodReference } from "./values.ts";

/** `what`: the kinds of objects that a command reads. */
export function objectsRows(
  what: string,
  example = "an example cluster that ships with plimsoll: budgets, shop",
) {
  return {
    objects: {
      argument: "<files...>",
      description: `${what}: a file, a folder or an archive; - is standard input`,
      value: "input",
      repeats: true,
    },
    example: { argument: "<name>", description: `use ${example}`, value: "cluster" },
  } as const satisfies OptionRows;
}

export type ObjectsOptions = OptionsOf<ReturnType<typeof objectsRows>> & ApiServerOptions;

/** Last in the help of a command that reads objects. */
export const OBJECTS_SERVER = inGroup("Cluster", API_SERVER);

export const OBJECTS_RULES = {
  excludes: [
    ["objects", "example"],
    ["objects", "kubeconfig"],
    ["objects", "context"],
    ["example", "kubeconfig"],
    ["example", "context"],
  ],
} as const satisfies Rules;

export const POD_FILE = {
  argument: "<file>",
  description: "the pod in a manifest, or a pod from its template",
  value: "input",
} as const satisfies OptionRow;

/** The pod that is asked about, which is an argument, as in kubectl. */
export const POD = {
  description: "NAMESPACE/NAME, or NAME with --namespace",
} as const satisfies ArgumentRow;

export const NAMESPACE = {
  argument: "<name>",
  short: "n",
  description: "the namespace of the pod",
} as const satisfies OptionRow;

/** The pod that an argument names; `namespace` where it names none. */
export function askedPodOf(
  pod: string | undefined,
  namespace: string | undefined,
): PodReference | undefined {
  if (pod === undefined) return undefined;
  const name = pod.replace(/^(?:pod|pods|po)\//, "");
  if (namespace === undefined) return readPodReference(name);
  if (name.includes("/")) {
    throw new OptionError(`${pod} names a namespace; leave it out, or leave out --namespace.`);
  }
  return readPodReference(`${namespace}/${name}`);
}

export const SCHEDULER_CONFIG = {
  argument: "<file>",
  description: "a KubeSchedulerConfiguration (default: the scheduler's own)",
  value: "input",
} as const satisfies OptionRow;

export const CHANGE = {
  argument: "<change>",
  description: "apply a change to the cluster first; repeatable",
  repeats: true,
} as const satisfies OptionRow;

/** The release to follow; a cluster and its nodes may state their own. */
export function releaseRow(what: string, policy: "scheduler" | "drain" | "simulator") {
  const followed = RELEASES[policy];
  const otherwise = `default: the API server's, the nodes', or ${formatRelease(followed.default)}`;
  return {
    argument: "<version>",
    description: `${what}, ${formatReleases(followed)} (${otherwise})`,
  } as const satisfies OptionRow;
}
