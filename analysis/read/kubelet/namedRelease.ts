import { type Members, memberAt } from "../json/untyped.ts";

/** Where documents of several systems name the release of Kubernetes that their nodes run. */
const PLACES: readonly (readonly [kind: string, ...path: string[]])[] = [
  ["Cluster", "spec", "kubernetesVersion"], // kops
  ["ClusterConfiguration", "kubernetesVersion"], // kubeadm
  ["Shoot", "spec", "kubernetes", "version"],
  ["KubeadmControlPlane", "spec", "version"],
  ["MachineDeployment", "spec", "template", "spec", "version"],
];

/** Such as `1.28`; undefined where no document names one, or several are named. */
export function namedRelease(documents: readonly Members[]): string | undefined {
  const named = documents.flatMap((document) =>
    PLACES.filter(([kind]) => document.kind === kind).flatMap(([, ...path]) => {
      const found = /^v?(\d+\.\d+)(?:\.|$)/.exec(String(memberAt(document, ...path) ?? ""));
      return found?.[1] ?? [];
    }),
  );
  const [first, ...others] = new Set(named);
  return others.length === 0 ? first : undefined;
}
