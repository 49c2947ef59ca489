/** Google Kubernetes Engine: a node system configuration (`gcloud --system-config-from-file`). */
import type { LoadedConfiguration } from "../../configuration.ts";
import { isMembers, type Members } from "../members.ts";
import { customKubeletConfigOf } from "./aks.ts";
import { addedBy, type Form, loaded, note, renamed } from "./form.ts";

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

/** Google documents this one; the others it has not published. */
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
    isMembers(given[map]) ? [[map, renamed(given[map], SIGNALS)] as const] : [],
  );
  return loaded(
    "GKE",
    {
      ...DOCUMENTED,
      ...renamed(Object.fromEntries(fields), NAMES),
      ...Object.fromEntries(maps),
    },
    ...addedBy(name, "GKE", DOCUMENTED),
    note(
      name,
      "GKE may set further hard thresholds (inodes, pids) and computes kubeReserved from the " +
        "machine; neither can be set in this file or is known here: the node's configz has them.",
    ),
  );
}
