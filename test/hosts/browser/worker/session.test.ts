import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, Request } from "../../../../hosts/browser/session/protocol.ts";
import { Session } from "../../../../hosts/browser/worker/session.ts";
import { core } from "../examples.ts";

const policy = { text: "kind: KubeletConfiguration\n", options: {} };
const DECIDE: Request = { kind: "decide", policy, changes: [], position: 0, preview: false };

function example(name: string): Request {
  const bytes = readFileSync(new URL(`../../../../examples/${name}`, import.meta.url));
  return { kind: "open", documents: [{ name, content: new Blob([new Uint8Array(bytes)]) }] };
}

/** A worker's session, asked as its page asks it; an error goes for an answer by its name. */
function asked() {
  const session = new Session(core);
  return async (request: Request) => {
    const kinds: string[] = [];
    const hear = ({ kind }: Answer) => void kinds.push(kind);
    await session.answer(request, hear).catch((error: Error) => hear(named(error)));
    return kinds.filter((kind) => kind !== "progress");
  };
}

const named = ({ name }: Error) => ({ kind: name }) as unknown as Answer;

describe("the worker of the page", () => {
  it("reads a capture to its end, though the one before is to be decided meanwhile", async () => {
    const answersTo = asked();
    expect(await answersTo(example("memory-leak.plimsoll.ndjson.gz"))).toEqual(["opened"]);
    // As a page does that hears late of pods that were changed.
    const opening = answersTo(example("fork-bomb.plimsoll.ndjson.gz"));
    const deciding = answersTo(DECIDE);
    expect(await opening).toEqual(["opened"]);
    // On what was open before, or not at all.
    await deciding;
    expect(await answersTo(DECIDE)).toEqual(["decided", "signals"]);
  });
});

describe("pods that are changed", () => {
  const cart = "100121fc-1f29-427f-8b62-16cd021503bb";

  it("are decided on as asked, and as recorded when they are not changed any more", async () => {
    const answersTo = asked();
    await answersTo(example("memory-leak.plimsoll.ndjson.gz"));
    const changed = { ...DECIDE, changes: [{ uid: cart, priority: 1 }] } as Request;
    expect(await answersTo(changed)).toEqual(["decided", "signals"]);
    expect(await answersTo(DECIDE)).toEqual(["decided", "signals"]);
  });

  it("stay changed while a configuration is opened", async () => {
    const answersTo = asked();
    await answersTo(example("memory-leak.plimsoll.ndjson.gz"));
    const deciding = answersTo({ ...DECIDE, changes: [{ uid: cart, priority: 1 }] } as Request);
    const content = new Blob(["kind: KubeletConfiguration\nmaxPods: 9\n"]);
    const opening = answersTo({ kind: "open", documents: [{ name: "a.yaml", content }] });
    expect(await opening).toEqual(["opened"]);
    expect(await deciding).toEqual(["decided", "signals"]);
  });

  it("are refused where the engine takes none of them", async () => {
    const answersTo = asked();
    await answersTo(example("memory-leak.plimsoll.ndjson.gz"));
    const changes = [{ uid: cart, containers: { cart: { memory: "3 GB" } } }];
    expect(await answersTo({ ...DECIDE, changes } as Request)).toEqual(["PodsRefused"]);
  });
});
