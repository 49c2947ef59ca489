import { OUT } from "../../../../analysis/questions/capture/options.ts";
import { commandRow, type OptionsOf } from "../../../../analysis/questions/options/row.ts";
import { SOURCE, SOURCE_RULES } from "../run/sourceOptions.ts";

export const RECORD = commandRow({
  name: "record",
  summary: "record a capture from a source, without deciding anything",
  description: "Records what a source serves, without deciding anything.",
  options: {
    out: OUT,
    form: {
      argument: "<form>",
      description: "reduced keeps only what eviction depends on",
      choices: ["full", "reduced"],
      default: "full",
    },
    ...SOURCE,
  },
  rules: SOURCE_RULES,
  examples: [
    "plimsoll capture record --source cgroup --steps 360 --out hour.plimsoll.ndjson.gz",
    "plimsoll capture record --source apiserver --node worker-3 --out worker-3.plimsoll.ndjson.gz",
  ],
  after:
    "Recording stops on Ctrl-C, after --steps, or when the source ends; the file is always valid.",
});

export type RecordOptions = OptionsOf<typeof RECORD.options>;
