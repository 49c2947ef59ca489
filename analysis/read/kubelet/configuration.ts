export { applyFlags, NOTHING_SET as DEFAULT_CONFIGURATION } from "./apply.ts";
export { mergeDropIns } from "./dropIns.ts";
export { ConfigurationError, NoConfigurationError } from "./error.ts";
export { FLAG_NAMES, type Flag, flagsOfWords } from "./flags.ts";
export { FORM_NAMES } from "./forms/index.ts";
export type {
  ConfigurationForm,
  ConfigurationText,
  KubeletConfiguration,
  LoadedConfiguration,
  NodeDescription,
  Note,
  UnreadMembers,
} from "./loaded.ts";
export { type ModuleOptions, toModuleConfiguration } from "./module.ts";
export { readConfiguration, readConfigurations } from "./read.ts";
