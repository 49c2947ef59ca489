export { applyFlags, NOTHING_SET as DEFAULT_CONFIGURATION } from "./configuration/apply.ts";
export { mergeDropIns } from "./configuration/dropIns.ts";
export { ConfigurationError } from "./configuration/error.ts";
export { FLAG_NAMES, type Flag, flagsOfWords } from "./configuration/flags.ts";
export { type ModuleOptions, toModuleConfiguration } from "./configuration/module.ts";
export { readConfiguration } from "./configuration/read.ts";

/** A KubeletConfiguration as a plain object; the core judges its members. */
export type KubeletConfiguration = Readonly<Record<string, unknown>>;

/** A text and the name it goes by in sentences: a path, an address, a flag. */
export interface ConfigurationText {
  readonly name: string;
  readonly text: string;
}

/** The documents people have a kubelet configuration in. */
export type ConfigurationForm =
  | "KubeletConfiguration"
  | "configz" // the kubelet's own answer
  | "ConfigMap" // kubeadm's, `data.kubelet`
  | "KubeletConfig" // OpenShift 4
  | "NodeConfig" // OpenShift 3 and Amazon EKS
  | "kubelet-arg" // k3s and RKE2
  | "flags"; // a command line, a systemd drop-in, KUBELET_ARGS

/** Where a part of the configuration comes from, or what a reader should know about it. */
export interface Note {
  /** The member it is about, such as `evictionHard`; absent for the whole document. */
  readonly member?: string;
  /** A name of a text, or a flag. */
  readonly origin: string;
  readonly sentence: string;
}

export interface LoadedConfiguration {
  readonly configuration: KubeletConfiguration;
  readonly form: ConfigurationForm;
  readonly notes: readonly Note[];
  /** Members whose value came from flags. */
  readonly replacedByFlags: readonly string[];
}
