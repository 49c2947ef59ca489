import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CAPTURE, NO_CAPTURE, PAIR_RULES } from "../options/capture.ts";
import { SUMMARIES } from "../options/commands.ts";
import { RANKED_TOGETHER } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY, WHAT_IF } from "../options/policy.ts";
import { commandRow, OptionError, type OptionsOf, pairsAmong } from "../options/row.ts";
import { readCount } from "../options/values.ts";
import { type Axis, axisOf } from "./axis.ts";
import { SHARDS_MAX, type Shard } from "./shardLines.ts";

const INPUTS = ["captures", "summary", "example"] as const;

export const SWEEP = commandRow({
  name: "sweep",
  summary: SUMMARIES.sweep,
  description: "Replays a capture with every combination of values of some settings.",
  arguments: {
    captures: {
      description: "captures, plain or gzip, or folders of them; - is standard input",
      value: "path",
      repeats: true,
    },
  },
  options: {
    ...CAPTURE,
    vary: {
      argument: "<member=values>",
      description: "a setting and its values; repeatable",
      repeats: true,
      parse: readAxis,
    },
    config: { ...CONFIG, description: "a kubelet configuration, in any supported format" },
    whatIf: WHAT_IF,
    threads: {
      argument: "<count>",
      description: "number of threads (default: one for each processor)",
      parse: readCount,
    },
    shard: {
      argument: "<i/n>",
      description:
        "only the i-th of n parts of the nodes, as NDJSON; plimsoll sweep merge joins them",
      parse: readShard,
    },
    printConfigurations: { description: "print the configurations, and run none of them" },
    all: { description: "show every configuration" },
    output: outputRow([...DOCUMENT_FORMS, "csv", "json", "ndjson"]),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ...pairsAmong(INPUTS),
      ["shard", "printConfigurations"],
      ["shard", "example"],
      ["shard", "summary"],
      ["shard", { output: ["markdown", "html", "csv", "json"] }],
    ],
    needs: PAIR_RULES.needs,
    atMost: [ONE_CONFIG],
    oneOf: [
      [
        ["vary"],
        "No setting is varied; give --vary, such as evictionHard.memory.available=100Mi..1Gi/10.",
      ],
      [INPUTS, NO_CAPTURE],
    ],
  },
  acrossNamespaces: RANKED_TOGETHER,
  examples: [
    "plimsoll sweep --example memory-leak --vary evictionHard.memory.available=100Mi..1Gi/10",
    "plimsoll sweep captures/ --vary evictionHard.memory.available=100Mi..1Gi/10 --shard 3/16",
    `plimsoll sweep worker-3.plimsoll.ndjson.gz --what-if --output csv \\
    --vary evictionSoft.memory.available=200Mi..2Gi/19 \\
    --vary evictionSoftGracePeriod.memory.available=30s,1m30s,5m`,
  ],
  after: `\
--vary takes evictionHard, evictionSoft, evictionSoftGracePeriod and evictionMinimumReclaim of a
signal, and evictionPressureTransitionPeriod. FROM..TO/COUNT stands for COUNT evenly spaced values.
Several --vary are combined. Several captures of one node are one history, in the order of time. Of
many captures, one that cannot be read is named and left out. NDJSON has a line for each node and
configuration, in whole numbers: schemas/sweep-cell-1.schema.json. All other settings come from
--config and the flags, or from the header of the capture. A pod that the capture keeps running can
be counted as evicted several times; --what-if removes it.`,
});

export const SWEEP_MERGE = commandRow({
  name: "merge",
  summary: "join the shards of a sweep",
  description: "Joins what sweep --shard printed, in any order, and prints its tables.",
  arguments: {
    shards: {
      description: "files that plimsoll sweep --shard or --output ndjson printed",
      value: "file",
      repeats: true,
      isRequired: true,
    },
  },
  options: {
    all: { description: "show every configuration" },
    output: outputRow([...DOCUMENT_FORMS, "csv", "json", "ndjson"]),
  },
  examples: ["plimsoll sweep merge shard-*.ndjson"],
  after: `\
Missing shards are named, and what is printed is then a part of the answer. NDJSON is the same, byte
for byte, however the sweep was divided; it is not printed while a shard is missing.`,
});

export type SweepOptions = OptionsOf<typeof SWEEP.options>;

export type SweepMergeOptions = OptionsOf<typeof SWEEP_MERGE.options>;

function readShard(text: string): Shard {
  const [shard = 0, of = 0] = /^[1-9]\d*\/[1-9]\d*$/.test(text) ? text.split("/").map(Number) : [];
  if (shard > 0 && shard <= of && of <= SHARDS_MAX) return { shard, of };
  throw new OptionError("Write it as 3/16: the third of sixteen.");
}

function readAxis(text: string, before: readonly Axis[]): Axis {
  const axis = axisOf(text);
  if (typeof axis === "string") throw new OptionError(`${axis}.`);
  if (before.some(({ member }) => member === axis.member)) {
    throw new OptionError(`${axis.member} is varied twice; give all values in one.`);
  }
  return axis;
}
