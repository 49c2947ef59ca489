import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { HANDLERS } from "../../../../hosts/browser/entries/handlers.ts";
import type { Answer, Opened, Request } from "../../../../hosts/browser/session/protocol.ts";
import { Superseded } from "../../../../hosts/browser/session/turns.ts";
import { answerRequest } from "../../../../hosts/browser/worker/handlers.ts";
import type { RequestOf } from "../../../../hosts/browser/worker/replies.ts";
import { Session } from "../../../../hosts/browser/worker/session.ts";
import { core, moduleOf } from "../examples.ts";

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
    await answerRequest(HANDLERS, session, request, hear).catch((error: Error) =>
      hear(named(error)),
    );
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

describe("a configuration for a capture that lacks one", () => {
  const lines = gunzipSync(
    readFileSync(new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url)),
  )
    .toString()
    .split("\n");
  const { config: _, ...header } = JSON.parse(lines[0] ?? "");
  const bare = [JSON.stringify(header), ...lines.slice(1, 9)].join("\n");
  const text = "kind: KubeletConfiguration\nmaxPods: 9\n";
  const C = { name: "c.ndjson", content: new Blob([bare]) };
  const K = { name: "k.yaml", content: new Blob([text]) };
  const K2 = { name: "k2.yaml", content: new Blob([text.replace("9", "8")]) };

  async function openedBy(...groups: readonly (readonly GivenDocument[])[]) {
    const session = new Session(core);
    let opened: Opened | null = null;
    const first = example("fork-bomb.plimsoll.ndjson.gz") as RequestOf<"open">;
    for (const documents of [first.documents, ...groups]) {
      await session.open({ kind: "open", documents }, (reply) => {
        if (reply.kind === "opened") opened = reply.opened;
      });
    }
    return opened;
  }

  it.each([
    ["together", [[C, K]]],
    ["together, the other way round", [[K, C]]],
    ["one by one", [[C], [K]]],
  ])("counts as the recorded one when given %s", async (_, groups) => {
    const opened = await openedBy(...groups);
    // Taken once: what was changed of it since stays after a reload.
    expect(opened).toMatchObject({ capture: { configuration: text }, configuration: null });
    // The page opens these again after a reload.
    expect(opened).toHaveProperty("documents", expect.arrayContaining([C, K]));
    expect(await openedBy((opened as unknown as Opened).documents)).toMatchObject({
      capture: { configuration: text },
    });
  });

  it("changes nothing that is recorded when it is the second, or another's", async () => {
    expect(await openedBy([C, K], [K2])).toMatchObject({ capture: null });
    expect(await openedBy([C], [K], [K2])).toMatchObject({ capture: null });
    // It was for what was open before.
    expect(await openedBy([K], [C])).toMatchObject({ capture: { configuration: null } });
  });
});

