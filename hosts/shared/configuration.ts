import type { ModuleOptions } from "./configuration/module.ts";

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

/** The text holds no kubelet configuration that can be read; the message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Reads any of the forms; throws ConfigurationError with a line and column where it can. */
export declare function readConfiguration(source: ConfigurationText): LoadedConfiguration;

/** Applies flags over a configuration, as the kubelet re-applies its command line over its file. */
export declare function applyFlags(
  base: LoadedConfiguration,
  flags: readonly import("./configuration/flags.ts").Flag[],
): LoadedConfiguration;

/** Merges the files of a `--config-dir` over a configuration, in the order of their names. */
export declare function mergeDropIns(
  base: LoadedConfiguration | null,
  dropIns: readonly ConfigurationText[],
): LoadedConfiguration;

/** The kubelet's defaults: what `{}` means. */
export declare const DEFAULT_CONFIGURATION: LoadedConfiguration;

/** The JSON for `Engine.configure`. */
export declare function toModuleConfiguration(
  source: LoadedConfiguration,
  options?: ModuleOptions,
): string;
