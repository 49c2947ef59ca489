/** eksctl: what it merges into the configuration of a node group's kubelets. */
import { isMembers, type Members } from "../../json/untyped.ts";
import { type Form, isOfGroup, kindsOfNode, loaded, note } from "./form.ts";

const GROUP = "eksctl.io";
const REST =
  "kubeletExtraConfig alone is read; what Amazon EKS sets for the rest depends on the node's image";

export const EKSCTL: Form = {
  reads: "eksctl ClusterConfig, or its kubeletExtraConfig",
  load({ name, documents }) {
    return kindsOfNode(
      name,
      documents.flatMap((document) =>
        groupsOf(document).flatMap((group) => {
          if (!isMembers(group.kubeletExtraConfig)) return [];
          const own = loaded("eksctl", group.kubeletExtraConfig, note(name, `${REST}.`));
          return [typeof group.name === "string" ? { ...own, part: group.name } : own];
        }),
      ),
    );
  },
};

/** The node groups of a document, or the part of one that was copied out of it. */
function groupsOf(document: Members): readonly Members[] {
  if (document.kind === undefined) return [document];
  if (document.kind !== "ClusterConfig" || !isOfGroup(document, GROUP)) return [];
  return Array.isArray(document.nodeGroups) ? document.nodeGroups.filter(isMembers) : [];
}
