import type { Finding } from "../../engine/decision.ts";

/** A KubeletConfiguration as a plain object; the core judges its members. */
export type KubeletConfiguration = Readonly<Record<string, unknown>>;

/** A text and its name in sentences: a path, an address, a flag. */
export interface ConfigurationText {
  readonly name: string;
  readonly text: string;
}

/** The documents people have a kubelet configuration in, by the system that reads them. */
export type ConfigurationForm =
  | "KubeletConfiguration"
  | "configz" // the kubelet's own answer
  | "kubeadm" // InitConfiguration, JoinConfiguration, ClusterConfiguration
  | "ConfigMap" // kubeadm's, `data.kubelet`
  | "Cluster API" // KubeadmConfig, KubeadmConfigTemplate, KubeadmControlPlane
  | "KubeletConfig" // OpenShift 4
  | "MachineConfig" // OpenShift 4
  | "NodeConfig" // OpenShift 3 and Amazon EKS
  | "user data" // Amazon EKS before AL2023
  | "eksctl"
  | "Bottlerocket"
  | "Karpenter"
  | "AKS"
  | "GKE"
  | "Shoot" // Gardener
  | "kops"
  | "Talos"
  | "kubelet-arg" // k3s and RKE2
  | "RKE"
  | "flags"; // a command line, a systemd drop-in, KUBELET_ARGS

/** Facts about a node from outside the text, with which some systems compute their settings. */
export interface NodeDescription {
  /** Quantities, such as `{"memory": "8Gi", "cpu": "4", "pods": "58"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** Such as `1.35`. */
  readonly kubeletVersion?: string;
}

/** Where a part of the configuration comes from, or what a reader should know about it. */
export interface Note {
  /** The member it is about, such as `evictionHard`; absent for the whole document. */
  readonly member?: string;
  /** A name of a text, or a flag. */
  readonly origin: string;
  readonly sentence: string;
}

/** Members of a document that its reader does not know, by their names in it. */
export interface UnreadMembers {
  /** They look like thresholds: the node has others than were meant. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

export interface LoadedConfiguration {
  readonly configuration: KubeletConfiguration;
  readonly form: ConfigurationForm;
  /** Which nodes it is for, where a text describes several, such as `worker pool-a`. */
  readonly part?: string;
  readonly notes: readonly Note[];
  /** The release of Kubernetes that the text names for its nodes, such as `1.28`. */
  readonly release?: string;
  /** Absent when the form keeps every member, so that the kubelet's own rules judge it. */
  readonly unread?: UnreadMembers;
  /** Names of the flags that it has for the kubelet, whatever they set; absent without flags. */
  readonly flagNames?: readonly string[];
  /** Members whose value came from flags. */
  readonly replacedByFlags: readonly string[];
}
