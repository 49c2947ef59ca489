import { describe, expect, test } from "vitest";
import { SIMULATOR } from "../simulator/playing.ts";
import { SimulatorModule } from "../simulator/simulatorModule.ts";
import { answersOf, Loops, objectionTo, type Turn, turnsOf } from "./loops.ts";
import { Random } from "./random.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 20261127);
const CASES = 250;

test(`the loop's module answers ${CASES} spoilt clusters of seed ${SEED}`, {
  tags: "long",
  timeout: 120_000,
}, () => {
  const campaign = new Loops(SEED);
  for (let number = 0; number < CASES && !campaign.isFull; number++) campaign.run(number);
  expect(campaign.found.join("\n")).toBe("");
});

test("many of the clusters are played, and many documents refused", () => {
  const loop = new SimulatorModule(SIMULATOR);
  const answers = Array.from({ length: 60 }, (_, number) => {
    loop.call("clear");
    return answersOf(loop, turnsOf(new Random(SEED, number)));
  });
  const isPlayed = (some: readonly string[]) => some.some((each) => each.startsWith('[{"time":'));
  expect(answers.filter(isPlayed).length).toBeGreaterThan(15);
  const refused = answers.flat().filter((each) => each.startsWith('{"plimsoll":"error/1"'));
  expect(refused.length).toBeGreaterThan(60);
});

describe("an answer is found wrong", () => {
  const scenario = (text: string): Turn => ({ verb: "scenario", bytes: Buffer.from(text) });
  const node: Turn = { verb: "situation", bytes: Buffer.from("{}") };
  const refusal = (members: object) => JSON.stringify({ plimsoll: "error/1", ...members });
  test.each<[string, Turn, string, string | undefined]>([
    ["never where it is none", scenario("{}"), "", undefined],
    ["never of no scenario", scenario(""), "", undefined],
    ["not for events in their order", { until: 9 }, '[{"time":1},{"time":1}]', undefined],
    ["for taking what is not JSON", scenario("{"), "", "scenario takes what JSON.parse refuses"],
    ["for not being JSON", node, "{", "situation is not JSON"],
    ["for an unknown status", scenario("{"), refusal({ status: -99 }), "scenario has status -99"],
    ["for no reason", scenario("{"), refusal({ status: -3 }), "has no reason"],
    [
      "for a place behind the document",
      scenario("{"),
      refusal({ status: -3, reason: "a", offset: 9 }),
      "scenario: byte 9 of 1",
    ],
    ["for events out of order", { until: 9 }, '[{"time":2},{"time":1}]', "1 s follows one at 2 s"],
    ["for an event after the end", { until: 9 }, '[{"time":91}]', "later than asked for"],
  ])("%s", (_, turn, answer, sentence) => {
    const found = objectionTo(turn, answer);
    if (sentence === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(sentence);
  });
});
