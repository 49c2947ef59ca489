/** @module-tag long */
import { describe, expect, it, onTestFinished } from "vitest";
import { Screen } from "../../../hosts/cli/screen/screen.ts";
import type { Io } from "../../../hosts/system/io.ts";
import { HandClock } from "../daemon/server/serving.ts";
import { observedAct, type Watch, watch } from "../daemon/server/watch.ts";

const ESCAPE = "\u001b[";
const sequence = (rest: string) => new RegExp(`\\u001b\\[${rest}`, "g");
/** Everything that is not text: colors, modes, moves, and clearing. */
const CONTROL = sequence("[0-9;?]*[A-Za-z]");

/** A terminal that remembers what is written, and the screen on it. */
async function terminal(environment: Record<string, string> = {}, size = [100, 40]) {
  const node = await watch("memory-leak");
  const written: string[] = [];
  const clock = new HandClock();
  const resized = new Set<() => void>();
  let [columns = 0, rows = 0] = size;
  const stdout = {
    isTerminal: true,
    get columns() {
      return columns;
    },
    get rows() {
      return rows;
    },
    write: async (chunk: string | Uint8Array) => void written.push(String(chunk)),
    onResize(listener: () => void) {
      resized.add(listener);
      return () => void resized.delete(listener);
    },
  };
  const readStdin = async () => new Uint8Array(0);
  const io: Io = { stdout, stderr: stdout, environment, readStdin };
  const options = { io, clock, source: "memory-leak", mode: "only observes" };
  const url = "http://127.0.0.1:10350";
  const screen = new Screen({ ...options, url, decisionQuery: node.decisionQuery });
  onTestFinished(() => screen.close());
  await screen.configured(node.policy, ["kubelet.yaml"], node.header);
  return {
    node,
    screen,
    clock,
    written,
    resize(to: readonly [number, number]) {
      [columns, rows] = to;
      for (const listener of resized) listener();
    },
    /** The last drawing, line by line, without its control sequences. */
    lines: () => (written.at(-1) ?? "").replace(CONTROL, "").split("\r\n"),
  };
}

async function upToEviction(node: Watch, screen: Screen): Promise<void> {
  for (const step of await node.untilEviction()) await screen.step(step);
}

