/** Where the objects of a cluster come from: files, an example, or an API server. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";
import { API_SERVER, type ApiServerOptions } from "./cluster.ts";
import { releaseIn } from "./release.ts";
import {
  type ArgumentRow,
  inGroup,
  OptionError,
  type OptionRow,
  type OptionRows,
  type OptionsOf,
  pairs,
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
  description: "only pods of this namespace",
} as const satisfies OptionRow;

export const NAMESPACES = {
  namespace: NAMESPACE,
  allNamespaces: { short: "A", description: "pods of all namespaces (the default)" },
} as const satisfies OptionRows;

/** Files with objects behind a name, as in `plimsoll drain worker-3 dump.json`. */
export const OBJECT_FILES = {
  description: "files with objects, as for --objects",
  value: "input",
  repeats: true,
} as const satisfies ArgumentRow;

export const OBJECT_FILES_RULES = pairs(["file"], [
  "objects",
  "example",
  "kubeconfig",
  "context",
] as const);

/** Options in which files behind a name are those of `--objects`. */
export function withObjectFiles<Options extends { readonly objects?: readonly string[] }>(
  options: Options,
  files: readonly string[],
): Options {
  return files.length === 0 ? options : { ...options, objects: files };
}

/** The pod that an argument names; `namespace` where it names none. */
export function askedPodOf(
  pod: string | undefined,
  namespace: string | undefined,
): PodReference | undefined {
  if (pod === undefined) return undefined;
  const name = pod.replace(/^(?:pod|pods|po)\//, "");
  if (namespace === undefined) return readPodReference(name);
  if (name.includes("/")) {
    throw namespaceTwice(pod);
  }
  return readPodReference(`${namespace}/${name}`);
}

export function namespaceTwice(pod: string): OptionError {
  return new OptionError(`${pod} names a namespace; leave it out, or leave out --namespace.`);
}

/** Why no `--namespace` fits what a kubelet decides. */
export const RANKED_TOGETHER = "a kubelet ranks the pods of all namespaces together";

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
    parse: releaseIn(followed),
  } as const satisfies OptionRow;
}