describe("requests about a run that is decided", () => {
  const uid = "100121fc-1f29-427f-8b62-16cd021503bb";
  const signal = "memory.available";
  const usage = [{ signal, steps: Uint32Array.of(0, 1), pods: null }] as const;
  const oom = () => moduleOf("oom");
  const requests: readonly [Request, readonly string[]][] = [
    [{ kind: "ask", position: 1 }, ["step"]],
    [{ kind: "explain", position: 1, pod: { namespace: "a", name: "none", uid: "b" } }, ["step"]],
    [{ kind: "record", text: policy.text }, ["record"]],
    [{ kind: "checkPod", change: { uid, priority: 1 } }, ["podChecked"]],
    [{ kind: "limits", position: 0, signal, values: ["5%"] }, ["limits"]],
    [{ kind: "headroom", position: 0, signal, available: 0, isTakenAgain: true }, ["headroom"]],
    [{ kind: "usage", of: [...usage, ...usage] }, ["usage", "usage"]],
    [{ kind: "usageOfWindow", of: usage }, ["usage"]],
    [{ kind: "compare", a: policy, isRecorded: true }, ["compared"]],
    [{ kind: "stopSweep" }, ["stopped"]],
    [{ kind: "oom", module: oom(), position: 1 }, ["oom"]],
    [{ kind: "oomTimeline", module: oom() }, ["oomTimeline"]],
    [{ kind: "admission", module: moduleOf("admission"), position: 1, asked: {} }, ["admission"]],
    [{ kind: "address", scenario: {} }, ["address"]],
    [{ kind: "share", share: { scenario: {}, key: null } }, ["shared"]],
    [{ kind: "link", fragment: "nothing" }, ["UnreadableError"]],
  ];

  it("are answered, each by the row of its kind", async () => {
    const answersTo = asked();
    await answersTo(example("memory-leak.plimsoll.ndjson.gz"));
    await answersTo(DECIDE);
    for (const [request, kinds] of requests) {
      expect([request.kind, await answersTo(request)]).toEqual([request.kind, kinds]);
    }
  });

  it("read the documents of a step once, whatever is asked about it", async () => {
    const answersTo = asked();
    const opening = example("memory-leak.plimsoll.ndjson.gz") as RequestOf<"open">;
    await answersTo(opening);
    await answersTo(DECIDE);
    const [{ content } = expect.fail("There is no document.")] = opening.documents;
    const reading = vi.spyOn(content, "stream");
    const module = moduleOf("admission");
    for (const available of [3, 2, 1]) {
      await answersTo({ kind: "headroom", position: 1, signal, available, isTakenAgain: true });
    }
    await answersTo({ kind: "oom", module: oom(), position: 1 });
    await answersTo({ kind: "admission", module, position: 1, asked: {} });
    expect(reading).toHaveBeenCalledTimes(1);
    await answersTo({ kind: "oom", module: oom(), position: 2 });
    expect(reading).toHaveBeenCalledTimes(2);
  });

  it.each<Request>([
    { kind: "ask", position: 0 },
    { kind: "usage", of: usage },
    { kind: "compare", a: policy, isRecorded: false },
  ])("give way where no run is decided: $kind", async (request) => {
    const answersTo = asked();
    await answersTo(example("memory-leak.plimsoll.ndjson.gz"));
    expect(await answersTo(request)).toEqual(["Superseded"]);
  });

  it("give way to a policy that is decided meanwhile", async () => {
    const session = new Session(core);
    const hear = () => {};
    await answerRequest(HANDLERS, session, example("memory-leak.plimsoll.ndjson.gz"), hear);
    await answerRequest(HANDLERS, session, DECIDE, hear);
    // Every look at the clock is late, so that the comparison rests and reports at every step.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      now += 1000;
      return now;
    });
    const answers: string[] = [];
    let deciding: Promise<void> | null = null;
    const compare: Request = { kind: "compare", a: policy, isRecorded: true };
    const comparing = answerRequest(HANDLERS, session, compare, ({ kind }: Answer) => {
      answers.push(kind);
      deciding ??= answerRequest(HANDLERS, session, DECIDE, hear);
    });
    await expect(comparing).rejects.toThrow(Superseded);
    clock.mockRestore();
    expect(answers).toEqual(["progress"]);
    await deciding;
  });
});

describe("two releases", () => {
  it("are compared with the edited configuration, whatever came with the capture", async () => {
    const capture = example("memory-leak.plimsoll.ndjson.gz") as RequestOf<"open">;
    const given = (name: string, text: string) => ({ name, content: new Blob([text]) });
    const kubelet = (more: string) =>
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${more}`;
    const request: Request = {
      kind: "upgrade",
      documents: [...capture.documents, given("config.yaml", kubelet("maxPods: 9\n"))],
      // A kubelet of 1.37 does not know the gate any more.
      edited: given("edited", kubelet("featureGates: {SidecarContainers: true}\n")),
      from: "1.35",
      to: "1.37",
    };
    let said = "";
    await answerRequest(
      HANDLERS,
      new Session(core, async (policy) => moduleOf(policy)),
      request,
      (answer: Answer) => {
        if (answer.kind === "upgraded") said = JSON.stringify(answer.upgraded);
      },
    );
    expect(said).toContain("1.37 brings 1 error that stops the kubelet");
    expect(said).not.toContain("config.yaml");
  });
});
