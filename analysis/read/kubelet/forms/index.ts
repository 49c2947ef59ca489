import { AKS } from "./aks.ts";
import { CONFIGZ } from "./configz.ts";
import { EKS } from "./eks.ts";
import { EKSCTL } from "./eksctl.ts";
import type { Form } from "./form.ts";
import { GARDENER } from "./gardener.ts";
import { GKE } from "./gke.ts";
import { KARPENTER } from "./karpenter.ts";
import { KOPS } from "./kops.ts";
import { CLUSTER_API_KUBEADM, KUBEADM, KUBEADM_CONFIG_MAP } from "./kubeadm.ts";
import { KUBELET_CONFIGURATION } from "./kubelet.ts";
import { MACHINE_CONFIG } from "./machineConfig.ts";
import { OPENSHIFT_KUBELET_CONFIG, OPENSHIFT_NODE_CONFIG } from "./openshift.ts";
import { K3S, RKE } from "./rancher.ts";
import { TALOS } from "./talos.ts";

/** Every form of YAML and JSON that is read. A document belongs to one of them at most. */
export const FORMS: readonly Form[] = [
  KUBELET_CONFIGURATION,
  CONFIGZ,
  KUBEADM,
  KUBEADM_CONFIG_MAP,
  CLUSTER_API_KUBEADM,
  OPENSHIFT_KUBELET_CONFIG,
  MACHINE_CONFIG,
  OPENSHIFT_NODE_CONFIG,
  EKS,
  EKSCTL,
  KARPENTER,
  AKS,
  GKE,
  GARDENER,
  KOPS,
  TALOS,
  K3S,
  RKE,
];

/** What can be read, for the help: documents, and the texts that are none. */
export const FORM_NAMES: readonly string[] = [
  ...FORMS.map(({ reads }) => reads),
  "EC2 user data (MIME with a NodeConfig, bootstrap.sh)",
  "Bottlerocket settings (TOML)",
  "a kubelet's command line, systemd unit or environment file",
];
