/** What is found in a bundle, and what is missing. */

import { CONFIGZ_COMMAND } from "../../text/assumedDefaults.ts";
import { formatNames } from "../../text/names.ts";
import { EvidenceError, reportedMessages } from "../messages/reported.ts";
import {
  isOfOnePod,
  mergedReports,
  messageKey,
  type ReportedMessage,
} from "../messages/reportedMessage.ts";
import { externalForm } from "../objects/internalObjects.ts";
import { configurationObjects } from "./configurationObjects.ts";
import { withEvictedItems } from "./evictedItems.ts";
import {
  type BundleTool,
  type MemberKind,
  markedTool,
  type Placed,
  placed,
  strongestMark,
  toolOf,
} from "./layouts.ts";
import type { FoundConfiguration } from "./nodeConfiguration.ts";
import { DocumentsByNode, type NodeDocuments } from "./nodeDocuments.ts";
import { type NodeFacts, nodesOf } from "./nodeFacts.ts";

export interface FoundMember extends Placed {
  readonly path: string;
  /** Unpacked; null where the archive does not say. */
  readonly bytes: number | null;
}

export interface BundleFindings {
  readonly tool: BundleTool | null;
  /** All members that say something, in the order of their paths. */
  readonly members: readonly FoundMember[];
  /** Nodes in order of name, also those that only a message or a path names. */
  readonly nodes: readonly NodeFacts[];
  readonly messages: readonly ReportedMessage[];
  readonly configurations: readonly FoundConfiguration[];
  /** What the bundle has of a node when it was made; null without its Summary. */
  readonly documentsOf: (node: string) => NodeDocuments | null;
  /** The host of a bundle of one machine. */
  readonly hostname: string | null;
  /** Members that could not be read, one sentence each. */
  readonly unread: readonly string[];
  /** How many files have no known place, so nobody looked into them. */
  readonly passedOver: number;
}

/** What is read whole; a log is streamed when it is asked for. */
const READ_WHOLE: ReadonlySet<MemberKind> = new Set([
  "events",
  "pods",
  "nodes",
  "configuration",
  "summary",
  "hostname",
]);
const KUBELET_CONFIGURATION =
  /^kind: *"?KubeletConfiguration"?\s*$|"kind": *"KubeletConfiguration"/m;
