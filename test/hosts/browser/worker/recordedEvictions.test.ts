import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { recordedVerdict } from "../../../../analysis/questions/explain/shownStep.ts";
import { HANDLERS } from "../../../../hosts/browser/entries/handlers.ts";
import { listedEvents } from "../../../../hosts/browser/features/evictions/listedEvents.ts";
import { recordedText, wordsOf } from "../../../../hosts/browser/features/evictions/words.ts";
import type {
  Answer,
  DecidedEviction,
  Request,
} from "../../../../hosts/browser/session/protocol.ts";
import { answerRequest } from "../../../../hosts/browser/worker/handlers.ts";
import { Session } from "../../../../hosts/browser/worker/session.ts";
import { core } from "../examples.ts";

const EXAMPLE = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
const [header = "", ...records] = gunzipSync(readFileSync(EXAMPLE)).toString().trim().split("\n");
const CART = "100121fc-1f29-427f-8b62-16cd021503bb";
const NO_CONFIGURATION = "kind: KubeletConfiguration\n";

/** The example up to the record in which memory first runs out, whose list has evicted the cart. */
function evictedBefore(time: string): Blob {
  const at = records.findIndex((record) => JSON.parse(record).time >= time);
  const { pods } = JSON.parse(records[0] ?? "");
  const status = { phase: "Failed", reason: "Evicted", message: "" };
  const items = pods.items.map((pod: { metadata: { uid: string } }) =>
    pod.metadata.uid === CART ? { ...pod, status } : pod,
  );
  const last = { ...JSON.parse(records[at] ?? ""), pods: { ...pods, items } };
  return new Blob([[header, ...records.slice(0, at), JSON.stringify(last), ""].join("\n")]);
}

async function asked(...requests: readonly Request[]): Promise<readonly Answer[]> {
  const session = new Session(core);
  const answers: Answer[] = [];
  for (const request of requests) {
    await answerRequest(HANDLERS, session, request, (answer: Answer) => answers.push(answer));
  }
  return answers;
}

async function recordedIn(text: string): Promise<DecidedEviction> {
  const documents = [{ name: "own.ndjson", content: evictedBefore("2026-01-15T10:12:20Z") }];
  const answers = await asked({ kind: "open", documents }, { kind: "recordedEvictions", text });
  const found = answers.find(({ kind }) => kind === "recordedEvictions");
  const [eviction] = found?.kind === "recordedEvictions" ? found.evictions : [];
  if (eviction === undefined) throw new Error("No recorded eviction was decided.");
  return eviction;
}

it("decides a recorded eviction on the last numbers, with the pod still present", async () => {
  const recordedConfiguration = JSON.stringify({
    kind: "KubeletConfiguration",
    ...JSON.parse(header).config,
  });
  const found = await recordedIn(recordedConfiguration);
  expect(found).toMatchObject({ pod: { uid: CART }, policy: "agrees" });
  expect(found.eviction?.decision?.evictions).toMatchObject([{ uid: CART }]);
  expect(found.eviction && recordedVerdict(found.eviction)).toBeNull();
  const timeline = { conditions: new Uint8Array(), acts: new Uint8Array(), events: [] };
  const [listed] = listedEvents(timeline, null, [found]);
  expect(listed && wordsOf(listed)).toBe("recorded; the policy evicts it too");
  expect(recordedText([found])).toBe("1 pod evicted; the policy agrees");
});

it("counts recorded evictions that the policy does not make, and marks its own", async () => {
  const high = `${NO_CONFIGURATION}evictionHard: { memory.available: 1Mi }\n`;
  const found = await recordedIn(high);
  expect(found.policy).toBe("none");
  expect(recordedText([found])).toBe("1 pod evicted; the policy agrees with none");
  const evicted = [{ namespace: "shop", name: "web", uid: "web" }];
  const events = [{ step: 1, signal: "memory.available", reclaim: [], evicted } as const];
  const timeline = { conditions: new Uint8Array(), acts: new Uint8Array(), events };
  expect(listedEvents(timeline, null, [found]).map(wordsOf)).toEqual([
    "memory.available; policy only",
    "recorded; the policy does not evict it",
  ]);
});
