import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { STREAM_LIMITS } from "../../hosts/daemon/stream/stream.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { type RunningDaemon, startDaemon } from "./daemon.ts";
import { exampleLines } from "./documents.ts";
import { headlineOf, visits } from "./visit.ts";
import { openWire } from "./wire.ts";

const [HEADER = "", ...RECORDS] = exampleLines("memory-leak");
/** The step that evicts. */
const EVICTING = 75;
const INTERVAL_MILLISECONDS = 10_000;

/** How old what is on show is. */
const stateOf = (page: Page) => page.locator(".live-state");

describe.skipIf(MISSING !== null)("a page that a daemon serves", () => {
  const { open, forgive } = visits();

  /** A page that has watched sixty steps and is connected no more. */
  async function cutOff() {
    forgive(/net::ERR_/);
    const daemon = await daemonFed(RECORDS.slice(0, 60));
    const wire = await openWire(daemon.url);
    onTestFinished(() => wire.close());
    const page = await open({ origin: wire.url, query: "?open=live" });
    await expectStep(page, "step 60 of 60");
    wire.cut();
    return { daemon, wire, page };
  }

  it("follows it, and shows what it decides", async () => {
    const daemon = await daemonFed(RECORDS.slice(0, 60));
    // The daemon's own address shows its node, and no example, not even for a moment.
    expect(await (await fetch(daemon.url)).text()).not.toContain("The cart service leaks");
    const page = await open({ origin: daemon.url });
    // It begins with what the daemon saw before, and looks at what it saw last.
    await expectStep(page, "step 60 of 60");
    await expectFact(page, "0 pods evicted");
    daemon.feed(RECORDS.slice(60, EVICTING));
    await expectStep(page, `step ${EVICTING} of ${EVICTING}`);
    await expectFact(page, "1 pod evicted");
    await expectEviction(page, daemon);

    // Anyone who looks elsewhere is left there.
    await page.getByRole("button", { name: "Step back" }).click();
    daemon.feed(RECORDS.slice(EVICTING, 80));
    await expectStep(page, `step ${EVICTING - 1} of 80`);
    await expect.poll(() => shareBeforeCursor(page)).toBeCloseTo((EVICTING - 2) / 79, 2);
    const live = page.getByRole("button", { name: "Live" });
    expect(await live.getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator(".opened .name").innerText()).toBe("the daemon on this node");
    expect(await openedOf(page).innerText()).toContain("What is observed on this node");
    await expect.poll(() => stateOf(page).innerText()).toMatch(/^Last record \w+ ago\./);
    expect(await broken(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to now" }).click();
    await expectStep(page, "step 80 of 80");
    expect(await stateOf(page).innerText()).not.toContain("earlier");
    await page.close();
  });

  it("shows an eviction to anyone who opens it afterwards", async () => {
    const daemon = await daemonFed(RECORDS.slice(0, 80));
    await expect.poll(() => evictionsOf(daemon)).toHaveLength(1);
    const page = await open({ origin: daemon.url, query: "?open=live" });
    await expectStep(page, "step 80 of 80");
    await expectFact(page, "1 pod evicted");
    // All that the daemon has decided is here: nothing can be decided otherwise.
    expect(await openedOf(page).innerText()).not.toContain("The daemon");
    await page.getByRole("button", { name: "Previous event" }).click();
    await expectStep(page, `step ${EVICTING} of 80`);
    await expectEviction(page, daemon);
    await page.close();
  });

  it("says that the daemon had been deciding before the first step it shows", async () => {
    const daemon = await daemonFed([...RECORDS, ...shifted(RECORDS)]);
    await expect.poll(() => stepOf(daemon)).toBe(2 * RECORDS.length);
    const page = await open({ origin: daemon.url, query: "?open=live" });
    await expectStep(page, `step ${STREAM_LIMITS.steps} of ${STREAM_LIMITS.steps}`);
    await expect.poll(() => openedOf(page).innerText()).toContain("The daemon had been deciding");
    await page.close();
  });

  it("goes on where it was when the connection was cut", async () => {
    const { daemon, wire, page } = await cutOff();
    const notice = page.getByRole("alert");
    await expect.poll(() => notice.innerText()).toContain("The daemon does not answer");
    // It stays said when the notice is dismissed.
    await expect.poll(() => stateOf(page).innerText()).toMatch(/^No answer for \w+\./);
    daemon.feed(RECORDS.slice(60, 78));
    await expect.poll(() => evictionsOf(daemon)).toHaveLength(1);
    await expect.poll(() => wire.waiting).toBeGreaterThan(0);
    wire.mend();
    await expectStep(page, "step 78 of 78");
    expect(await notice.count()).toBe(0);
    daemon.feed(RECORDS.slice(78, 80));
    await expectStep(page, "step 80 of 80");
    await page.getByRole("button", { name: "Previous event" }).click();
    await expectStep(page, `step ${EVICTING} of 80`);
    await expectEviction(page, daemon);
    await expect.poll(() => openedOf(page).innerText()).not.toContain("The daemon");
    await page.close();
  });

  it("goes on with a daemon that was restarted, and says so", async () => {
    const { wire, page } = await cutOff();
    const next = await daemonFed(shifted(RECORDS.slice(0, 5)));
    wire.mend(next.url);
    await expectStep(page, "step 65 of 65");
    await expect
      .poll(() => openedOf(page).innerText())
      .toContain("The daemon restarted its decisions at 10:18:");
    await page.close();
  });
});

async function daemonFed(records: readonly string[]): Promise<RunningDaemon> {
  const daemon = await startDaemon(HEADER);
  onTestFinished(() => daemon.stop());
  daemon.feed(records);
  return daemon;
}

/** The same records after those of the example. */
function shifted(records: readonly string[]): string[] {
  return records.map((line) =>
    line.replace(/^\{"time":"([^"]*)"/, (_, time: string) => {
      const later = Date.parse(time) + RECORDS.length * INTERVAL_MILLISECONDS;
      return `{"time":"${new Date(later).toISOString()}"`;
    }),
  );
}

