import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { envelopeOf } from "../../hosts/edge/envelope.ts";
import { bytesOf } from "./client.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const decoder = new TextDecoder();
const engine = new EvictionEngine(CORE);
const membersOf = (body: string) =>
  envelopeOf(bytesOf(body), "application/json", (turn) => turn(engine));

const PODS = '{"items":[{"a":"}{"}]}';

describe("the members of a body", () => {
  it.each([
    ["the usual ones", `{"time":"t","pods":${PODS},"summary":{"node":{}}}`],
    ["a Summary after node-level reclaim", '{"summary":{"a":1},"reclaimed":{"b":2}}'],
    ["white space", `{ "pods" : ${PODS} ,\n "summary" : {"a": [1] } }\n`],
    ["no Summary", `{"pods":${PODS},"time":"t"}`],
    ["a Summary of null", `{"pods":${PODS},"summary":null}`],
    ["pods last", `{"summary":{"node":{}},"time":"t","pods":${PODS}}`],
    ["a configuration last", '{"summary":{"node":{}},"configuration":{"a":{}}}'],
    ["a member of that name inside", '{"pods":{"x":1,"summary":{"y":2}},"summary":{"z":3}}'],
    ["a text of that name inside", '{"pods":{"x":["a","summary"],"b":1},"summary":{}}'],
    ["the same member twice", '{"summary":{"a":1},"summary":{"b":2}}'],
    ["more than ASCII", '{"pods":{"x":"é😀"},"summary":{"y":"ü"},"ü":1}'],
    ["nothing", "{}"],
  ])("are those that JSON.parse finds: %s", async (_, body) => {
    const found = [...(await membersOf(body))].map(([name, bytes]) => [
      name,
      JSON.parse(decoder.decode(bytes)),
    ]);
    expect(Object.fromEntries(found)).toEqual(JSON.parse(body));
  });

  it("leave a flawed document to the reader of documents", async () => {
    const members = await membersOf('{"pods":{[}},"summary":{"a":"}}"}}');
    expect(decoder.decode(members.get("pods"))).toBe("{[}}");
    expect(decoder.decode(members.get("summary"))).toBe('{"a":"}}"}');
  });

  it.each([
    ["cut off", `{"pods":${PODS},"summary":{"a":1}`],
    ["cut off in a document", '{"pods":{,"summary":{}}'],
    ["more after it", '{"summary":{}}}'],
    ["no JSON", "zanzibar"],
  ])("are refused in one sentence when the body is %s", async (_, body) => {
    await expect(membersOf(body)).rejects.toThrow(/^The body is not a JSON object: .*; send /);
  });

  it("are counted, however often a name is written", async () => {
    await expect(membersOf(`{${'"pods":{},'.repeat(1_000)}"y":1}`)).rejects.toThrow("1000 members");
  });
});
