import { OUT } from "../../../../analysis/questions/capture/options.ts";
import { commandRow, type OptionsOf } from "../../../../analysis/questions/options/row.ts";
import { SOURCE, SOURCE_RULES } from "../run/sourceOptions.ts";

const { default: _forAll, ...INTERVAL } = SOURCE.interval;

export const RECORD = commandRow({
  name: "record",
  summary: "record a capture from a source, without deciding anything",
  description: "Records what a source serves, without deciding anything.",
  options: {
    out: OUT,
    form: {
      argument: "<form>",
      description:
        "reduced keeps only what eviction depends on; samples are what systemd-oomd, oomd and " +
        "earlyoom read",
      choices: ["full", "reduced", "samples"],
      default: "full",
    },
    ...SOURCE,
    interval: {
      ...INTERVAL,
      description: "time between two steps (default: 10s, of samples 250ms)",
    },
  },
  rules: {
    ...SOURCE_RULES,
    needs: [...SOURCE_RULES.needs, [{ form: ["samples"] }, { source: ["cgroup"] }]],
  },
  examples: [
    "plimsoll capture record --source cgroup --steps 360 --out hour.plimsoll.ndjson.gz",
    "plimsoll capture record --source cgroup --form samples --steps 14400 --out hour.ndjson.gz",
    "plimsoll capture record --source apiserver --node worker-3 --out worker-3.plimsoll.ndjson.gz",
  ],
  after:
    "Recording stops on Ctrl-C, after --steps, or when the source ends; the file is always valid.",
});

export type RecordOptions = OptionsOf<typeof RECORD.options>;
