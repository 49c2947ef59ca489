/** How a running cluster is reached, and which of its nodes are asked. */
import { OptionError, type OptionRows, type OptionsOf, type Rules } from "./row.ts";
import { readCount, readNodeName, readSeconds } from "./values.ts";

/** Which API server, and how to authenticate there. */
export const API_SERVER = {
  kubeconfig: {
    argument: "<file>",
    description:
      "the kubeconfig (default: $KUBECONFIG, the pod's service account, or ~/.kube/config)",
    value: "file",
  },
  context: {
    argument: "<name>",
    description: "the context in the kubeconfig (default: its current context)",
    value: "context",
  },
} as const satisfies OptionRows;

export type ApiServerOptions = OptionsOf<typeof API_SERVER>;

export const CLUSTER = {
  ...API_SERVER,
  kubelet: {
    argument: "[address]",
    description:
      "read from the kubelet, which needs only nodes/stats, instead of through the API server, " +
      "which needs nodes/proxy (default address: that of the Node object)",
    value: "url",
    parse: readKubeletAddress,
  },
  kubeletTokenFile: {
    argument: "<file>",
    description: "--kubelet: a bearer token (default: the credentials for the API server)",
    value: "file",
  },
  kubeletCa: {
    argument: "<file>",
    description: "--kubelet: the CA of its certificate (default: the CA of the API server)",
    value: "file",
  },
  kubeletInsecureSkipTlsVerify: { description: "--kubelet: accept any certificate" },
} as const satisfies OptionRows;

/** `kubelet`: an address, or true for the one that the Node object has. */
export type ClusterOptions = OptionsOf<typeof CLUSTER>;

export const CLUSTER_NAMES = Object.keys(CLUSTER) as readonly (keyof typeof CLUSTER)[];

export const CLUSTER_RULES = {
  needs: [
    ["kubeletTokenFile", "kubelet"],
    ["kubeletCa", "kubelet"],
    ["kubeletInsecureSkipTlsVerify", "kubelet"],
  ],
} as const satisfies Rules;

/** Each of these asks a kubelet through the API server, three documents at a time. */
const CONCURRENCY_MAX = 100;

/** All nodes, or those of a selector, and how many at a time. */
export const SELECTOR = {
  selector: {
    short: "l",
    argument: "<selector>",
    description: "nodes that match this label selector",
  },
  concurrency: {
    argument: "<count>",
    description: "how many nodes to read at a time",
    default: "8",
    parse: readConcurrency,
  },
  timeout: {
    argument: "<duration>",
    description: "time limit for one node",
    default: "10s",
    parse: readSeconds,
  },
} as const satisfies OptionRows;

export const NODE_CHOICE = {
  node: {
    argument: "<names...>",
    description: "these nodes; repeatable",
    value: "node",
    repeats: true,
    parse: readNodeName,
  },
  allNodes: { description: "all nodes of the cluster (the default)" },
  ...SELECTOR,
} as const satisfies OptionRows;

export type NodeChoiceOptions = OptionsOf<typeof NODE_CHOICE>;

export const NODE_CHOICE_RULES = {
  excludes: [
    ["node", "allNodes"],
    ["node", "selector"],
    ["allNodes", "selector"],
  ],
} as const satisfies Rules;

function readKubeletAddress(text: string): string {
  if (/^https?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text)) return text;
  throw new OptionError("Write it as https://HOST:10250, or leave the address out.");
}

function readConcurrency(text: string): number {
  const count = readCount(text);
  if (count <= CONCURRENCY_MAX) return count;
  throw new OptionError(`Write a whole number up to ${CONCURRENCY_MAX}.`);
}
