import { API_SERVER } from "../../../../analysis/questions/options/cluster.ts";
import {
  inGroup,
  OptionError,
  type OptionRows,
} from "../../../../analysis/questions/options/row.ts";
import { METHODS, type MethodName } from "../../../daemon/actuators/kubernetes/methods.ts";
import type { Margins } from "../../../daemon/kubelet/actBefore.ts";
import type { Taint } from "../../../daemon/kubernetes/objects.ts";

/** Where the API server and the kubelet are, and how to authenticate to them. */
export const KUBERNETES = inGroup("Kubernetes", {
  ...API_SERVER,
  kubelet: {
    argument: "<address>",
    description: "source kubelet: http://HOST:10255 for a read-only port",
    value: "url",
    default: "https://127.0.0.1:10250",
  },
  kubeletTokenFile: {
    argument: "<file>",
    description: "source kubelet: a bearer token (default: the pod's service account)",
    value: "file",
  },
  kubeletCa: {
    argument: "<file>",
    description: "source kubelet: the CA of its certificate (default: the pod's service account)",
    value: "file",
  },
  kubeletClientCertificate: {
    argument: "<file>",
    description: "source kubelet: a client certificate instead of a token",
    value: "file",
  },
  kubeletClientKey: {
    argument: "<file>",
    description: "source kubelet: the key of the client certificate",
    value: "file",
  },
  kubeletInsecureSkipTlsVerify: { description: "source kubelet: accept any certificate" },
} as const satisfies OptionRows);

export const KUBERNETES_ACTING = inGroup("Acting", {
  actBefore: {
    argument: "<margin>",
    description:
      "act kubernetes: how far above each of the kubelet's limits, as a share of the capacity " +
      "(10%), or for some signals only (memory.available=1Gi,nodefs.available=5%)",
    parse: readActBefore,
  },
  soleEvictor: {
    description:
      "act kubernetes: act at any threshold, if the kubelet's configz has eviction switched off",
  },
  leaseNamespace: {
    argument: "<name>",
    description:
      "act kubernetes: the namespace of the Leases and of the ConfigMap plimsoll-acting " +
      "(default: $POD_NAMESPACE, or plimsoll)",
  },
  method: {
    argument: "<name>",
    description: `act kubernetes: ${methodsText()}`,
    choices: Object.keys(METHODS) as readonly MethodName[],
    default: "eviction",
  },
  nodeCondition: {
    argument: "[prefix]",
    description: "act kubernetes: report conditions on the node, such as PlimsollMemoryPressure",
  },
  nodeTaint: {
    argument: "<taint>",
    description:
      "act kubernetes: taint the node during a condition, such as " +
      "example.org/pressure:NoSchedule",
    parse: readTaint,
  },
} as const satisfies OptionRows);

function methodsText(): string {
  return Object.entries(METHODS)
    .map(([name, { summary }]) => `${name}: ${summary}`)
    .join("; ");
}

/** NoExecute is left out: it would evict every pod of the node that does not tolerate it. */
const TAINT = /^([A-Za-z0-9][\w./-]*)(?:=([\w.-]*))?:(NoSchedule|PreferNoSchedule)$/;

function readTaint(text: string): Taint {
  const [, key, value, effect] = TAINT.exec(text) ?? [];
  if (key === undefined || effect === undefined) {
    throw new OptionError("Write it as KEY:NoSchedule or KEY=VALUE:PreferNoSchedule.");
  }
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

/** What `--act-before` was given as. */
export interface ActBefore {
  readonly text: string;
  readonly margins: Margins;
}

function readActBefore(text: string): ActBefore {
  if (/^\d+(?:\.\d+)?%$/.test(text)) return { text, margins: text };
  const pairs = text.split(",").map((pair) => pair.split("=").map((side) => side.trim()));
  if (pairs.every(([signal, amount, ...more]) => signal && amount && more.length === 0)) {
    return { text, margins: Object.fromEntries(pairs) };
  }
  throw new OptionError("Write it as 10% or memory.available=1Gi,nodefs.available=5%.");
}
