/** Which kubelet configuration of a bundle is that of a node, where the bundle says so. */
import type { ConfigurationText } from "../kubelet/configuration.ts";
import type { BundleTool } from "./layouts.ts";
import type { NodeFacts } from "./nodeFacts.ts";

/** A kubelet configuration, or what one is made of. */
export interface FoundConfiguration {
  readonly path: string;
  readonly text: string;
  /** The node that served it; absent where its path does not say. */
  readonly node?: string;
  /** OpenShift only: the object's name, and the machine pools that it is for. */
  readonly object?: ConfigurationObject;
}

export interface ConfigurationObject {
  readonly kind: "MachineConfig" | "KubeletConfig";
  readonly name: string;
  /** Null for a selector that names no pool by its usual label. */
  readonly pools: readonly string[] | null;
}

/** `reason`: why none is taken, as a clause; null where there is none at all. */
export type NodeConfiguration =
  | { readonly found: FoundConfiguration }
  | { readonly found: null; readonly reason: string | null };

interface Configured {
  readonly tool: BundleTool | null;
  readonly nodes: readonly NodeFacts[];
  readonly configurations: readonly FoundConfiguration[];
}

/** The operator renders a configuration for each pool, and names it `rendered-POOL-DIGEST`. */
const RENDERED = /^rendered-(.+)-[0-9a-f]{8,64}$/;

export function configurationOf(
  { tool, nodes, configurations }: Configured,
  node: string | null,
): NodeConfiguration {
  const [only] = configurations;
  if (only === undefined) return none(null);
  // A sosreport belongs to one machine.
  if (tool === "sosreport") return { found: only };
  if (node === null) return none("the node of the log is not known");
  if (configurations.some((each) => each.node !== undefined)) {
    const served = configurations.find((each) => each.node === node);
    return served === undefined
      ? none(`none of the configurations there is that of ${node}`)
      : { found: served };
  }
  const rendered = nodes.find(({ name }) => name === node)?.machineConfig ?? null;
  if (rendered === null) {
    return none(`no Node object says which of the configurations there is that of ${node}`);
  }
  const own = configurations.find(
    ({ object }) => object?.kind === "MachineConfig" && object.name === rendered,
  );
  return own === undefined ? ofPool(node, rendered, configurations) : { found: own };
}

/** Each text once: nodes of one pool are configured alike. */
export function distinctConfigurations(
  configurations: Iterable<FoundConfiguration>,
): readonly ConfigurationText[] {
  const byText = new Map<string, ConfigurationText>();
  for (const { path: name, text } of configurations) {
    if (!byText.has(text)) byText.set(text, { name, text });
  }
  return [...byText.values()];
}

/** The rendered configuration is missing: the only KubeletConfig for the node's pool. */
function ofPool(
  node: string,
  rendered: string,
  configurations: readonly FoundConfiguration[],
): NodeConfiguration {
  const missing = `${rendered}, the MachineConfig of ${node}, is not in the bundle`;
  const pool = RENDERED.exec(rendered)?.[1];
  const objects = configurations.filter(({ object }) => object?.kind === "KubeletConfig");
  const unclear = objects.filter(({ object }) => object?.pools === null);
  const [first, ...others] = objects.filter(
    ({ object }) => pool !== undefined && object?.pools?.includes(pool),
  );
  if (unclear.length > 0) {
    return none(`${missing}, and the selector of ${namesOf(unclear)} names no pool`);
  }
  if (first === undefined) {
    return none(
      `${missing}, and its pool${pool === undefined ? "" : ` ${pool}`} has no KubeletConfig`,
    );
  }
  if (others.length > 0) {
    return none(
      `${missing}, and its pool has several KubeletConfigs: ${namesOf([first, ...others])}`,
    );
  }
  return { found: first };
}

function namesOf(configurations: readonly FoundConfiguration[]): string {
  return configurations.map(({ object, path }) => object?.name ?? path).join(", ");
}

function none(reason: string | null): NodeConfiguration {
  return { found: null, reason };
}
