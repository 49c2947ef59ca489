import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { envelopeOf } from "../../hosts/edge/envelope.ts";
import { membersBeforeSummary } from "../../hosts/edge/lastSummary.ts";
import { bytesOf } from "./client.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const engine = new EvictionEngine(CORE);
engine.configure({});
const inTurn = <T>(turn: (engine: EvictionEngine) => T) => turn(engine);
const decoder = new TextDecoder();

const POD = '{"podRef":{"name":"a","namespace":"b","uid":"c"},"memory":{"workingSetBytes":1}}';
const SUMMARY =
  '{"node":{"nodeName":"n","memory":{"time":"2026-01-15T10:00:00Z","availableBytes":5,' +
  `"workingSetBytes":1}},"pods":[${POD},${POD.replace('"c"', '"d"')}]}`;
const HEAD = '"time":"2026-01-15T10:00:00Z","podsDigest":"00"';

const found = (body: Uint8Array | string) =>
  membersBeforeSummary(typeof body === "string" ? bytesOf(body) : body, inTurn);
const texts = (members: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...members].map(([name, bytes]) => [name, decoder.decode(bytes)]));

/** Whether a step reads the bytes as a Summary. */
function isRead(summary: Uint8Array): boolean {
  try {
    engine.observe(summary, 1_768_471_200_000_000_000n);
    return true;
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

describe("a Summary that is the last member of a body", () => {
  it.each([
    ["as clients write it", `{${HEAD},"summary":${SUMMARY}}`],
    ["alone", `{"summary":${SUMMARY}}`],
    ["with white space", ` {${HEAD} , "summary" :\n${SUMMARY} }\n `],
    ["after a name that is its own, escaped", `{"s\\u0075mmary":1,"summary":${SUMMARY}}`],
  ])("is found without a walk: %s", (_, body) => {
    expect(texts(found(body) ?? new Map())).toMatchObject({ summary: SUMMARY });
  });

  it.each([
    ["time and digest", `{${HEAD},`],
    ["with blanks", `{${HEAD.replaceAll(":", ": ").replaceAll(",", ", ")}, `],
    ["one that comes twice", `{"time":"x",${HEAD},`],
    ["none", "{"],
  ])("is found without the core behind plain texts: %s", async (_, head) => {
    const body = bytesOf(`${head}"summary": ${SUMMARY}}`);
    const members = membersBeforeSummary(body, () => {
      throw new Error("The core was asked.");
    });
    const walked = await envelopeOf(body, "application/json", inTurn);
    expect(texts(members ?? new Map())).toEqual(texts(walked));
  });

  it.each([
    ["an escape", '{"time":"\\u0032",'],
    ["a character that is not ASCII", '{"time":"\u00e9",'],
    ["a control character", '{"time":"\u0001",'],
    ["a number", '{"time":1,'],
    ["many", `{${'"a":"",'.repeat(9)}`],
  ])("is found by the core behind %s", (_, head) => {
    let asked = 0;
    membersBeforeSummary(bytesOf(`${head}"summary":${SUMMARY}}`), (turn) => {
      asked++;
      return turn(engine);
    });
    expect(asked).toBe(1);
  });

  it.each([
    ["in a text before it", `{"a":"\\"summary\\":{","b":"\\"summary\\":{}"}`],
    ["in a text with the name unescaped before it", `{"a":"x","b":{"summary":{}}}`],
    ["in an object", `{"a":{"summary":{"x":1}},"summary":2}`],
    ["in a list", `{"a":[{"summary":{}}]}`],
    ["far behind", `{"a":"${"x".repeat(2 ** 14)}","summary":${SUMMARY}}`],
    ["with a value that is not an object", '{"summary":null}'],
    ["before a form feed", `{${HEAD},"summary"\f:${SUMMARY}}`],
    ["before a vertical tab", `{${HEAD},"summary":\v${SUMMARY}}`],
    ["before half of a character", Buffer.from(`{${HEAD},"summary":\xa0${SUMMARY}}`, "latin1")],
    ["in a body with more than white space after it", `{"summary":${SUMMARY}}x`],
    ["in a body that is cut off", `{"summary":${SUMMARY.slice(0, -1)}`],
  ])("is not taken for one when the name stands %s", (_, body) => {
    const members = found(body);
    expect(members === null || !isRead(members.get("summary") ?? bytesOf(""))).toBe(true);
  });

  it.each([
    ["another member after it", `{${HEAD},"summary":${SUMMARY},"pods":{"items":[]}}`],
    ["another Summary after it", `{"summary":${SUMMARY},"summary":${SUMMARY}}`],
    ["a brace too many", `{${HEAD},"summary":${SUMMARY}}}`],
  ])("is not read by a step when it has %s", (_, body) => {
    const summary = found(body)?.get("summary") ?? bytesOf("");
    expect(isRead(summary)).toBe(false);
  });

  it("is what a walk finds, where a step reads it", async () => {
    const pieces = [
      "{",
      "}",
      '"',
      ",",
      ":",
      "[",
      "]",
      " ",
      "\\",
      "null",
      "1",
      HEAD,
      POD,
      SUMMARY,
      '"summary":',
      '"summary":{',
      '"pods":',
      '"a":{',
      "}}",
    ] as const;
    const whole = `{${HEAD},"summary":${SUMMARY}}`;
    const bodies = fc.record({
      at: fc.nat(whole.length),
      length: fc.oneof(fc.constant(0), fc.nat(whole.length)),
      put: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
      end: fc.constantFrom("", "", "}", " ", "\n}", ',"pods":{}}'),
    });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async ({ at, length, put, end }) => {
        const text = whole.slice(0, at) + put.join("") + whole.slice(at + length) + end;
        const body = bytesOf(text);
        const members = found(body);
        if (members === null || !isRead(members.get("summary") ?? bytesOf(""))) return;
        read++;
        const walked = await envelopeOf(body, "application/json", inTurn);
        expect(texts(members)).toEqual(texts(walked));
      }),
      { numRuns: 20_000, seed: 13 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
