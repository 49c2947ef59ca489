import fc from "fast-check";
import { expect, it } from "vitest";
import { Detail, Part } from "../../../assembly/abi.ts";
import { type Call, History, heardOf, REFUSED } from "./history.ts";
import { CONFIGURATIONS, POD_LISTS, PODS, SUMMARIES } from "./scene.ts";

/** Both are printed with what is found; others may be given to look further. */
const SEED = Number(process.env.ORDER_SEED ?? 20261120);
const RUNS = Number(process.env.ORDER_RUNS ?? 40);

const namesOf = <T extends object>(documents: T) =>
  fc.constantFrom(...(Object.keys(documents) as (keyof T)[]));

const parts = fc.constantFrom(Part.Pods, Part.Summary);
const details = fc.constantFrom(Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals);
const pods = fc.constantFrom(...PODS);

/** Most calls are steps: what a step leaves behind is what a later call may wrongly find. */
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ verb: fc.constant("observe"), of: namesOf(SUMMARIES) }) },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant("configure"), of: namesOf(CONFIGURATIONS) }),
  },
  fc.record({ verb: fc.constant("pods"), of: namesOf(POD_LISTS) }),
  fc.record({ verb: fc.constant("reclaimed"), of: fc.option(namesOf(SUMMARIES)) }),
  fc.record({ verb: fc.constantFrom("admit", "explain"), of: pods }),
  fc.record({ verb: fc.constantFrom("freeze", "thaw"), of: parts }),
  fc.record({ verb: fc.constant("report"), of: details }),
  fc.record({ verb: fc.constant("refused"), of: fc.constantFrom(...REFUSED) }),
  fc.record({ verb: fc.constantFrom("again", "missed", "broken"), of: fc.constant(null) }),
  fc.record({ verb: fc.constantFrom("save", "restore"), of: fc.constant(null) }),
);

/** Without these most orders would end in refusals. */
const SET_UP: readonly Call[] = [
  { verb: "configure", of: "plain" },
  { verb: "pods", of: "both" },
];

it(`an engine says what a new one with the same inputs says, in any order (seed ${SEED})`, {
  tags: "long",
}, () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 30, size: "max" }), (calls) => {
      const history = new History();
      for (const one of [...SET_UP, ...calls]) history.call(one);
      expect(heardOf(history.engine)).toEqual(heardOf(history.retold()));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
