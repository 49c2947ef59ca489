import { expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { freezeCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { openCapture } from "../../../../analysis/read/capture/capture.ts";
import { lostPods } from "../../../../hosts/browser/worker/lostPods.ts";
import { always, core } from "../examples.ts";

const CART = { namespace: "shop", name: "cart", uid: "uid-cart" };
const EVICTED = { phase: "Failed", reason: "Evicted", message: "The node was low on memory." };
const MEMORY = { workingSetBytes: 300 * 1024 * 1024 };

/** What a record has of the pod: stats, its object alone, no object, or an eviction. */
type Has = "stats" | "object" | "nothing" | "eviction" | "no Summary";

/** Steps that a run evicts the pod in, and what the records have of it from then on. */
async function lostIn(evictedIn: readonly number[], all: readonly Has[]) {
  const lines = all.map((has, step) => {
    const time = new Date(Date.UTC(2026, 0, 1) + step * 10_000).toISOString();
    const status = has === "eviction" ? EVICTED : { phase: "Running" };
    const pod = { metadata: CART, spec: { containers: [{ name: "main" }] }, status };
    const items = has === "nothing" ? [] : [pod];
    const memory = { time, availableBytes: 2 ** 30, ...MEMORY };
    const containers = [{ name: "main", memory: MEMORY }];
    const pods = has === "stats" ? [{ podRef: CART, containers, memory: MEMORY }] : [];
    const summary = has === "no Summary" ? null : { node: { nodeName: "n", memory }, pods };
    return JSON.stringify({ time, pods: { kind: "PodList", items }, summary });
  });
  async function* chunks() {
    yield new TextEncoder().encode(`{"plimsoll":"capture/1"}\n${lines.join("\n")}\n`);
  }
  const opened = await openCapture(chunks());
  const capture = await freezeCapture(new EvictionEngine(core), opened, always(), () => {});
  const run = new Run(new EvictionEngine(core), capture, "{}");
  const events = evictedIn.map((step) => ({ step, reclaim: [], evicted: [CART] }));
  return lostPods({ run, capture, events }).map(({ step, pod }) => [step, pod]);
}

it.each<[string, readonly number[], readonly Has[], number | null]>([
  ["its stats end", [1], ["stats", "stats", "stats", "stats", "object", "object"], 4],
  ["its list ends", [1], ["stats", "stats", "stats", "nothing", "nothing"], 3],
  ["a list calls it evicted", [], ["stats", "stats", "eviction", "eviction"], 2],
  ["its stats end before it is called evicted", [1], ["stats", "stats", "object", "eviction"], 2],
  ["it stays to the end", [1, 2], ["stats", "stats", "stats", "stats"], null],
  ["the last record that was observed has it", [0], ["stats", "stats", "no Summary"], null],
])("a pod that is evicted is lost where %s", async (_, evictedIn, all, step) => {
  expect(await lostIn(evictedIn, all)).toEqual(step === null ? [] : [[step, "shop/cart"]]);
});
