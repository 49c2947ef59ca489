import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MembersError,
  memberName,
  memberNamed,
  membersOf,
} from "../../../../analysis/read/json/members.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function texts(object: string): Record<string, string> {
  const members = [...membersOf(encode(object))];
  return Object.fromEntries(members.map(([name, bytes]) => [name, decode(bytes)]));
}

function failure(bytes: Uint8Array): MembersError | null {
  try {
    membersOf(bytes);
    return null;
  } catch (error) {
    if (error instanceof MembersError) return error;
    throw error;
  }
}

describe("membersOf", () => {
  it.each([
    ["{}", {}],
    [' \r\n{ "a" : 1 , "b":[1, 2] }\t', { a: "1", b: "[1, 2]" }],
    ['{"a":"}","b":"\\"]"}', { a: '"}"', b: '"\\"]"' }],
    ['{"a":"\\\\","b":{"c":"\\\\\\""}}', { a: '"\\\\"', b: '{"c":"\\\\\\""}' }],
    ['{"a":{"b":[{"c":"]}"}]},"d":null}', { a: '{"b":[{"c":"]}"}]}', d: "null" }],
    ['{"inodesFree":18446744073709551615}', { inodesFree: "18446744073709551615" }],
    ['{"\\u0074ime":true}', { time: "true" }],
    ['{"a":1,"a":2}', { a: "2" }],
    ['{"ü":"ü"}', { ü: '"ü"' }],
  ])("cuts %s into its members as they are written", (object, members) => {
    expect(texts(object)).toEqual(members);
  });

  it("gives views of the line, not copies", () => {
    const line = encode('{"summary":{"node":{}}}');
    expect(membersOf(line).get("summary")?.buffer).toBe(line.buffer);
  });

  it.each([
    ["", 0, true],
    ["{", 1, true],
    ['{"a', 3, true],
    ['{"a":', 5, true],
    ['{"a":[1,2', 9, true],
    ['{"a":"b\\', 8, true],
    ['{"a":1', 6, true],
    ['{"a":1}}', 7, false],
    ['{"a":1} x', 8, false],
    ['{"a":1,}', 7, false],
    ['{"a" 1}', 5, false],
    ['{"a":}', 5, false],
    ["{a:1}", 1, false],
    ["[1]", 0, false],
    ['{"\\x":1}', 1, false],
  ])("refuses %j at byte %i (cut off: %s)", (object, offset, cut) => {
    expect(failure(encode(object))).toMatchObject({ offset, cut });
  });

  it("agrees with JSON.parse on every JSON object, however it is spaced", () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
        fc.constantFrom(undefined, 1, "\t"),
        (object, indent) => {
          const members = membersOf(encode(JSON.stringify(object, null, indent)));
          const parsed = [...members].map(([name, bytes]) => [name, JSON.parse(decode(bytes))]);
          const text = JSON.stringify(Object.fromEntries(parsed));
          expect(text).toBe(JSON.stringify(object));
        },
      ),
    ));

  it("calls every truncation of a JSON object cut off", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (object, at) => {
        const whole = encode(JSON.stringify(object));
        expect(failure(whole.subarray(0, at % whole.length))?.cut).toBe(true);
      }),
    ));

  it("answers any bytes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(failure(bytes)?.offset ?? 0).toBeLessThanOrEqual(bytes.length);
      }),
    ));
});

describe("memberNamed", () => {
  it("finds what membersOf finds, under every spelling of the name", () => {
    const names = ["a", "ab", "\\u0061", "\\u0061b", "ü", "", '\\"', "__proto__"];
    const member = fc.tuple(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 8 }),
        fc.constantFrom(...names),
        (members, name) => {
          const parts = members.map(([each, value]) => `"${each}":${JSON.stringify(value)}`);
          const object = encode(`{${parts.join(" ,")}}`);
          const wanted: string = JSON.parse(`"${name}"`);
          expect(memberNamed(object, memberName(wanted))).toEqual(membersOf(object).get(wanted));
        },
      ),
      { seed: 20260115 },
    );
  });

  it("finds one among any number of members, of which no more than 1,000 are all read", () => {
    const members = Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`);
    const object = encode(`{${members.join(",")}}`);
    expect(decode(memberNamed(object, memberName("k77777")) ?? encode(""))).toBe("77777");
    expect(failure(object)?.message).toBe("more than 1000 members at byte 10781");
  });
});
