/** Where the objects of a cluster come from: files, an example, or an API server. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { formatNames } from "../../text/names.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";
import { shellWord } from "../../text/shellWord.ts";
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

const NAMESPACES_SHOWN = 10;

/** Says that a namespace, which may be misspelled, has none of what was read; and which have. */
export function otherNamespaces(
  what: string,
  asked: string | undefined,
  namespaces: Iterable<string>,
): readonly string[] {
  const known = [...new Set(namespaces)].sort();
  if (asked === undefined || known.length === 0 || known.includes(asked)) return [];
  const names = formatNames(known, { max: NAMESPACES_SHOWN });
  const have = known.length === 1 ? "has" : "have";
  return [`Namespace ${asked} has no ${what}; ${names} ${have} some.`];
}

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

/** What the name of a pod or a node neither begins nor ends with, and a path does. */
const OF_A_PATH = /^[.~/]|\/$|\.(?:json|ya?ml|log|txt|gz|tgz|tar|xz|zip)$/i;

/** Whether a word given as a name would be a path, if there is such a file. */
export function looksLikePath(word: string): boolean {
  return OF_A_PATH.test(word);
}

/** Commands whose first argument is a name, what it names, and what to type for it. */
const NAMED = {
  schedule: { what: "pod", placeholder: "" },
  admit: { what: "pod", placeholder: "NAMESPACE/NAME" },
  drain: { what: "node", placeholder: "NODE" },
} as const;

/** What is said of a file that is given as a name; `others` are the words after it. */
export function fileAsName(
  command: keyof typeof NAMED,
  path: string,
  [other, ...more]: readonly string[],
): string {
  const { what, placeholder } = NAMED[command];
  const isName = other !== undefined && more.length === 0 && !looksLikePath(other);
  const words = ["plimsoll", command, isName ? other : placeholder, "--objects", shellWord(path)];
  const manifest = ` (or --pod-file ${shellWord(path)}, if it is the manifest of the pod)`;
  return (
    `${path} is a file, and the first word after ${command} is the name of a ${what}; type ` +
    `${words.filter((word) => word !== "").join(" ")}${what === "pod" ? manifest : ""}.`
  );
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
