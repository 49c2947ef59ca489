export { applyFlags, NOTHING_SET as DEFAULT_CONFIGURATION } from "./configuration/apply.ts";
export { mergeDropIns } from "./configuration/dropIns.ts";
export { ConfigurationError, NoConfigurationError } from "./configuration/error.ts";
export { FLAG_NAMES, type Flag, flagsOfWords } from "./configuration/flags.ts";
export { FORM_NAMES } from "./configuration/forms/index.ts";
export type {
  ConfigurationForm,
  ConfigurationText,
  KubeletConfiguration,
  LoadedConfiguration,
  NodeDescription,
  Note,
  UnreadMembers,
} from "./configuration/loaded.ts";
export { type ModuleOptions, toModuleConfiguration } from "./configuration/module.ts";
export { readConfiguration, readConfigurations } from "./configuration/read.ts";
