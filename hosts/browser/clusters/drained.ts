import { ClusterEngine } from "../../shared/cluster/clusterEngine.ts";
import { documentsOf } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

/** The drain of a node, as `plimsoll drain` answers it without flags. */
export async function drained({
  texts,
  cluster,
  node,
}: Extract<ClusterRequest, { readonly kind: "drain" }>): Promise<ClusterAnswer> {
  const engine = new ClusterEngine(cluster);
  engine.configure(null);
  for (const document of await documentsOf(texts.objects, engine.inputCapacity)) {
    engine.objects(document);
  }
  const flags = { ignoreDaemonSets: false, deleteEmptyDir: false, force: false };
  return { kind: "drained", drain: engine.drain({ node, ...flags }).parse() };
}
