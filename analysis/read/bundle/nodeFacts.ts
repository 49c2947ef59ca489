import { identify } from "../recognize/identify.ts";

/** What a Node object says of the pressure on its node. */
export interface NodeFacts {
  readonly name: string;
  readonly kubelet: string | null;
  /** From its labels `node-role.kubernetes.io/…`; a control plane is also a `master`. */
  readonly roles: readonly string[];
  /** OpenShift only: the rendered MachineConfig of the node. */
  readonly machineConfig: string | null;
  /** The allocatable resources, as quantities. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** The conditions that are true, with the time of their last change. */
  readonly conditions: readonly { readonly type: string; readonly since: string | null }[];
  /** The Node itself; null where only other documents name the node. */
  readonly object: object | null;
}

type Members = Readonly<Record<string, unknown>>;

const PRESSURES: ReadonlySet<unknown> = new Set(["MemoryPressure", "DiskPressure", "PIDPressure"]);
const CURRENT_CONFIG = "machineconfiguration.openshift.io/currentConfig";
const ROLE = "node-role.kubernetes.io/";
const RESOURCES = ["memory", "ephemeral-storage", "pods"];

/** The nodes of a Node or a NodeList, JSON or YAML; null for what is not a document. */
export function nodesOf(bytes: Uint8Array): readonly NodeFacts[] | null {
  const { json } = identify(bytes);
  if (json === null) return null;
  const document = members(JSON.parse(new TextDecoder().decode(json)));
  const items = Array.isArray(document.items) ? document.items.map(members) : [document];
  return items.flatMap((item) => factsOf(item) ?? []);
}

function factsOf(node: Members): NodeFacts | null {
  const { kind, metadata, status } = node;
  const name = text(members(metadata).name);
  if (name === null || (kind !== undefined && kind !== "Node") || status === undefined) return null;
  const { nodeInfo: software, allocatable, conditions } = members(status);
  const known = Object.entries(members(allocatable)).flatMap(([resource, quantity]) =>
    RESOURCES.includes(resource) ? [[resource, String(quantity)] as const] : [],
  );
  return {
    name,
    object: { ...node, kind: "Node" },
    kubelet: text(members(software).kubeletVersion),
    machineConfig: text(members(members(metadata).annotations)[CURRENT_CONFIG]),
    roles: rolesOf(members(members(metadata).labels)),
    allocatable: Object.fromEntries(known),
    conditions: (Array.isArray(conditions) ? conditions.map(members) : [])
      .filter(({ type, status }) => PRESSURES.has(type) && status === "True")
      .map(({ type, lastTransitionTime }) => ({
        type: String(type),
        since: text(lastTransitionTime),
      })),
  };
}

function rolesOf(labels: Members): readonly string[] {
  const roles = Object.keys(labels).flatMap((label) =>
    label.startsWith(ROLE) ? [label.slice(ROLE.length)] : [],
  );
  return roles.includes("control-plane") && !roles.includes("master")
    ? [...roles, "master"]
    : roles;
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
