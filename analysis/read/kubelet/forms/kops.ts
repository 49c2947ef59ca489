/** kops: `spec.kubelet` of a Cluster and of its InstanceGroups. */

import { type Members, memberAt } from "../../json/untyped.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import {
  addedBy,
  type Form,
  isOfGroup,
  kindsOfNode,
  loaded,
  membersOrNone,
  nameOfDocument,
  note,
  remaining,
  textsOf,
  valueOfFlagText,
} from "./form.ts";
import { unreadMembers } from "./unread.ts";

const GROUP = "kops.k8s.io";

const SETTINGS = {
  evictionHard: {
    "memory.available": "100Mi",
    "nodefs.available": "10%",
    "nodefs.inodesFree": "5%",
    "imagefs.available": "10%",
    "imagefs.inodesFree": "5%",
  },
} as const;

/** Members of the KubeletConfiguration that kops has with the same type; the texts follow below. */
const SAME = new Set([
  "evictionPressureTransitionPeriod",
  "evictionMaxPodGracePeriod",
  "kubeReserved",
  "kubeReservedCgroup",
  "systemReserved",
  "systemReservedCgroup",
  "featureGates",
  "failSwapOn",
  "maxPods",
  "imageGCHighThresholdPercent",
  "imageGCLowThresholdPercent",
  "podPidsLimit",
]);

/** Members that kops takes as the text of the kubelet's flag. */
const FLAG_TEXTS = new Set([
  "evictionHard",
  "evictionSoft",
  "evictionSoftGracePeriod",
  "evictionMinimumReclaim",
  "enforceNodeAllocatable",
]);

/** Members that do not concern eviction, other than those with the kubelet's own names. */
const OTHERS = new Set(
  (
    "anonymousAuth apiServers authenticationTokenWebhook authenticationTokenWebhookCacheTtl " +
    "authorizationMode bootstrapKubeconfig clientCaFile cloudProvider hostnameOverride " +
    "kubeconfigPath logFormat logLevel nodeLabels podInfraContainerImage " +
    "podManifestPath rootDir runtimeCgroups taints topologyManagerPolicy volumePluginDirectory"
  ).split(" "),
);

export const KOPS: Form = {
  reads: "kops Cluster, InstanceGroup",
  load({ name, documents }) {
    const own = documents.filter((document) => isOfGroup(document, GROUP));
    const cluster = own.find(({ kind }) => kind === "Cluster");
    const groups = kindsOfNode(
      name,
      own.filter(({ kind }) => kind === "InstanceGroup"),
    );
    if (groups.length > 0) {
      return groups.map((group) => ofGroup(name, cluster, group));
    }
    if (cluster === undefined) return [];
    const nodes = kopsConfiguration(name, "nodes", ofCluster(name, cluster, false));
    const controlPlane = controlPlaneOf(cluster);
    if (controlPlane === undefined) return [nodes];
    const servers = kopsConfiguration(name, "control plane", ofCluster(name, cluster, true));
    return [nodes, servers];
  },
};

function ofGroup(name: string, cluster: Members | undefined, group: Members): LoadedConfiguration {
  const role = memberAt(group, "spec", "role");
  const isControlPlane = role === "Master" || role === "ControlPlane";
  const own = membersOrNone(memberAt(group, "spec", "kubelet"), name, "spec.kubelet");
  const given = { ...ofCluster(name, cluster, isControlPlane), ...own };
  const made = kopsConfiguration(name, nameOfDocument(group), given);
  if (cluster !== undefined) return made;
  const sentence = "it lacks the Cluster: the settings of its spec.kubelet are not known here.";
  return { ...made, notes: [note(name, sentence), ...made.notes] };
}

function ofCluster(name: string, cluster: Members | undefined, isControlPlane: boolean): Members {
  const all = membersOrNone(memberAt(cluster, "spec", "kubelet"), name, "spec.kubelet");
  const own = isControlPlane && cluster !== undefined ? controlPlaneOf(cluster) : undefined;
  return { ...all, ...membersOrNone(own, name, "spec.controlPlaneKubelet") };
}

/** Its name in the newer and in the older version of the API. */
function controlPlaneOf(cluster: Members): unknown {
  return (
    memberAt(cluster, "spec", "controlPlaneKubelet") ?? memberAt(cluster, "spec", "masterKubelet")
  );
}

function kopsConfiguration(name: string, part: string, given: Members): LoadedConfiguration {
  const fields = Object.entries(given)
    .filter(([member, value]) => value !== null && (SAME.has(member) || FLAG_TEXTS.has(member)))
    .map(([member, value]) => [member, fieldValue(member, value)]);
  const configuration: Members = Object.fromEntries(fields);
  const kept = remaining(SETTINGS, configuration);
  const notes = addedBy(name, "kops", kept);
  const isRead = (member: string) => SAME.has(member) || FLAG_TEXTS.has(member);
  const unread = unreadMembers("kops", given, isRead, OTHERS);
  return { ...loaded("kops", { ...kept, ...configuration }, ...notes), part, unread };
}

function fieldValue(member: string, value: unknown): unknown {
  if (FLAG_TEXTS.has(member) && typeof value === "string") return valueOfFlagText(member, value);
  if (member !== "featureGates") return value;
  // kops has texts where the kubelet has booleans.
  const pairs = Object.entries((value ?? {}) as Members).map(
    ([gate, on]) => `${gate}=${textsOf(on).join()}`,
  );
  return valueOfFlagText(member, pairs.join(","));
}
