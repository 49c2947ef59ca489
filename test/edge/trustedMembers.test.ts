import { describe, expect, it } from "vitest";
import { withEnvelope } from "../../hosts/edge/envelope.ts";
import { trustedMembers } from "../../hosts/edge/trustedMembers.ts";
import { bytesOf } from "./client.ts";

const decoder = new TextDecoder();

/** Reads as strictly as the core does. */
function strict(members: ReadonlyMap<string, Uint8Array>): Record<string, unknown> {
  return Object.fromEntries(
    [...members].map(([name, bytes]) => [name, JSON.parse(decoder.decode(bytes))]),
  );
}

const PODS = '{"items":[{"a":"}{"}]}';

describe("a body that is cut on trust", () => {
  it.each([
    ["the usual one", `{"time":"t","pods":${PODS},"summary":{"node":{}}}`],
    ["a Summary after node-level reclaim", '{"summary":{"a":1},"reclaimed":{"b":2}}'],
    ["white space", `{ "pods" : ${PODS} ,\n "summary" : {"a": [1] } }\n`],
    ["no Summary", `{"pods":${PODS},"time":"t"}`],
    ["a Summary of null", `{"pods":${PODS},"summary":null}`],
    ["pods last", `{"summary":{"node":{}},"time":"t","pods":${PODS}}`],
    ["a configuration last", '{"summary":{"node":{}},"configuration":{"a":{}}}'],
    ["a member of that name inside", '{"pods":{"x":1,"summary":{"y":2}},"summary":{"z":3}}'],
    ["a text of that name inside", '{"pods":{"x":["a","summary"],"b":1},"summary":{}}'],
    ["the same member twice", '{"summary":{"a":1},"summary":{"b":2}}'],
    ["more than ASCII", '{"pods":{"x":"é😀"},"summary":{"y":"ü"}}'],
    ["nothing", "{}"],
  ])("is read as JSON.parse reads it: %s", async (_, body) => {
    const read = await withEnvelope(bytesOf(body), "application/json", strict);
    expect(read).toEqual(JSON.parse(body));
  });

  it.each([
    ["cut off", `{"pods":${PODS},"summary":{"a":1}`],
    ["a document that is none", '{"pods":{,"summary":{}}'],
    ["more after it", '{"summary":{}}}'],
    ["no JSON", "zanzibar"],
  ])("is refused when it is %s", async (_, body) => {
    await expect(withEnvelope(bytesOf(body), "application/json", strict)).rejects.toThrow();
  });

  it("is not walked through where it is in the usual order", () => {
    // A value that a walk would stop at is handed on as it is.
    const members = trustedMembers(bytesOf('{"pods":{]]},"summary":{"a":"}}'));
    expect(decoder.decode(members?.get("pods"))).toBe("{]]}");
  });

  it("searches for each follower once, however often a name is written", async () => {
    const members = '"pods":{},'.repeat(998);
    const body = bytesOf(`{${members}"y":"${"y".repeat(2 ** 23)}","x":"summary"}`);
    const used = await withEnvelope(body, "application/json", (envelope) => envelope.size);
    expect(used).toBe(3);
  });
});
