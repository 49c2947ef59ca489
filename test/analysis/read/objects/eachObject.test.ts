import { expect, it } from "vitest";
import { eachObject } from "../../../../analysis/read/objects/eachObject.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function objectsOf(text: string): readonly string[] {
  const objects: string[] = [];
  eachObject(encoder.encode(text), (object, kind) => {
    objects.push(`${kind} ${decoder.decode(object)}`);
  });
  return objects;
}

it("visits objects one after the other, and the items of lists", () => {
  expect(objectsOf('{"kind":"Pod"}\n{"kind":"List","items":[{"kind":"Node"}, {}]} ')).toEqual([
    'Pod {"kind":"Pod"}',
    'Node {"kind":"Node"}',
    " {}",
  ]);
});

it("takes the kind of a typed list for items without one", () => {
  expect(objectsOf('{"kind":"PodList","items":[{"a":1},{"kind":"Node"}]}')).toEqual([
    'Pod {"a":1}',
    'Node {"kind":"Node"}',
  ]);
});

it("visits what comes before the end of a text that is cut off", () => {
  expect(objectsOf('{"kind":"Pod"}{"kind":"No')).toEqual(['Pod {"kind":"Pod"}']);
  expect(objectsOf('{"kind":"Pod","items":3}')).toEqual([]);
});
