/** Google Kubernetes Engine: a node system configuration (`gcloud --system-config-from-file`). */

import { isMembers, type Members } from "../../json/untyped.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import { customKubeletConfigOf } from "./aks.ts";
import { addedBy, type Form, loaded, note, renamed } from "./form.ts";
import { unreadMembers } from "./unread.ts";

const SIGNALS: Readonly<Record<string, string>> = {
  memoryAvailable: "memory.available",
  nodefsAvailable: "nodefs.available",
  nodefsInodesFree: "nodefs.inodesFree",
  imagefsAvailable: "imagefs.available",
  imagefsInodesFree: "imagefs.inodesFree",
  pidAvailable: "pid.available",
};
const NAMES: Readonly<Record<string, string>> = {
  evictionMaxPodGracePeriodSeconds: "evictionMaxPodGracePeriod",
  imageGcHighThresholdPercent: "imageGCHighThresholdPercent",
  imageGcLowThresholdPercent: "imageGCLowThresholdPercent",
};
const MAPS = ["evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim"] as const;
const SAME = new Set([
  "cpuManagerPolicy",
  "cpuCFSQuota",
  "cpuCFSQuotaPeriod",
  "podPidsLimit",
  "containerLogMaxSize",
  "containerLogMaxFiles",
  "allowedUnsafeSysctls",
  "imageMinimumGcAge",
  "imageMaximumGcAge",
  "singleProcessOOMKill",
]);

/** Settings that say nothing about eviction and have names of their own. */
const OTHERS = new Set([
  "insecureKubeletReadonlyPortEnabled",
  "topologyManager",
  "memoryManager",
  "crashLoopBackOff",
]);

/** Google documents only this one. */
const DOCUMENTED = { evictionHard: { "memory.available": "100Mi", "nodefs.available": "10%" } };

export const GKE: Form = {
  reads: "GKE node system configuration",
  load({ name, documents }) {
    return documents
      .filter((document) => {
        const { kind, kubeletConfig, linuxConfig } = document;
        const isSystemConfig = isMembers(kubeletConfig) || isMembers(linuxConfig);
        return (
          kind === undefined && isSystemConfig && customKubeletConfigOf(document) === undefined
        );
      })
      .map(({ kubeletConfig }) =>
        gkeConfiguration(name, isMembers(kubeletConfig) ? kubeletConfig : {}),
      );
  },
};

function gkeConfiguration(name: string, given: Members): LoadedConfiguration {
  const fields = Object.entries(given).filter(([field]) => SAME.has(field) || field in NAMES);
  const maps = MAPS.flatMap((map) =>
    (given[map] ?? null) === null ? [] : [[map, inKubeletNames(given[map])] as const],
  );
  const made = loaded(
    "GKE",
    {
      ...DOCUMENTED,
      ...renamed(Object.fromEntries(fields), NAMES),
      ...Object.fromEntries(maps),
    },
    ...addedBy(name, "GKE", DOCUMENTED),
    note(
      name,
      "GKE may set more hard thresholds (inodes, pids), and computes kubeReserved from the " +
        "machine. Neither is in this file or known here; the node's configz has both.",
    ),
  );
  const read = new Set<string>([...SAME, ...Object.keys(NAMES), ...MAPS]);
  return { ...made, unread: unreadMembers("GKE", given, (field) => read.has(field), OTHERS) };
}

/** A value of another type is the kubelet's to refuse. */
function inKubeletNames(map: unknown): unknown {
  return isMembers(map) ? renamed(map, SIGNALS) : map;
}
