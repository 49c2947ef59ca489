/**
 * What the killers in user space add to the memory of `base/`: the settings, the decision, the
 * monitored cgroups, all cgroups with an index by path, lists of rows, and their texts.
 */
import { LARGE_TABLES_OFFSET, SMALL_TABLES_OFFSET } from "../base/memory.ts";

export const CGROUPS_MAX: u32 = 131072;
export const MONITORED_MAX: u32 = 4096;
/** Slots of the index by path: twice as many as there are cgroups. */
export const SLOTS: u32 = 2 * CGROUPS_MAX;

export const PROCESSES_MAX: u32 = 65536;
export const PROCESS_SIZE: usize = 56;

export const PROGRAM_OFFSET: usize = SMALL_TABLES_OFFSET;
export const PROGRAM_BYTES: usize = 0x180;
export const DECISION_OFFSET: usize = PROGRAM_OFFSET + PROGRAM_BYTES;
export const DECISION_BYTES: usize = 0x100;

/** What earlyoom is set to, and what it decided. */
export const EARLYOOM_OFFSET: usize = DECISION_OFFSET + DECISION_BYTES;
export const EARLYOOM_BYTES: usize = 0x100;

/** Where oomd is, and what it decided. */
export const OOMD_OFFSET: usize = EARLYOOM_OFFSET + EARLYOOM_BYTES;
export const OOMD_BYTES: usize = 0x100;

export const MONITORED_SIZE: usize = 64;
export const MESSAGE_SIZE: usize = 48;
export const CGROUP_SIZE: usize = 312;

/** Rules of systemd-oomd, and cgroups that have some, each up to this many. */
export const OOM_RULES_MAX: u32 = 255;
export const RULED_MAX: u32 = 1024;
export const RULES_OF_ONE: u32 = 16;
export const OOM_RULE_SIZE: usize = 32;
export const RULED_SIZE: usize = 176;

/** What oomd is set to. Levels are lists of siblings, one below the other. */
export const RULESETS_MAX: u32 = 256;
export const GROUPS_MAX: u32 = 1024;
export const PLUGINS_MAX: u32 = 4096;
export const PATTERNS_MAX: u32 = 8192;
export const LEVELS_MAX: u32 = 2064;
export const DEVICES_MAX: u32 = 256;
export const RULESET_SIZE: usize = 64;
export const GROUP_SIZE: usize = 16;
export const PLUGIN_SIZE: usize = 128;
export const PATTERN_SIZE: usize = 8;
export const LEVEL_SIZE: usize = 16;
export const DEVICE_SIZE: usize = 16;

/** Monitored for pressure, and for swap. */
export const PRESSURE_OFFSET: usize = LARGE_TABLES_OFFSET;
export const SWAP_OFFSET: usize = PRESSURE_OFFSET + MONITORED_SIZE * MONITORED_MAX;
/** Cgroups with OOMRules=. */
export const RULED_OFFSET: usize = SWAP_OFFSET + MONITORED_SIZE * MONITORED_MAX;
/** What systemd's manager reports in one step. */
export const MESSAGES_OFFSET: usize = RULED_OFFSET + RULED_SIZE * RULED_MAX;

export const PROCESSES_OFFSET: usize = MESSAGES_OFFSET + MESSAGE_SIZE * MONITORED_MAX;
export const CGROUPS_OFFSET: usize = PROCESSES_OFFSET + PROCESS_SIZE * usize(PROCESSES_MAX);
export const SLOTS_OFFSET: usize = CGROUPS_OFFSET + CGROUP_SIZE * CGROUPS_MAX;
/** Rows in the order of the tree, candidates, candidates in their order, and room to sort. */
export const TREE_OFFSET: usize = SLOTS_OFFSET + 4 * SLOTS;
export const CANDIDATES_OFFSET: usize = TREE_OFFSET + 4 * CGROUPS_MAX;
export const ORDER_OFFSET: usize = CANDIDATES_OFFSET + 4 * CGROUPS_MAX;
export const MERGE_OFFSET: usize = ORDER_OFFSET + 4 * CGROUPS_MAX;
export const RULESETS_OFFSET: usize = MERGE_OFFSET + 4 * CGROUPS_MAX;
export const GROUPS_OFFSET: usize = RULESETS_OFFSET + RULESET_SIZE * RULESETS_MAX;
export const PLUGINS_OFFSET: usize = GROUPS_OFFSET + GROUP_SIZE * GROUPS_MAX;
export const PATTERNS_OFFSET: usize = PLUGINS_OFFSET + PLUGIN_SIZE * PLUGINS_MAX;
export const LEVELS_OFFSET: usize = PATTERNS_OFFSET + PATTERN_SIZE * PATTERNS_MAX;
export const DEVICES_OFFSET: usize = LEVELS_OFFSET + LEVEL_SIZE * LEVELS_MAX;
export const OOM_RULES_OFFSET: usize = DEVICES_OFFSET + DEVICE_SIZE * DEVICES_MAX;
/** Texts of the settings, which stay when cgroups are forgotten. */
export const SETTINGS_TEXT_OFFSET: usize = OOM_RULES_OFFSET + OOM_RULE_SIZE * OOM_RULES_MAX;
export const SETTINGS_TEXT_BYTES: usize = 0x100000;
export const TEXT_OFFSET: usize = SETTINGS_TEXT_OFFSET + SETTINGS_TEXT_BYTES;
export const TEXT_BYTES: usize = 0x1000000;
/** Must fit the pages in contract/modules.yaml; a test compares the two. */
export const REGIONS_END: usize = TEXT_OFFSET + TEXT_BYTES;
