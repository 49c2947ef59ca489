/** Azure Kubernetes Service: the file that `az aks nodepool add --kubelet-config` takes. */

import { formatRelease, minorOf } from "../../../text/release.ts";
import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import type { LoadedConfiguration, NodeDescription } from "../loaded.ts";
import { addedBy, type Form, loaded, note, renamed } from "./form.ts";
import { unreadMembers } from "./unread.ts";

/** Fields that the kubelet spells otherwise. Those with the same name are handed on. */
const NAMES: Readonly<Record<string, string>> = {
  cpuCfsQuota: "cpuCFSQuota",
  cpuCfsQuotaPeriod: "cpuCFSQuotaPeriod",
  imageGcHighThreshold: "imageGCHighThresholdPercent",
  imageGcLowThreshold: "imageGCLowThresholdPercent",
  podMaxPids: "podPidsLimit",
  hardEvictionThreshold: "evictionHard",
  softEvictionThreshold: "evictionSoft",
  softEvictionGracePeriod: "evictionSoftGracePeriod",
};
const LOG_SIZE = "containerLogMaxSizeMB";
const SAME = new Set([
  "cpuManagerPolicy",
  "topologyManagerPolicy",
  "allowedUnsafeSysctls",
  "failSwapOn",
  "containerLogMaxFiles",
  "seccompDefault",
]);
const SIGNALS: Readonly<Record<string, string>> = {
  memoryAvailable: "memory.available",
  nodeFsAvailable: "nodefs.available",
  nodeFsInodesFree: "nodefs.inodesFree",
};

const RELEASE_WITH_LESS_MEMORY = 29;
const BASE = { "nodefs.available": "10%", "nodefs.inodesFree": "5%", "pid.available": "2000" };

export const AKS: Form = {
  reads: "AKS customKubeletConfig",
  load({ name, documents, node }) {
    return documents.flatMap((document) => {
      const given = customKubeletConfigOf(document);
      return given === undefined ? [] : [aksConfiguration(name, given, node)];
    });
  },
};

/** The file itself, or an agent pool around it. */
export function customKubeletConfigOf(document: Members): Members | undefined {
  if (document.kind !== undefined) return undefined;
  const places = [
    document,
    document.customKubeletConfig,
    document.kubeletConfig,
    memberAt(document, "properties", "kubeletConfig"),
  ];
  return places
    .filter(isMembers)
    .find((place) =>
      [...Object.keys(NAMES), LOG_SIZE].some((field) => Object.hasOwn(place, field)),
    );
}

function aksConfiguration(
  name: string,
  given: Members,
  { kubeletVersion }: NodeDescription,
): LoadedConfiguration {
  const minor = minorOf(kubeletVersion ?? "") ?? RELEASE_WITH_LESS_MEMORY;
  const memory = minor < RELEASE_WITH_LESS_MEMORY ? "750Mi" : "100Mi";
  const evictionHard = { "memory.available": memory, ...BASE };
  const { hardEvictionThreshold, softEvictionThreshold, softEvictionGracePeriod, ...rest } = given;
  const grace = renamed(softEvictionGracePeriod, SIGNALS);
  const fields = Object.entries(rest).filter(([field]) => SAME.has(field) || field in NAMES);
  const soft = renamed(softEvictionThreshold, SIGNALS);
  const configuration = {
    ...renamed(Object.fromEntries(fields), NAMES),
    ...(rest[LOG_SIZE] === undefined ? {} : { containerLogMaxSize: `${rest[LOG_SIZE]}M` }),
    evictionHard: { ...evictionHard, ...renamed(hardEvictionThreshold, SIGNALS) },
    ...(Object.keys(soft).length === 0 ? {} : { evictionSoft: soft }),
    ...(Object.keys(grace).length === 0 ? {} : { evictionSoftGracePeriod: grace }),
  };
  const release =
    kubeletVersion === undefined
      ? ` (before ${formatRelease(RELEASE_WITH_LESS_MEMORY)} memory.available is 750Mi)`
      : "";
  const made = loaded(
    "AKS",
    configuration,
    ...addedBy(name, `AKS${release}`, { evictionHard }),
    note(
      name,
      "AKS computes kubeReserved from the size of the machine and maxPods; it is not known " +
        "here. Give --kube-reserved, or the node's configz.",
    ),
  );
  const isRead = (field: string) =>
    SAME.has(field) || Object.hasOwn(NAMES, field) || field === LOG_SIZE;
  return { ...made, unread: unreadMembers("AKS", given, isRead) };
}
