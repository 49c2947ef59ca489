/** The objects of OpenShift that configure kubelets, as a bundle keeps them. */
import { identify } from "../recognize/identify.ts";
import type { FoundConfiguration } from "./nodeConfiguration.ts";

type Members = Readonly<Record<string, unknown>>;

/** The label with which a KubeletConfig chooses a pool, before the pool's name. */
const POOL = "pools.operator.machineconfiguration.openshift.io/";
const RENDERED_PATH = /\/machineconfigs\/(?<name>rendered-[^/]+)\.yaml$/;
/** A rendered MachineConfig holds all files of a node: it is read when a node has it. */
const KUBELET_FILE = "kubelet.conf";

/** Empty for a document that holds none of them. */
export function configurationObjects(path: string, bytes: Uint8Array): FoundConfiguration[] {
  const rendered = RENDERED_PATH.exec(path)?.groups?.name;
  if (rendered !== undefined) {
    const text = new TextDecoder().decode(bytes);
    if (!text.includes(KUBELET_FILE)) return [];
    return [{ path, text, object: { kind: "MachineConfig", name: rendered, pools: null } }];
  }
  const { json } = identify(bytes);
  if (json === null) return [];
  const document = members(JSON.parse(new TextDecoder().decode(json)));
  const items = Array.isArray(document.items) ? document.items.map(members) : [document];
  return items.flatMap((item) => {
    const isKind = item.kind === "KubeletConfig" || path.includes("/kubeletconfigs");
    const name = members(item.metadata).name;
    if (!isKind || typeof name !== "string") return [];
    const text = JSON.stringify({ kind: "KubeletConfig", ...item });
    const pools = poolsOf(members(item.spec));
    return [{ path, text, object: { kind: "KubeletConfig" as const, name, pools } }];
  });
}

function poolsOf(spec: Members): readonly string[] | null {
  const { matchLabels, matchExpressions } = members(spec.machineConfigPoolSelector);
  const labels = Object.keys(members(matchLabels));
  const isUsual = labels.length === 1 && matchExpressions === undefined;
  const [label = ""] = labels;
  return isUsual && label.startsWith(POOL) ? [label.slice(POOL.length)] : null;
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
