import { DOCUMENT_FORMS } from "../../text/document.ts";
import {
  CAPTURE,
  CAPTURE_ARGUMENT,
  CAPTURE_RULES,
  CAPTURES,
  NO_CAPTURE,
} from "../options/capture.ts";
import { SUMMARIES } from "../options/commands.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY, WHAT_IF } from "../options/policy.ts";
import { commandRow, OptionError, type OptionsOf } from "../options/row.ts";
import { readCount } from "../options/values.ts";
import { type Axis, axisOf } from "./axis.ts";

export const SWEEP = commandRow({
  name: "sweep",
  summary: SUMMARIES.sweep,
  description: "Replays a capture with every combination of values of some settings.",
  arguments: { capture: CAPTURE_ARGUMENT },
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
    all: { description: "show every configuration" },
    output: outputRow([...DOCUMENT_FORMS, "csv", "json"]),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    ...CAPTURE_RULES,
    atMost: [ONE_CONFIG],
    oneOf: [
      [
        ["vary"],
        "No setting is varied; give --vary, such as evictionHard.memory.available=100Mi..1Gi/10.",
      ],
      [CAPTURES, NO_CAPTURE],
    ],
  },
  examples: [
    "plimsoll sweep --example memory-leak --vary evictionHard.memory.available=100Mi..1Gi/10",
    `plimsoll sweep worker-3.plimsoll.ndjson.gz --what-if --output csv \\
    --vary evictionSoft.memory.available=200Mi..2Gi/19 \\
    --vary evictionSoftGracePeriod.memory.available=30s,1m30s,5m`,
  ],
  after: `\
--vary takes evictionHard, evictionSoft, evictionSoftGracePeriod and evictionMinimumReclaim of a
signal, and evictionPressureTransitionPeriod. FROM..TO/COUNT stands for COUNT evenly spaced values.
Several --vary are combined. All other settings come from --config and the flags, or from the header
of the capture. A pod that the capture keeps running can be counted as evicted several times;
--what-if removes it.`,
});

export type SweepOptions = OptionsOf<typeof SWEEP.options>;

function readAxis(text: string, before: readonly Axis[]): Axis {
  const axis = axisOf(text);
  if (typeof axis === "string") throw new OptionError(`${axis}.`);
  if (before.some(({ member }) => member === axis.member)) {
    throw new OptionError(`${axis.member} is varied twice; give all values in one.`);
  }
  return axis;
}
