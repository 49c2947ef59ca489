import { describe, expect, it } from "vitest";
import { PolledSource } from "../../../../hosts/daemon/sources/polled.ts";
import { SYSTEM_CLOCK } from "../../../../hosts/system/systemClock.ts";

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const { signal } = new AbortController();

/** A source that is answered with these lists of pods, one after the other. */
function sourceOf(lists: readonly Uint8Array[]): PolledSource {
  const left = [...lists];
  return new PolledSource(
    {
      name: "a kubelet",
      summary: async () => bytesOf("{}"),
      pods: async () => left.shift() ?? bytesOf(""),
      close: () => {},
    },
    SYSTEM_CLOCK,
  );
}

describe("a source that is asked again and again", () => {
  it("brings a list of pods when its items changed, and frees any other", async () => {
    const lists = [
      '{"metadata":{"resourceVersion":"1"},"items":[1]}',
      '{"metadata":{"resourceVersion":"2"},"items":[1]}',
      '{"metadata":{"resourceVersion":"3"},"items":[2]}',
      '{"metadata":{"resourceVersion":"4"},"items":[2]}',
    ].map(bytesOf);
    const source = sourceOf(lists);
    const brought: boolean[] = [];
    for (const _ of lists) brought.push((await source.next(signal)).pods !== undefined);
    expect(brought).toEqual([true, false, true, false]);
    expect(lists.map(({ length }) => length > 0)).toEqual([true, false, true, false]);
  });

  it("leaves a list alone that is answered twice, or is a part of other memory", async () => {
    const list = bytesOf('{"items":[1]}');
    const twice = sourceOf([list, list]);
    for (let step = 0; step < 2; step++) await twice.next(signal);
    expect(list.length).toBe(13);

    const inside = bytesOf(' {"items":[1]}').subarray(1);
    const apart = sourceOf([list, inside]);
    for (let step = 0; step < 2; step++) await apart.next(signal);
    expect(inside.length).toBe(13);
  });
});
