import { describe, expect, it } from "vitest";
import { answerOf, timed } from "../../hosts/edge/guard/answer.ts";
import { bodyOf } from "../../hosts/edge/guard/body.ts";
import { DEFAULT_WORK, type Work, WorkBudget, type WorkRate } from "../../hosts/edge/guard/work.ts";
import { StoredNode } from "../../hosts/edge/node/storedNode.ts";
import { Problem } from "../../hosts/edge/problem.ts";
import { jsonReply } from "../../hosts/edge/reply.ts";

const LARGE = "x".repeat(300_000);

function tenant(rate: Partial<WorkRate> = {}): () => Work {
  const budget = new WorkBudget({ ...DEFAULT_WORK, ...rate }, () => 0);
  return () => budget.begin("acme");
}

function statusOf(run: () => Response): number {
  try {
    return run().status;
  } catch (error) {
    if (error instanceof Problem) return error.document.status;
    throw error;
  }
}

describe("an answer", () => {
  it("counts until it is read, and then another one may be had", async () => {
    const begun = tenant({ answerBytes: 400_000 });
    const first = answerOf(jsonReply(LARGE), begun());
    expect(statusOf(() => answerOf(jsonReply(LARGE), begun()))).toBe(429);
    expect(statusOf(() => answerOf(jsonReply("small"), begun()))).toBe(200);
    expect(await first.text()).toBe(LARGE);
    const second = answerOf(jsonReply(new TextEncoder().encode(LARGE)), begun());
    await second.body?.cancel();
    expect(statusOf(() => answerOf(jsonReply(LARGE), begun()))).toBe(200);
  });

  it("is paid for, whichever route gives it", () => {
    const begun = tenant({ burstMilliseconds: 10 });
    const work = begun();
    answerOf(jsonReply("x".repeat(2 ** 20)), work);
    expect(work.isSpent).toBe(true);
  });

  it("is broken off when it is not read in time, and is let out of memory", async () => {
    const begun = tenant({ answerBytes: 400_000, answerSeconds: 0.01 });
    const { body } = answerOf(jsonReply(LARGE), begun());
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await expect(reader.closed).rejects.toThrow("not read within 0.01 seconds");
    expect(statusOf(() => answerOf(jsonReply(LARGE), begun()))).toBe(200);
  });

  it("of a replay whose sender sends nothing more is broken off too", async () => {
    let ends = 0;
    async function* standing() {
      yield new Uint8Array([1]);
      await new Promise(() => {});
    }
    const stream = timed(standing(), 0.01, () => {
      ends += 1;
    });
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow("not read within");
    expect(ends).toBe(1);
  });
});

describe("a body", () => {
  const asked = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
    ({ body, headers: new Headers(headers) }) as unknown as Request;
  const chunks = (count: number, size: number) => {
    let left = count;
    return new ReadableStream<Uint8Array>({
      pull: (controller) =>
        left-- > 0 ? controller.enqueue(new Uint8Array(size).fill(32)) : controller.close(),
    });
  };

  it("is paid for by its small chunks, and not read on when they cost too much", async () => {
    const begun = tenant({ burstMilliseconds: 10 });
    expect((await bodyOf(asked(chunks(300, 1)), 1_000, begun())).length).toBe(300);
    await expect(bodyOf(asked(chunks(300, 1)), 1_000, begun())).rejects.toThrow(
      "send the body in larger chunks",
    );
    const large = tenant({ burstMilliseconds: 10 });
    expect((await bodyOf(asked(chunks(300, 2_000)), 1_000_000, large())).length).toBe(600_000);
  });

  it.each(["9, 9", "9000000, 9000000", "+9", "-9", "9e9", ""])(
    "whose length is given as %j is read as one whose length is not known",
    async (length) => {
      const begun = tenant({ bodyBytes: 100 });
      const work = begun();
      const large = asked(chunks(20, 10), { "content-length": length });
      await expect(bodyOf(large, 100, work)).rejects.toThrow("larger than the 100 bytes");
      work.end();
      expect(begun().hold(90)).toBe(true);
      expect(begun().hold(90)).toBe(false);
    },
  );
});

describe("a page of the history", () => {
  it("has no more bytes than one answer may have", async () => {
    const decision = new TextEncoder().encode(JSON.stringify("x".repeat(3 * 2 ** 20)));
    const entries = Array.from({ length: 9 }, (_, index) => ({ time: `t${9 - index}`, decision }));
    const storage = {
      history: (before: string | null, limit: number) =>
        entries.filter(({ time }) => before === null || time < before).slice(0, limit),
    };
    const node = new StoredNode({ storage } as unknown as ConstructorParameters<
      typeof StoredNode
    >[0]);
    const { body } = await node.history({ before: null, limit: 500 });
    const page = JSON.parse(String(body)) as { decisions: unknown[]; next: string };
    expect([page.decisions.length, page.next]).toEqual([5, "t5"]);
  });
});
