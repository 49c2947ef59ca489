import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withEdgeCapture } from "../../hosts/cli/commands/playground/edgeCapture.ts";
import { openForwarder } from "../../hosts/cli/commands/run/forwarding.ts";
import type { Forwarder } from "../../hosts/daemon/forward/forwarder.ts";
import { StepHistory } from "../../hosts/daemon/history/stepHistory.ts";
import type { Decision } from "../../hosts/entries/library/index.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { core, watch } from "../hosts/daemon/server/watch.ts";
import { asking, TOKENS, tenantsSetting } from "./client.ts";
import { EXAMPLES } from "./examples.ts";
import { type Gate, openGate } from "./gate.ts";
import { createStorage, startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-forward-"));
const tokenFile = join(directory, "token");
const storage = createStorage();
const WAIT = { timeout: 50_000, interval: 50 };
let workerd: Workerd;
let gate: Gate;
const ask = asking(() => workerd.url);

async function restart(): Promise<void> {
  await workerd?.stop();
  const LIMITS = JSON.stringify({ historyMax: 500 });
  workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), LIMITS }, storage });
  gate?.leadTo(workerd.url);
}

/** The decisions of a node, the oldest first. */
async function history(node: string): Promise<readonly Decision[]> {
  const page = await ask(`/v1/nodes/${node}/history?limit=500`);
  return ((await page.json()) as { decisions: Decision[] }).decisions.reverse();
}

interface Sent {
  readonly forwarder: Forwarder;
  readonly errors: readonly string[];
  readonly decisions: readonly (Decision | null)[];
  /** The next steps of the example, as a daemon sends them. */
  steps(count: number): Promise<void>;
  /** Until so many steps were taken. */
  arrived(count: number): Promise<void>;
}

async function sending(
  node: string,
  example = "two-signals",
  history = new StepHistory(core()),
): Promise<Sent> {
  const errors: string[] = [];
  const decisions: (Decision | null)[] = [];
  const reportError = async (sentence: string) => {
    errors.push(sentence);
  };
  const options = { forward: gate.url, forwardTokenFile: tokenFile };
  const forwarder = openForwarder(options, node, { history, reportError }, { environment: {} });
  if (forwarder === null) throw new Error("Nothing is forwarded.");
  const watched = await watch(example);
  history.configured(watched.policy, [], watched.header, watched.configuration);
  return {
    forwarder,
    errors,
    decisions,
    async steps(count) {
      for (let taken = 0; taken < count; taken++) {
        const step = await watched.next();
        if (step === null) throw new Error(`${example} has ended.`);
        decisions.push(step.decision);
        history.step(step);
        await forwarder.step();
      }
    },
    arrived: (count) => vi.waitFor(() => expect(forwarder.outcomes.done).toBe(count), WAIT),
  };
}