const evictionsOf = ({ decisions }: RunningDaemon) =>
  decisions.flatMap(({ evictions }) => evictions);
const openedOf = (page: Page) => page.locator(".opened");
const clockOf = (page: Page) => page.locator(".clock .step");

/** The number of the step it took last; null before the first. */
async function stepOf({ url }: RunningDaemon): Promise<number | null> {
  const answer = await fetch(`${url}/v1/decision?detail=0`);
  return answer.ok ? ((await answer.json()) as Decision).step : null;
}

/** The position of the chart's cursor: the share of the width that is left of it. */
async function shareBeforeCursor(page: Page): Promise<number> {
  const chart = await page.locator(".chart .u-over").boundingBox();
  const cursor = await page.locator(".chart .position").boundingBox();
  if (chart === null || cursor === null) return Number.NaN;
  return (cursor.x + cursor.width / 2 - chart.x) / chart.width;
}

async function expectStep(page: Page, text: string): Promise<void> {
  await expect.poll(() => clockOf(page).innerText()).toBe(text);
}

async function expectFact(page: Page, fact: string): Promise<void> {
  await expect.poll(() => page.locator(".facts").innerText()).toContain(fact);
}

/** The page words the eviction as the daemon did. */
async function expectEviction(page: Page, daemon: RunningDaemon): Promise<void> {
  const [eviction] = evictionsOf(daemon);
  await expect
    .poll(() => headlineOf(page).innerText())
    .toBe(`Evicts ${eviction?.namespace}/${eviction?.name}`);
  const message = page.locator("blockquote");
  await expect.poll(async () => (await message.innerText()).trim()).toBe(eviction?.message.trim());
}
