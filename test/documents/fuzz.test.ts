/** @module-tag long */
import { describe, expect, test } from "vitest";
import { DEPTH_MAX, Status } from "../../assembly/abi.ts";
import { Campaign, describeFinding } from "./campaign.ts";
import { KINDS, REFERENCE } from "./kinds.ts";
import { mutate } from "./mutations.ts";
import { isJson, objection } from "./oracle.ts";
import { Random } from "./random.ts";
import { engineMaker, Session } from "./session.ts";
import { shrink } from "./shrink.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 20261120);
const CASES = 30_000;

const summaryKind = KINDS.find(({ name }) => name === "summary") as (typeof KINDS)[number];

function examine(bytes: Uint8Array): string | undefined {
  const session = new Session(engineMaker());
  return session.examine({ kind: summaryKind, bytes, now: REFERENCE.now, thorough: true });
}

describe("the reader agrees with JSON.parse", () => {
  test(`on ${CASES} documents of seed ${SEED}`, () => {
    const campaign = new Campaign(SEED, engineMaker());
    for (let number = 0; number < CASES && !campaign.isFull; number++) campaign.run(number);
    const found = campaign.findings.map((finding) => describeFinding(SEED, finding));
    expect(found.join("\n")).toBe("");
  }, 120_000);

  test("on a Summary cut off at every byte", () => {
    const whole = Buffer.from(JSON.stringify(REFERENCE.fullDisk, null, 1));
    const session = new Session(engineMaker());
    for (let size = 1; size <= whole.length; size++) {
      const bytes = whole.subarray(0, size);
      const { now } = REFERENCE;
      const sentence = session.examine({ kind: summaryKind, bytes, now, thorough: false });
      expect({ size, sentence }).toEqual({ size, sentence: undefined });
    }
  });

  const unread = (value: string) => `{"node":{"nodeName":"n","unread":${value}}}`;
  test.each([
    ["a byte order mark", `\ufeff${unread("1")}`],
    ["two byte order marks", `\ufeff\ufeff${unread("1")}`],
    ["a lone surrogate escape", unread('"\\ud800"')],
    ["the deepest value", unread("[".repeat(DEPTH_MAX - 2) + "]".repeat(DEPTH_MAX - 2))],
    ["a value that is too deep", unread("[".repeat(DEPTH_MAX + 1) + "]".repeat(DEPTH_MAX + 1))],
    ["a hundred thousand levels", unread("[".repeat(100_000) + "]".repeat(100_000))],
    ["a number beyond every integer", unread(`${"9".repeat(5000)}.5e-9999`)],
    ["a member that comes twice", '{"node":{"nodeName":"a","nodeName":"b"},"node":{}}'],
    ["a NUL after the end", `${unread("1")}\u0000`],
    ["nothing", ""],
    ["only spaces", "   \n"],
  ])("on %s", (_, text) => {
    expect(examine(Buffer.from(text))).toBeUndefined();
  });
});

describe("the oracle objects", () => {
  test.each<[string, string, Status, boolean]>([
    ["to acceptance of what is not JSON", "{", Status.Ok, true],
    ["to a content error where the form is wrong", "{", Status.WrongType, true],
    ["to a form error where the form is right", "{}", Status.InvalidJson, true],
    ["to an undocumented refusal", "{}", Status.NotFound, true],
    ["to a depth error in a shallow document", "[[]]", Status.TooDeep, true],
    ["not to a refusal of the content", "{}", Status.WrongType, false],
    ["not to an action", "{}", 2 as Status, false],
    ["not to a depth error far down", "[".repeat(DEPTH_MAX + 1), Status.TooDeep, false],
  ])("%s", (_, text, status, objects) => {
    const sentence = objection(Buffer.from(text), status, [Status.WrongType]);
    expect(sentence !== undefined).toBe(objects);
  });
});

describe("the generator", () => {
  test("repeats a case from its seed and number alone", () => {
    const draw = () => mutate(Buffer.from('{"a":[1,{"b":"c"}]}'), new Random(7, 123_456));
    expect(draw()).toEqual(draw());
  });

  test("makes JSON that every verb accepts, before it is spoilt", () => {
    const engine = engineMaker()();
    engine.configure(REFERENCE.configuration);
    for (const kind of KINDS.filter(({ name }) => ["podList", "summary"].includes(name))) {
      for (let stream = 0; stream < 50; stream++) {
        const document = kind.document(new Random(SEED, stream), engine);
        const bytes = Buffer.from(JSON.stringify(document));
        expect(kind.read(engine, bytes, REFERENCE.now)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test("spoils about as many documents as it leaves whole", () => {
    const random = new Random(SEED, 0);
    const whole = Array.from({ length: 2000 }, () => {
      return isJson(mutate(Buffer.from(JSON.stringify(REFERENCE.summary)), random).bytes);
    }).filter(Boolean).length;
    expect(whole).toBeGreaterThan(400);
    expect(whole).toBeLessThan(1600);
  });
});

test("a finding shrinks to what makes it one", () => {
  const bytes = Buffer.from(`{"a":[${"1,".repeat(300)}"\u0000x"]}`);
  const isWrong = (smaller: Uint8Array) => smaller.includes(0) && smaller.includes(0x78);
  expect(Buffer.from(shrink(bytes, isWrong)).toString()).toBe("\u0000x");
});