describe("the screen", () => {
  it("says what it waits for before the first snapshot", async () => {
    const { lines } = await terminal();
    expect(lines()[0]).toBe("worker-3, kubelet v1.35.8  only observes");
    expect(lines()).toContain("Waiting for the first snapshot of the node.");
    expect(lines().at(-1)).toBe("more at http://127.0.0.1:10350 · Ctrl-C quits");
  });

  it("shows each threshold, the conditions, who would go first and why", async () => {
    const { node, screen, lines } = await terminal();
    const step = await node.next();
    if (step !== null) await screen.step(step);
    const text = lines().join("\n");
    for (const { signal, value } of node.policy.thresholds) {
      expect(text).toMatch(new RegExp(`^${signal}<${value} .*┃`, "m"));
    }
    expect(text).toContain("Node conditions  none");
    expect(text).toContain("Next candidate   batch/report-cplsh (for memory)");
    expect(text).toContain("is first: it exceeds its request");
    expect(text).toContain("No pressure and no evictions yet.");
  });

  it("leaves out bars and limits in a narrow terminal, and cuts no words off", async () => {
    const { node, screen, lines } = await terminal({}, [40, 24]);
    const step = await node.next();
    if (step !== null) await screen.step(step);
    const text = lines().join("\n");
    expect(text).toMatch(/^memory\.available<100Mi {2}hard {5}\d\.\d+Gi$/m);
    expect(text).toMatch(/^worker-3, kubelet v1\.35\.8\nonly observes$/m);
    expect(text).toMatch(/^ {17}\(for memory\)$/m);
    expect(text).toMatch(/^http:\/\/127\.0\.0\.1:10350 · Ctrl-C quits$/m);
    expect(text).not.toMatch(/[┃█]/);
    for (const line of lines()) expect(line.length).toBeLessThanOrEqual(40);
  });

  it("tells an eviction with the kubelet's words and what was done about it", async () => {
    const { node, screen, lines } = await terminal();
    await upToEviction(node, screen);
    const text = lines().join("\n");
    expect(text).toContain("Node conditions  ● MemoryPressure");
    expect(text).toContain("Next candidate   ✖ shop/cart-p89ncn6dqk-8t8pl (for memory.avail");
    expect(text).toMatch(/^10:12:20 .* memory\.available under hard 100Mi$/m);
    expect(text).toContain("✖ evicts shop/cart-p89ncn6dqk-8t8pl, grace period 1s");
    expect(text).toContain("The node was low on resource: memory. Threshold quantity: 100Mi");
    expect(text).toContain("Observing only: shop/cart-p89ncn6dqk-8t8pl would be evicted.");
  });

  it("shows a problem as long as it lasts, and an error as an event", async () => {
    const { node, screen, lines } = await terminal();
    const step = await node.next();
    if (step === null) return;
    const problems = [{ document: "Summary", sentence: "The kubelet does not answer." }];
    await screen.step({ ...step, decision: null, decisionText: null, observed: false, problems });
    await screen.reportError("The state cannot be saved.");
    expect(lines()).toContain("! The kubelet does not answer.");
    await screen.step(step);
    expect(lines()).not.toContain("! The kubelet does not answer.");
    expect(lines().join("\n")).toContain("The state cannot be saved.");
  });

  it("tells how old it is what it shows", async () => {
    const { node, screen, clock, lines, resize } = await terminal();
    const step = await node.next();
    if (step !== null) await screen.step(step);
    expect(lines()[1]).toMatch(/^10:00:00 UTC, now/);
    clock.pass(75);
    resize([100, 40]);
    expect(lines()[1]).toMatch(/^10:00:00 UTC, 1m15s ago/);
  });

  it.each([
    [80, 24],
    [60, 15],
    [200, 60],
    [100, 5],
    [60, 1],
  ] as const)("fills %i columns and %i rows and not more", async (columns, rows) => {
    const { node, screen, lines, resize } = await terminal();
    await upToEviction(node, screen);
    resize([columns, rows]);
    expect(lines().length).toBe(rows);
    for (const line of lines().slice(0, -1)) expect([...line].length).toBeLessThan(columns);
  });

  it("never clears what it is about to draw again, so nothing flickers", async () => {
    const { node, screen, written } = await terminal();
    await upToEviction(node, screen);
    expect(written.length).toBeGreaterThan(70);
    const drawn = written.map((text) => text.replaceAll(`${ESCAPE}K`, ""));
    expect(drawn.filter((text) => text.includes(`${ESCAPE}2J`))).toEqual([]);
    expect(drawn.slice(1).filter((text) => text.includes("?1049h"))).toEqual([]);
  });

  it("honors NO_COLOR", async () => {
    const colors = sequence("[0-9;]*m");
    for (const [environment, colored] of [
      [{ TERM: "xterm" }, true],
      [{ NO_COLOR: "1" }, false],
    ] as const) {
      const { node, screen, written } = await terminal(environment);
      await upToEviction(node, screen);
      expect(colors.test(written.join(""))).toBe(colored);
    }
  });

  it("leaves the terminal as it was, with what it all came to", async () => {
    const listeners = process.listenerCount("exit");
    const { node, screen, written } = await terminal({ NO_COLOR: "1" });
    await upToEviction(node, screen);
    expect(process.listenerCount("exit")).toBe(listeners + 1);
    await screen.close();
    const modes = written.join("").match(sequence("\\?(1049|25|7)[hl]"));
    expect(modes).toEqual(
      ["?1049h", "?25l", "?7l", "?7h", "?25h", "?1049l"].map((mode) => ESCAPE + mode),
    );
    expect(written.at(-1)).toMatch(/^\n75 steps over 12m20s\n {2}eviction {3}shop\/cart/);
    expect(process.listenerCount("exit")).toBe(listeners);
  });

  it("shows no control character of a pod's name", async () => {
    const { node, screen, written } = await terminal({ NO_COLOR: "1" });
    const step = (await node.untilEviction()).at(-1);
    if (step?.decisionText === undefined || step.decisionText === null) return;
    const decisionText = step.decisionText.replaceAll("shop", "s\\u001b[2Jhop");
    const acts = (step.decision?.evictions ?? []).map((each) => observedAct(each));
    await screen.step({ ...step, decisionText, acts });
    expect(written.join("")).not.toContain("s\u001b[2Jhop");
  });
});