describe.skipIf(WITHOUT_WORKERD)("what a daemon forwards to workerd", () => {
  beforeAll(async () => {
    await restart();
    gate = await openGate(workerd.url);
    writeFileSync(tokenFile, `${TOKENS.acme}\n`);
  });
  afterAll(async () => {
    await gate?.close();
    await workerd?.stop();
    for (const folder of [directory, storage]) rmSync(folder, { recursive: true, force: true });
  });

  it.each(EXAMPLES)("becomes a history of the daemon's own decisions: $name", async ({ name }) => {
    const words = `run --source capture --example ${name} --output ndjson --listen none`;
    const to = ["--forward", workerd.url];
    const { header } = await watch(name);
    const node = header.node ?? "";
    await ask(`/v1/nodes/${node}`, { method: "DELETE" });
    const environment = { PLIMSOLL_FORWARD_TOKEN: TOKENS.acme };
    const { stdout, stderr } = await commandLine([...words.split(" "), ...to], { environment });
    const decided = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Decision & { acts: unknown });
    expect(stderr).not.toMatch(/forward|edge/i);
    expect(await history(node)).toEqual(decided.map(({ acts: _, ...decision }) => decision));
  });

  it("can be opened again: a replay of what is kept decides the same", async () => {
    const sent = await sending("kept", "memory-leak");
    await sent.steps(40);
    await sent.arrived(40);
    const response = await ask("/v1/nodes/kept/capture");
    const capture = join(directory, "kept.plimsoll.ndjson");
    writeFileSync(capture, await response.text());
    const words = ["replay", capture, "--output", "ndjson", "--detail", "1"];
    const { stdout, stderr } = await commandLine(words);
    expect(stderr).toBe("");
    const decisions = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Decision);
    expect(decisions).toEqual(sent.decisions);
    await sent.forwarder.close();
    expect((await ask("/v1/nodes/nobody/capture")).status).toBe(404);
  });

  it("is what plimsoll playground is given for a node of an edge function", async () => {
    const sent = await sending("shown", "memory-leak");
    await sent.steps(3);
    await sent.arrived(3);
    const kept: string[] = [];
    const from = { node: "shown", edgeTokenFile: tokenFile };
    await withEdgeCapture(workerd.url, from, { environment: {} }, async (path) => {
      kept.push(...readFileSync(path, "utf8").trimEnd().split("\n"));
    });
    expect(kept).toHaveLength(4);
    expect(JSON.parse(kept[0] ?? "")).toMatchObject({ plimsoll: "capture/1", node: "shown" });
    const strange = { ...from, node: "nobody" };
    const opened = withEdgeCapture(workerd.url, strange, { environment: {} }, async () => {});
    await expect(opened).rejects.toThrow(/404/);
    await sent.forwarder.close();
  });

  it.each(["shut", "silent"] as const)(
    "waits while the door is %s, and no step does",
    async (door) => {
      const sent = await sending(`behind-a-door-${door}`);
      await sent.steps(2);
      await sent.arrived(2);
      gate.set(door);
      await sent.steps(20);
      expect(sent.decisions).toHaveLength(22);
      expect(sent.forwarder.outcomes.done).toBe(2);
      if (door === "shut") {
        await vi.waitFor(() => expect(sent.forwarder.failures).toBeGreaterThan(0), WAIT);
        expect(sent.errors).toEqual([expect.stringMatching(/^POST .* It is retried/)]);
      }
      await restart();
      gate.set("open");
      await sent.arrived(22);
      expect(await history(`behind-a-door-${door}`)).toEqual(sent.decisions);
      await sent.forwarder.close();
    },
  );

  it("is brought later when the token was wrong, which is said once", async () => {
    writeFileSync(tokenFile, "zanzibar");
    const sent = await sending("strange");
    await sent.steps(3);
    await vi.waitFor(() => expect(sent.forwarder.failures).toBe(2), WAIT);
    expect(sent.errors).toEqual([expect.stringMatching(/401.*send Authorization/)]);
    expect(sent.errors.join()).not.toContain("zanzibar");
    writeFileSync(tokenFile, TOKENS.acme);
    await sent.arrived(3);
    expect(await history("strange")).toEqual(sent.decisions);
    await sent.forwarder.close();
  });

  it("goes on with policy, pods and state where an edge function forgot the node", async () => {
    const sent = await sending("forgotten");
    await sent.steps(5);
    await sent.arrived(5);
    await ask("/v1/nodes/forgotten", { method: "DELETE" });
    await sent.steps(2);
    await sent.arrived(7);
    expect(await history("forgotten")).toEqual(sent.decisions.slice(5));
    await sent.forwarder.close();
  });

  it("is left out when it is refused for good, which is said once", async () => {
    const first = await sending("again");
    await first.steps(6);
    await first.arrived(6);
    const second = await sending("again");
    await second.steps(6);
    const outcomes = { done: 0, refused: 6, dropped: 0 };
    await vi.waitFor(() => expect(second.forwarder.outcomes).toEqual(outcomes), WAIT);
    expect(second.errors).toEqual([expect.stringMatching(/409: A later.*This step is left out/)]);
    expect(await history("again")).toEqual(first.decisions);
    await Promise.all([first, second].map(({ forwarder }) => forwarder.close()));
  });

  it("is bounded, and the oldest steps go, which is said once", async () => {
    const history = new StepHistory(core(), "reduced", 20_000);
    const sent = await sending("bounded", "memory-leak", history);
    gate.set("shut");
    await sent.steps(20);
    const { dropped } = sent.forwarder.outcomes;
    expect(dropped).toBeGreaterThan(0);
    // One is being sent.
    expect(sent.forwarder.waiting).toBe(20 - 1 - dropped);
    expect(history.bytes).toBeLessThanOrEqual(20_000);
    expect(sent.errors.filter((sentence) => sentence.startsWith("Too many"))).toHaveLength(1);
    await sent.forwarder.close();
    gate.set("open");
  });
});

describe("plimsoll run --forward", () => {
  const command = "run --source capture --example memory-leak --listen none --forward";
  it.each([
    ["http://edge.example --node n", { PLIMSOLL_FORWARD_TOKEN: "x" }, /unencrypted/, 3],
    ["ftp://edge.example --node n", { PLIMSOLL_FORWARD_TOKEN: "x" }, /not a URL/, 3],
    ["https://edge.example --node n", {}, /requires a token/, 2],
    ["https://edge.example --node N", { PLIMSOLL_FORWARD_TOKEN: "x" }, /N is not valid/, 2],
  ])("refuses %s with %o", async (words, environment, sentence, status) => {
    const ended = await commandLine(`${command} ${words}`.split(" "), { environment });
    expect(ended.stderr).toMatch(sentence);
    expect(ended.exitCode).toBe(status);
  });
});
