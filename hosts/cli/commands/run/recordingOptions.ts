import {
  inGroup,
  type OptionRows,
  type OptionsOf,
} from "../../../../analysis/questions/options/row.ts";
import { readBytes, readSeconds } from "../../../../analysis/questions/options/values.ts";

/** What is written down, and how much of it is kept. */
export const RECORDING = inGroup("Recording", {
  record: {
    argument: "<dir>",
    description: "write a capture around each eviction to this directory",
    value: "folder",
  },
  recordForm: {
    argument: "<form>",
    description: "reduced keeps only what eviction depends on",
    choices: ["full", "reduced"],
    default: "reduced",
  },
  recordAround: {
    argument: "<duration>",
    description: "how much to keep before and after an eviction",
    default: "5m",
    parse: readSeconds,
  },
  recordAll: { description: "record continuously, not only around evictions" },
  recordMaxSize: {
    argument: "<size>",
    description: "total size of all captures; the oldest are deleted",
    default: "256Mi",
    parse: readBytes,
  },
  recordMaxAge: {
    argument: "<duration>",
    description: "delete captures older than this",
    default: "7d",
    parse: readSeconds,
  },
} as const satisfies OptionRows);

export type RecordingOptions = OptionsOf<typeof RECORDING>;
