import { describe, expect, it } from "vitest";
import { NewlyEvicted } from "../../../../analysis/read/capture/newlyEvicted.ts";

const running = (name: string) => ({ metadata: { uid: name, name }, status: { phase: "Running" } });
const failed = (name: string, reason: string, message = "") => ({
  metadata: { uid: name, name },
  status: { phase: "Failed", reason, message },
});
const listOf = (...items: readonly object[]) => Buffer.from(JSON.stringify({ items }));

describe("pods that a list is the first to call evicted", () => {
  it("are named once, and those of the first list are counted", () => {
    const lists = new NewlyEvicted();
    const taken = [
      listOf(failed("old", "Evicted"), running("a"), running("b")),
      listOf(failed("old", "Evicted"), failed("a", "Evicted"), running("b")),
      listOf(failed("a", "Evicted"), failed("b", "Evicted")),
    ].map((list) => lists.take(list).map(({ uid }) => uid));
    expect(taken).toEqual([[], ["a"], ["b"]]);
    expect(lists.before).toBe(1);
    expect([...lists.listed.ended.keys()]).toEqual(["a", "b"]);
  });

  it.each([
    ["ends otherwise", failed("a", "OOMKilled")],
    ["is rejected", failed("a", "Evicted", "Pod The node had condition: [MemoryPressure]. ")],
  ])("hold none that %s", (_, pod) => {
    const lists = new NewlyEvicted();
    lists.take(listOf(running("a")));
    expect(lists.take(listOf(pod))).toEqual([]);
  });
});
