/** Rancher's distributions: k3s and RKE2 (`kubelet-arg`), RKE1 (`services.kubelet`). */

import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import {
  addedBy,
  type Form,
  loaded,
  membersOrNone,
  note,
  remaining,
  textsOf,
  withFlags,
  wordsOfArguments,
} from "./form.ts";

/** The same in the command line (before 1.32) and in the drop-in that k3s writes (since). */
const K3S_SETTINGS = {
  evictionHard: { "imagefs.available": "5%", "nodefs.available": "5%" },
  evictionMinimumReclaim: { "imagefs.available": "10%", "nodefs.available": "10%" },
} as const;
/** RKE1 starts its kubelets with flags alone; since 1.25 those have no default thresholds. */
const RKE_SETTINGS = { evictionHard: {}, enforceNodeAllocatable: [] } as const;

/** `key`, `key+` (append to what other files say): files of config.yaml.d are read one by one. */
const KUBELET_ARGUMENTS = ["kubelet-arg", "kubelet-arg+"];

export const K3S: Form = {
  reads: "k3s and RKE2 config.yaml (kubelet-arg)",
  load({ name, documents }) {
    return documents.filter(isServerOrAgent).map((document) => {
      const words = KUBELET_ARGUMENTS.flatMap((key) => textsOf(document[key]).map(dashed));
      const base = systemDefaults(name, "k3s (and RKE2)", "kubelet-arg", K3S_SETTINGS, words);
      return KUBELET_ARGUMENTS.some((key) => document[key] !== undefined)
        ? base
        : { ...base, notes: [...base.notes, note(name, "it sets no kubelet-arg.")] };
    });
  },
};

export const RKE: Form = {
  reads: "RKE cluster.yml (services.kubelet)",
  load({ name, documents }) {
    return documents.filter(isRkeCluster).map((document) => {
      const cluster = memberAt(document, "rancher_kubernetes_engine_config") ?? document;
      const kubelet = membersOrNone(
        memberAt(cluster, "services", "kubelet"),
        name,
        "services.kubelet",
      );
      const single = membersOrNone(kubelet.extra_args, name, "extra_args");
      const lists = membersOrNone(kubelet.extra_args_array, name, "extra_args_array");
      const words = wordsOfArguments({ ...single, ...lists });
      return systemDefaults(name, "RKE", "RKE", RKE_SETTINGS, words);
    });
  },
};

/** Flags replace what the system sets, member by member. */
function systemDefaults(
  name: string,
  system: string,
  form: "kubelet-arg" | "RKE",
  settings: Members,
  words: readonly string[],
): LoadedConfiguration {
  const flagged = withFlags(loaded(form, {}), words);
  const kept = remaining(settings, flagged.configuration);
  const sentence = "memory.available has no threshold unless a flag sets one.";
  const hard = flagged.configuration.evictionHard;
  return {
    ...flagged,
    configuration: { ...kept, ...flagged.configuration },
    notes: [
      ...addedBy(name, system, kept),
      ...(hard === undefined ? [note(name, sentence)] : []),
      ...flagged.notes,
    ],
  };
}

/** Settings that only a k3s or RKE2 configuration file has, and that identify it. */
const K3S_KEYS = [
  ...KUBELET_ARGUMENTS,
  "write-kubeconfig-mode",
  "node-taint",
  "node-label",
  "node-label+",
  "tls-san",
  "cluster-init",
  "flannel-backend",
  "kube-apiserver-arg",
  "etcd-snapshot-schedule-cron",
];

function isServerOrAgent(document: Members): boolean {
  return document.kind === undefined && K3S_KEYS.some((key) => document[key] !== undefined);
}

function isRkeCluster(document: Members): boolean {
  if (document.kind !== undefined) return false;
  const cluster = memberAt(document, "rancher_kubernetes_engine_config") ?? document;
  return (
    isMembers(memberAt(cluster, "services", "kubelet")) ||
    (isMembers(cluster) && Array.isArray(cluster.nodes) && isMembers(cluster.services))
  );
}

function dashed(argument: string): string {
  return argument.startsWith("-") ? argument : `--${argument}`;
}