const CONFIGZ = /"kubeletconfig": *\{/;
const TABLE = /^(?:NAMESPACE|NAME|LAST SEEN)\s/;
const decoder = new TextDecoder();
const HOSTNAME = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/i;
const UNREAD_SHOWN = 5;
/** The limit for all of them: a cluster keeps dozens of rendered MachineConfigs, of 0.3 MB each. */
const CONFIGURATIONS_LENGTH_MAX = 2 ** 25;

/** Takes the members of a bundle in any order. */
export class BundleReader {
  readonly #members: FoundMember[] = [];
  readonly #nodes = new Map<string, NodeFacts>();
  readonly #messages = new Map<string, ReportedMessage[]>();
  readonly #configurations: FoundConfiguration[] = [];
  readonly #documents = new DocumentsByNode();
  readonly #unread: string[] = [];
  #unreadCount = 0;
  #passedOver = 0;
  #configurationLength = 0;
  #hostname: string | null = null;
  readonly #marks: Set<BundleTool | null>;

  /** `name`: of the folder, whose members lack it in their paths, or of the archive. */
  constructor(name: string) {
    this.#marks = new Set([markedTool(`${name.split("/").at(-1)}/`)]);
  }

  /** Notes a member; answers whether its bytes are wanted. */
  wants(path: string, bytes: number | null): boolean {
    this.#marks.add(markedTool(path));
    const place = placed(path);
    if (place === null) {
      this.#passedOver += 1;
      return false;
    }
    if (bytes === 0) {
      this.refuse(path, "is empty");
      return false;
    }
    this.#members.push({ ...place, path, bytes });
    return READ_WHOLE.has(place.kind);
  }

  /** Notes that a file is the log of a kubelet, as its content shows. */
  addLog(path: string): void {
    const place = { tool: "logs", kind: "log", node: null, role: null, isShared: false } as const;
    this.#members.push({ ...place, rank: 0, path, bytes: null });
  }

  take(path: string, bytes: Uint8Array): void {
    const place = placed(path);
    if (place === null) return;
    if (bytes.length === 0) {
      this.leaveOut(path, "is empty");
      return;
    }
    try {
      READERS[place.kind]?.(this, listForm(externalForm(bytes)), path);
    } catch (error) {
      // A table of kubectl has the reason of an eviction, and not always its message.
      if (error instanceof EvidenceError && TABLE.test(decoder.decode(bytes))) return;
      this.refuse(path, "is not what its name says");
    }
  }

  /** Notes that a member which was wanted was not read. */
  leaveOut(path: string, why: string): void {
    this.#forget(path);
    this.refuse(path, why);
  }

  /** Notes that a member was not read. */
  refuse(path: string, why: string): void {
    this.#unreadCount += 1;
    if (this.#unread.length < UNREAD_SHOWN) this.#unread.push(`${path} ${why}.`);
  }

  addMessages(name: string, bytes: Uint8Array): void {
    const evicted = withEvictedItems(bytes);
    if (evicted === "none") return;
    if (evicted === "cut off") {
      this.refuse(name, "is truncated JSON");
      return;
    }
    if (evicted === "too many") {
      this.refuse(name, "has more evictions than are read");
      return;
    }
    for (const message of reportedMessages(name, evicted).messages) {
      if (message.message.event !== undefined) continue;
      const key = `${message.namespace}/${message.name} ${messageKey(message.message)}`;
      const all = this.#messages.get(key) ?? [];
      this.#messages.set(key, all);
      const at = all.findIndex((each) => isOfOnePod(each, message));
      const before = all[at];
      if (before === undefined) all.push(message);
      else all[at] = mergedReports(before, message);
    }
  }

  addPods(name: string, bytes: Uint8Array): void {
    this.#documents.addPods(bytes);
    this.addMessages(name, bytes);
  }

  addSummary(path: string, bytes: Uint8Array): void {
    const node = placed(path)?.node ?? null;
    if (node === null || this.#documents.addSummary(node, bytes)) return;
    this.refuse(path, "is one Summary more than is read");
  }

  addNodes(path: string, bytes: Uint8Array): void {
    const nodes = nodesOf(bytes);
    const isTable = nodes === null && TABLE.test(decoder.decode(bytes));
    if (nodes === null && !isTable) this.refuse(path, "is not what its name says");
    for (const node of nodes ?? []) this.#nodes.set(node.name, node);
  }

  /** `kubelet.conf` is the configuration on OpenShift, and credentials elsewhere. */
  addConfiguration(path: string, bytes: Uint8Array): void {
    const { tool, node } = placed(path) ?? { tool: null, node: null };
    if (tool === "must-gather") {
      this.#addObjects(path, bytes);
      return;
    }
    const text = decoder.decode(bytes);
    // A kubelet that did not answer leaves an empty object.
    if (node !== null) {
      if (CONFIGZ.test(text)) this.#configurations.push({ path, text, node });
      else this.leaveOut(path, "has no configuration: the kubelet did not answer");
    } else if (KUBELET_CONFIGURATION.test(text)) this.#configurations.push({ path, text });
    else if (path.endsWith("kubelet.conf")) this.#forget(path);
  }

  setHostname(bytes: Uint8Array): void {
    const name = decoder.decode(bytes).trim();
    if (HOSTNAME.test(name)) this.#hostname = name;
  }

  #addObjects(path: string, bytes: Uint8Array): void {
    const found = configurationObjects(path, bytes);
    for (const each of found) this.#configurationLength += each.text.length;
    if (this.#configurationLength > CONFIGURATIONS_LENGTH_MAX) {
      this.refuse(path, "is one configuration more than is read");
    } else this.#configurations.push(...found);
  }

  #forget(path: string): void {
    const at = this.#members.findIndex((member) => member.path === path);
    if (at >= 0) this.#members.splice(at, 1);
  }

  findings(): BundleFindings {
    // A log that its name alone gives away, where no tool has put one.
    const isPlaced = this.#members.some(({ kind, tool }) => kind === "log" && tool !== "logs");
    const members = this.#members
      .filter(({ tool }) => tool !== "logs" || !isPlaced)
      .map((member) =>
        member.kind === "log" && member.node === null && !member.isShared
          ? { ...member, node: this.#hostname }
          : member,
      )
      .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
    const named = [
      ...members.map(({ node }) => node),
      ...[...this.#messages.values()].flat().map(({ node }) => node),
    ];
    for (const name of named) {
      if (name === null || this.#nodes.has(name)) continue;
      this.#nodes.set(name, { ...UNKNOWN, name });
    }
    const more = this.#unreadCount - this.#unread.length;
    return {
      tool: (members.length > 0 ? strongestMark(this.#marks) : null) ?? toolOf(members),
      members,
      nodes: [...this.#nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      messages: [...this.#messages.values()].flat().sort(inOrder),
      configurations: this.#configurations,
      hostname: this.#hostname,
      documentsOf: (node) => this.#documents.of(node),
      unread: [...this.#unread, ...(more > 0 ? [`${more} more members were not read.`] : [])],
      passedOver: this.#passedOver,
    };
  }
}

const encoder = new TextEncoder();
const [BRACKET, SPACE] = [0x5b, 0x20];

/** The items of a list by themselves, as sonobuoy wrote them, as a list. */
function listForm(bytes: Uint8Array): Uint8Array {
  if (bytes.find((byte) => byte > SPACE) !== BRACKET) return bytes;
  return encoder.encode(`{"kind":"List","items":${decoder.decode(bytes)}}`);
}

/** A node that has no object in the bundle. */
const UNKNOWN = {
  kubelet: null,
  machineConfig: null,
  roles: [],
  allocatable: {},
  conditions: [],
  object: null,
};

type Reader = (reader: BundleReader, bytes: Uint8Array, path: string) => void;

const READERS: Readonly<Partial<Record<MemberKind, Reader>>> = {
  events: (reader, bytes, path) => reader.addMessages(path, bytes),
  pods: (reader, bytes, path) => reader.addPods(path, bytes),
  summary: (reader, bytes, path) => reader.addSummary(path, bytes),
  nodes: (reader, bytes, path) => reader.addNodes(path, bytes),
  configuration: (reader, bytes, path) => reader.addConfiguration(path, bytes),
  hostname: (reader, bytes) => reader.setHostname(bytes),
};

/** By node, time and pod, so that the order of the members does not matter. */
function inOrder(a: ReportedMessage, b: ReportedMessage): number {
  const [first, second] = [a, b].map(({ node, time, namespace, name, message }) =>
    [node, time, namespace, name, messageKey(message)].join("\n"),
  );
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

/** The logs that may contain lines of a node, the best one first; null for one without a name. */
export function logsOf(
  { members, nodes }: BundleFindings,
  node: string | null,
): readonly FoundMember[] {
  const roles = nodes.find(({ name }) => name === node)?.roles ?? [];
  return members.filter(({ kind, node: own, isShared, role }) => {
    if (kind !== "log") return false;
    if (node === null) return own === null && !isShared;
    if (own === node) return true;
    return isShared && (role === null || roles.length === 0 || roles.includes(role));
  });
}

/** A missing file, and the command that gets it. */
export interface Missing {
  readonly what: string;
  readonly command: string;
}

const WANTED: readonly (Missing & { readonly kind: MemberKind })[] = [
  {
    kind: "events",
    what: "events",
    command: "kubectl get events -A -o json | plimsoll explain --events -",
  },
  {
    kind: "pods",
    what: "pods",
    command: "kubectl get pods -A -o json | plimsoll explain --pod-status -",
  },
  { kind: "nodes", what: "node objects", command: "kubectl get nodes -o json" },
  {
    kind: "configuration",
    what: "kubelet configuration",
    command: CONFIGZ_COMMAND,
  },
  {
    kind: "summary",
    what: "stats Summary",
    command: "kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary > summary.json",
  },
];

/** The command for a kubelet's log, by the suffix of its version; the last is the default. */
const LOG_COMMANDS: readonly (readonly [version: RegExp, command: string])[] = [
  [/\+k3s/, "journalctl -u k3s -u k3s-agent -S -2d | plimsoll replay --journal -"],
  [/\+rke2/, "plimsoll replay --journal /var/lib/rancher/rke2/agent/logs/kubelet.log"],
  [/^/, "journalctl -u kubelet -S -2d | plimsoll replay --journal -"],
];
const OPENSHIFT_LOG_COMMAND = "oc adm node-logs NODE -u kubelet | plimsoll replay --journal -";

export function missingOf(findings: BundleFindings): readonly Missing[] {
  const kinds = new Set(findings.members.map(({ kind }) => kind));
  const missing: Missing[] = WANTED.filter(({ kind }) => !kinds.has(kind));
  const nodes = findings.nodes.filter(({ name }) => logsOf(findings, name).length === 0);
  const isMissing = nodes.length > 0 || !kinds.has("log");
  if (!isMissing) return missing;
  return [{ what: `kubelet logs${ofNodes(nodes)}`, command: logCommand(findings) }, ...missing];
}

function logCommand({ tool, nodes }: BundleFindings): string {
  if (tool === "must-gather") return OPENSHIFT_LOG_COMMAND;
  const version = nodes.find(({ kubelet }) => kubelet !== null)?.kubelet ?? "";
  return LOG_COMMANDS.find(([pattern]) => pattern.test(version))?.[1] ?? "";
}

const NODES_NAMED = 3;

function ofNodes(nodes: readonly NodeFacts[]): string {
  if (nodes.length === 0) return "";
  const names = nodes.map(({ name }) => name);
  return ` of ${formatNames(names, { max: NODES_NAMED })}`;
}
