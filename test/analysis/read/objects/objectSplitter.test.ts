import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, cutUntil, objectsIn } from "./cutTexts.ts";

const pod = (name: string, more: object = {}) => ({
  kind: "Pod",
  metadata: { name, labels: { note: 'a "quoted" \\ back[slash}' } },
  ...more,
});
const withoutKind = ({ kind: _, ...rest }: ReturnType<typeof pod>) => rest;
const pods = Array.from({ length: 40 }, (_, index) => pod(`pod-${index}`));
/** Small enough that every list below is cut. */
const SMALL = { partBytes: 200 };

describe("a JSON text of objects", () => {
  it("is one document when it is small", () => {
    const text = JSON.stringify({ kind: "List", items: pods }, null, 2);
    expect(cut(text)).toEqual([{ text, offset: 0, prefix: 0, firstItem: null }]);
  });

  it("is cut between the items of a list, which say what they are", () => {
    const text = JSON.stringify({ apiVersion: "v1", items: pods, kind: "List" });
    const documents = cut(text, SMALL);
    expect(documents.length).toBeGreaterThan(10);
    expect(objectsIn(documents.map((each) => each.text))).toEqual(pods);
  });

  it.each([
    ["before its items", { kind: "PodList", items: pods.map(withoutKind) }],
    ["behind its items", { items: pods.map(withoutKind), metadata: {}, kind: "PodList" }],
  ])("is cut when only the list says what they are, %s", (_, list) => {
    const documents = cut(JSON.stringify(list), SMALL);
    expect(documents.length).toBeGreaterThan(10);
    expect(objectsIn(documents.map((each) => each.text))).toEqual(pods);
  });

  it("tells where each part is and which item is its first", () => {
    const text = JSON.stringify({ kind: "List", items: pods });
    for (const { text: part, offset, prefix, firstItem } of cut(text, SMALL)) {
      const items = part.slice(prefix, -"]}".length);
      expect(text.slice(offset, offset + items.length)).toBe(items);
      expect(JSON.parse(`[${items}]`)[0]).toEqual(pods[firstItem ?? -1]);
    }
  });

  it("is cut when its last item ends a part, and the list says what they are behind it", () => {
    const items = pods.slice(0, 4).map(withoutKind);
    const documents = cut(JSON.stringify({ items, kind: "PodList" }), { partBytes: 20 });
    expect(documents).toHaveLength(items.length);
    expect(objectsIn(documents.map((each) => each.text))).toEqual(pods.slice(0, 4));
  });

  it("is cut before an item with which the others would not fit", () => {
    const large = pod("large", { data: "x".repeat(20 * 2 ** 20 - 4_000) });
    const documents = cut(JSON.stringify({ kind: "List", items: [...pods, large] }));
    expect(documents.map(({ firstItem }) => firstItem)).toEqual([0, pods.length]);
  });

  it("may be an array, as jq prints one", () => {
    expect(objectsIn(cut(JSON.stringify(pods)).map((each) => each.text))).toEqual(pods);
    expect(objectsIn(cut(JSON.stringify(pods), SMALL).map((each) => each.text))).toEqual(pods);
  });

  it("may be many objects one after another, which become few documents", () => {
    const text = pods.map((each) => JSON.stringify(each)).join("\n");
    const documents = cut(text, SMALL);
    expect(documents.length).toBeLessThan(pods.length / 2);
    expect(objectsIn(documents.map((each) => each.text))).toEqual(pods);
  });

  it("may have the logs of containers between its lists, as cluster-info dump prints them", () => {
    const log = [
      "==== START logs for container app of pod shop/cart-1 ====",
      '{"kind":"Pod"} [[[ "',
      "==== END logs for container other of pod shop/cart-1 ====",
      "no newline at the end==== END logs for container app of pod shop/cart-1 ====",
    ].join("\n");
    const list = (items: readonly object[]) => JSON.stringify({ kind: "PodList", items });
    const text = [list(pods.slice(0, 20)), log, log, list(pods.slice(20)), log].join("\n");
    for (const options of [{}, SMALL]) {
      expect(objectsIn(cut(text, options).map((each) => each.text))).toEqual(pods);
    }
  });

  it("is the same in parts of any size, wherever they end", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const item = fc.record({ kind: fc.constant("Pod"), data: json });
    const list = fc.record({
      before: json,
      kind: fc.constantFrom("List", "PodList"),
      items: fc.array(item, { maxLength: 12 }),
      after: json,
    });
    const sizes = { chunkBytes: fc.integer({ min: 1, max: 40 }), space: fc.nat({ max: 2 }) };
    const options = fc.record({ partBytes: fc.integer({ min: 1, max: 400 }), ...sizes });
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), options, (lists, { partBytes, ...how }) => {
        const text = lists.map((each) => JSON.stringify(each, null, how.space)).join("\n");
        const documents = cut(text, { partBytes }, how.chunkBytes);
        const objects = objectsIn(documents.map((each) => each.text));
        expect(objects).toEqual(lists.flatMap(({ items }) => items));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("a JSON text that is not one of objects", () => {
  const whole = JSON.stringify({ kind: "List", items: pods });
  const cases: readonly (readonly [string, string, string])[] = [
    ["is cut off in an object", whole.slice(0, 500), "it ends inside an object, at byte 500"],
    ["is cut off behind an item", `${whole.slice(0, whole.indexOf(',{"kind"'))}`, "ends inside"],
    ["goes on behind an object", '{"kind":"Pod"} and so on', 'at byte 15 is "a'],
    ["closes what is not open", '{"kind":"Pod"}}', 'at byte 14 is "}"'],
    ["has two commas", '{"kind":"List","items":[{},,{}]}', 'at byte 27 is ",'],
    ["has no comma", '{"kind":"List","items":[{} {}]}', 'at byte 27 is "{'],
    ["has a comma too many", '{"kind":"List","items":[{},]}', 'at byte 27 is "]'],
    ["ends a list with a brace", "[{}}", "not valid JSON outside of its items"],
    [
      "ends inside a log",
      "==== START logs for container a of pod b/c ====\nx",
      "a container's log",
    ],
    ["begins like a log", "==== START ====\n{}", 'at byte 0 is "==== START ===='],
    ["has NUL bytes", '\0{"kind":"Pod"}', 'at byte 0 is "\\u0000'],
    ["has two lists of items", `${whole.slice(0, -1)},"items":[]}`, 'two members "items"'],
    ["has more than JSON around its items", whole.replace('"items"', 'x "items"'), "outside of"],
  ];
  it.each(cases)("is refused when it %s", (_, text, sentence) => {
    for (const chunkBytes of [1, 7, 1_000_000]) {
      expect(() => cut(text, SMALL, chunkBytes)).toThrow(sentence);
    }
  });

  it("is refused when an object in it is larger than the module takes", () => {
    const large = JSON.stringify({ kind: "Pod", data: "x".repeat(20 * 2 ** 20) });
    for (const text of [large, `{"kind":"List","items":[${large}]}`, `[{},${large}]`]) {
      for (const chunkBytes of [2 ** 16, 2 ** 25]) {
        expect(() => cut(text, {}, chunkBytes)).toThrow("is larger than 20 MiB");
      }
    }
  });

  it("is refused when its list says too much outside of its items", () => {
    const text = JSON.stringify({ items: pods, note: "x".repeat(20_000), kind: "List" });
    expect(() => cut(text, SMALL)).toThrow("has more than 12 KiB outside of its items");
    expect(cut(text)).toHaveLength(1);
  });

  const words = [
    '{"kind":"List","items":[',
    '{"items":[{"kind":"Pod"},',
    '{"items":[{}, ',
    '],"kind":"PodList"}',
    ...']},"\\{[: 1\n\0é',
    "null",
    '"\\u006bind":',
  ];
  const log = "==== START logs for container a of pod b/c ====\n";
  const end = "==== END logs for container a of pod b/c ====";
  const piece = fc.oneof(fc.constantFrom(...words, log, end, '"items"', '"kind"'), fc.string());
  const text = fc.array(piece).map((pieces) => pieces.join(""));

  it("gets the same answer whatever the bytes are, and wherever its parts end", () => {
    const sizes = fc.record({ partBytes: fc.integer({ min: 1, max: 64 }) });
    fc.assert(
      fc.property(text, sizes, fc.integer({ min: 1, max: 9 }), (whole, options, chunkBytes) => {
        const inParts = cutUntil(whole, options, chunkBytes);
        expect(inParts).toEqual(cutUntil(whole, options, Number.POSITIVE_INFINITY));
      }),
      { seed: 2, numRuns: 2_000 },
    );
  });
});
