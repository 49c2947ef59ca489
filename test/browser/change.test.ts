import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { editorOf, textIn } from "./editor.ts";
import { decided, drop, goToStep, headlineOf, openOwn, paste, visits } from "./visit.ts";

const facts = (page: Page) => page.locator(".facts").innerText();
const strip = (page: Page) => page.locator(".changes");
const cartButton = (page: Page) => page.getByRole("button", { name: /^shop\/cart-/ });
const cartRequest = (page: Page) => page.getByLabel("cart: memory request");
const hardThreshold = (page: Page) =>
  page.getByRole("slider", { name: /^hard threshold of memory/ });
const MEMORY = (value: string) =>
  `kind: KubeletConfiguration\nevictionHard: {memory.available: ${value}}\n`;

interface Drag {
  readonly restMilliseconds?: number;
  /** Whether the button stays down. */
  readonly isHeld?: boolean;
}

const bottomOf = (box: { readonly y: number; readonly height: number } | null) =>
  box === null ? Number.NaN : box.y + box.height;

/** Drags a handle by CSS pixels, and rests on the way; a stack is measured from above. */
async function dragBy(page: Page, pixels: number, drag: Drag = {}): Promise<void> {
  const { restMilliseconds = 0, isHeld = false } = drag;
  const box = await hardThreshold(page).boundingBox();
  if (box === null) return expect.fail("There is no threshold.");
  const [x, y] = [box.x + 200, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 1; moved <= 10; moved++) {
    await page.mouse.move(x, y + (pixels * moved) / 10);
    if (moved % 5 === 0) await page.waitForTimeout(restMilliseconds);
  }
  if (!isHeld) await page.mouse.up();
}

async function request(page: Page, text: string): Promise<void> {
  await cartButton(page).click();
  await cartRequest(page).fill(text);
  await cartRequest(page).press("Enter");
}

describe.skipIf(MISSING !== null)("what a visitor can change", () => {
  const { visit } = visits();

  it("is named in the answer, and can be copied from the card of a fix", async () => {
    const page = await visit();
    const card = page.locator(".fix").filter({ hasText: "Priority 1" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await card.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => card.innerText()).toContain("Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("kubectl create priorityclass priority-1 --value=1");
    await card.getByRole("button", { name: /^Try it/ }).click();
    await expect
      .poll(() => page.locator("h1").innerText())
      .toMatch(/^With the change, batch\/report-\S+ is evicted at 10:12:20:/);
  });

  it("decides again while a threshold is dragged, and writes it down", async () => {
    const page = await visit();
    await expect.poll(() => facts(page)).toContain("1 pod evicted");
    await editorOf(page).waitFor();
    await dragBy(page, 40);
    await expect.poll(() => hardThreshold(page).getAttribute("aria-valuetext")).not.toBe("100Mi");
    const text = await textIn(page);
    expect(text).toMatch(/memory\.available: \d+Mi/);
    // Naming one threshold wipes the defaults of the others: they are written with it.
    expect(text).toContain("nodefs.available: 10%");
    await expect
      .poll(() => strip(page).innerText())
      .toMatch(/memory\.available hard 100Mi → \d+Mi/);
  });

  it("shows the eviction where a dragged threshold has moved it, and goes back", async () => {
    const page = await visit();
    const title = page.locator("h1");
    await expect.poll(() => title.innerText()).toMatch(/^shop\/cart-\S+ is evicted at 10:12:20/);
    await dragBy(page, 60);
    await expect
      .poll(() => title.innerText())
      .toMatch(/^With the change, shop\/cart-\S+ is evicted at 10:0\d:\d\d/);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => title.innerText()).toMatch(/^shop\/cart-\S+ is evicted at 10:12:20/);
  });

  it("writes a threshold alike wherever it is shown, also while it is dragged", async () => {
    const page = await visit({ width: 1440 });
    await dragBy(page, 60, { isHeld: true });
    const written = await hardThreshold(page).innerText();
    const [, amount] = /^evicts here: (\d+Mi) left$/.exec(written) ?? [];
    expect(amount).toMatch(/^(?!100Mi)\d/);
    const row = page.locator(".signal", { hasText: /^memory\./ });
    await expect.poll(() => row.innerText()).toContain(`hard ${amount}: `);
    // The line has its label at its handle: no legend repeats it, with another value.
    expect((await page.locator(".figure-head, .legend-row").allInnerTexts()).join()).not.toMatch(
      /hard|soft/,
    );
    await page.mouse.up();
    const limits = page.locator(".signal", { hasText: "hard 5% (327,680): not met" });
    expect(await limits.count()).toBe(3);
  });

  it("says what every line of the chart is that has no handle", async () => {
    const page = await visit({ width: 1440 });
    await openOwn(page);
    await paste(page, `${MEMORY("300Mi")}evictionMinimumReclaim: {memory.available: 500Mi}\n`);
    const keys = page.locator(".legend-row .key");
    await expect.poll(() => keys.allInnerTexts()).toEqual(["minimum reclaim 500Mi", "as recorded"]);
    // On show, not cut off.
    const row = await page.locator(".legend-row").boundingBox();
    expect(bottomOf(await keys.last().boundingBox())).toBeLessThanOrEqual(bottomOf(row) + 1);
    expect(await page.locator(".chart .plot").getAttribute("aria-label")).toContain(
      "hard threshold 300Mi with a minimum reclaim of 500Mi",
    );
  });

  it("keeps what is being written about a pod while something else is decided", async () => {
    const page = await visit();
    await openOwn(page);
    await cartButton(page).click();
    const field = cartRequest(page);
    await field.fill("2391Mi");
    const text = "kind: KubeletConfiguration\nmaxPods: 99\n";
    await drop(page, { name: "kubelet.yaml", bytes: Buffer.from(text) });
    await expect.poll(() => textIn(page)).toContain("maxPods: 99");
    expect(await field.inputValue()).toBe("2391Mi");
    await field.press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
  });

  it("decides on changed pods and a configuration that come together", async () => {
    const page = await visit();
    await openOwn(page);
    await cartButton(page).click();
    await cartRequest(page).fill("2391Mi");
    const text = `${MEMORY("90Mi")}maxPods: 99\n`;
    await Promise.all([
      cartRequest(page).press("Enter"),
      drop(page, { name: "kubelet.yaml", bytes: Buffer.from(text) }),
    ]);
    await expect.poll(() => textIn(page)).toContain("maxPods: 99");
    await expect.poll(() => strip(page).innerText()).toMatch(/1 pod changed/);
    const usageRow = page.locator(".ranking tr", { hasText: "shop/cart-" }).first();
    await expect.poll(() => usageRow.innerText()).toContain("2.33Gi");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
  });

  it("moves a threshold by key, a share by a whole percent", async () => {
    const page = await visit();
    await page.locator(".signal", { hasText: "nodefs.available" }).click();
    const handle = page.getByRole("slider", { name: "hard threshold of nodefs.available" });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toBe("11%");
  });

  it("takes what is typed, and keeps the last decisions while it cannot", async () => {
    const page = await visit();
    const text = editorOf(page);
    await text.fill(MEMORY("lots"));
    const refusal = page.locator(".under-line.error");
    await expect.poll(() => refusal.innerText()).toContain("quantities must match");
    // The editor may be below the fold, and nothing is decided with this change.
    await expect.poll(() => strip(page).innerText()).toMatch(/refused: Line 2: .*quantities must/);
    expect(await page.locator("h1").innerText()).toMatch(/^shop\/cart-/);
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    // Nothing vouches for it.
    const card = page.locator(".before-after");
    await expect.poll(() => card.innerText()).toContain("The configuration is refused");
    expect(await card.innerText()).not.toContain("checked");
    expect(await card.locator("table").count()).toBe(0);
    await text.fill(MEMORY("1Mi"));
    await expect.poll(() => facts(page)).toContain("0 pods evicted");
    await expect.poll(() => page.locator(".configuration .failure").count()).toBe(0);
  });

  it("spares a pod that asks for more, and takes that back", async () => {
    const page = await visit();
    await request(page, "2391Mi");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
    await page.getByRole("button", { name: "Take all changes back" }).click();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("spares a pod that matters more", async () => {
    const page = await visit();
    await cartButton(page).click();
    const priority = page.getByRole("textbox", { name: "Priority" });
    await priority.fill("1");
    await priority.press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
  });

  it("tries what would have changed it, at the press of a button", async () => {
    const page = await visit();
    const tries = page.locator(".fixes").getByRole("button", { name: /^Try it/ });
    await expect.poll(() => tries.count()).toBe(3);
    await tries.nth(0).click();
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
    await expect.poll(() => strip(page).innerText()).toContain("1 pod changed");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    await page.getByRole("button", { name: /^Try it: .*threshold/ }).click();
    await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
    await expect.poll(() => textIn(page)).toContain("memory.available: 94688Ki");
  });
});

/** Runs in the page, before it: the worker's decisions wait between `hold` and `release`. */
function withhold(): void {
  const waiting: (() => void)[] = [];
  const held = { is: false };
  Object.assign(window, {
    hold: () => (held.is = true),
    release: () => {
      held.is = false;
      for (const hear of waiting.splice(0)) hear();
    },
  });
  const listening = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(this: Worker, hear: (event: MessageEvent) => void) {
      listening?.set?.call(this, (event: MessageEvent) => {
        // The signals of a run come after its decision.
        const isHeld = held.is && ["decided", "signals"].includes(event.data.message.kind);
        if (isHeld) waiting.push(() => hear(event));
        else hear(event);
      });
    },
  });
}

/** What `withhold` adds to the window. */
declare const hold: () => void;
declare const release: () => void;

describe.skipIf(MISSING !== null)("a change that is not decided yet", () => {
  const { visit } = visits();

  it("does not put the eviction before it into the answer", async () => {
    const page = await visit({
      prepare: async (each) => void (await each.addInitScript(withhold)),
    });
    await page.locator(".fix-buttons .try").first().waitFor();
    await page.evaluate(() => hold());
    await page.locator(".fix-buttons .try").first().click();
    const title = page.locator("h1");
    await expect.poll(() => title.innerText()).toBe("Deciding with the change…");
    const card = page.locator(".before-after");
    await expect.poll(() => card.innerText()).not.toContain("✓");
    await page.evaluate(() => release());
    await expect.poll(() => title.innerText()).toMatch(/^With the change, batch\/report/);
    await expect.poll(() => card.innerText()).toContain("✓ checked by deciding again");
  });
});

describe.skipIf(MISSING !== null)("a change that is refused", () => {
  const { visit } = visits();

  it.each(["3g", "3 GB", "2,5Gi", "banana", "-5Mi"])(
    "a request of %s changes nothing, and says why",
    async (text) => {
      const page = await visit();
      await request(page, text);
      const problem = page.locator(".field-problem");
      await expect.poll(() => problem.innerText()).toContain(`"${text}" is`);
      expect(await cartRequest(page).inputValue()).toBe(text);
      expect(await headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
      expect(await page.locator(".ranking tbody th").count()).toBeGreaterThan(5);
      expect(await strip(page).count()).toBe(0);
      await cartRequest(page).fill("2391Mi");
      await cartRequest(page).press("Enter");
      await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
      await expect.poll(() => problem.count()).toBe(0);
    },
  );

  it.each(["1e99", "high", "1.5", "3000000000"])(
    "a priority of %s changes nothing, and says why",
    async (text) => {
      const page = await visit();
      await cartButton(page).click();
      await page.getByRole("textbox", { name: "Priority" }).fill(text);
      await page.getByRole("textbox", { name: "Priority" }).press("Enter");
      await expect.poll(() => page.locator(".field-problem").innerText()).toContain("priority");
      await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
      await expect.poll(() => strip(page).count()).toBe(0);
    },
  );

  it("leaves out pods of a capture that no engine takes, and says so", async () => {
    const page = await visit();
    const [first = "", ...lines] = exampleLines("memory-leak");
    const podChanges = [{ uid: "100121fc-1f29-427f-8b62-16cd021503bb", priority: 3e9 }];
    const header = JSON.stringify({ ...JSON.parse(first), scenario: { podChanges } });
    await drop(page, { name: "shared.ndjson", bytes: Buffer.from([header, ...lines].join("\n")) });
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toMatch(/^The changed pods are left out: .*priority/);
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await strip(page).count()).toBe(0);
  });
});

describe.skipIf(MISSING !== null)("a page that shows something else than the recording", () => {
  const { visit } = visits();

  it("says so, says what it comes to, and goes back", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    expect(await strip(page).count()).toBe(0);
    await editorOf(page).fill(MEMORY("1Gi"));
    await expect
      .poll(() => strip(page).innerText())
      .toMatch(
        /^Not the recording: memory\.available hard 100Mi → 1Gi.*1 pod evicted, 1 as recorded/s,
      );
    await strip(page).getByRole("button", { name: "Compare" }).click();
    await expect
      .poll(() => page.locator(".compared .headline").innerText())
      .toMatch(/^\d+ of 112 steps differ\.$/);
    await strip(page).getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => strip(page).count()).toBe(0);
  });

  it("compares changed pods with the recorded ones", async () => {
    const page = await visit();
    await request(page, "2391Mi");
    await strip(page).getByRole("button", { name: "Compare" }).click();
    await expect
      .poll(() => page.locator(".compared .headline").innerText())
      .not.toMatch(/^No difference/);
  });

  it("counts pods, and lets evictions take effect unless the user chooses otherwise", async () => {
    const page = await visit();
    expect(await page.getByLabel("As recorded").isChecked()).toBe(true);
    await editorOf(page).fill(MEMORY("1Gi"));
    await expect.poll(() => page.getByLabel("Take effect").isChecked()).toBe(true);
    await expect.poll(() => facts(page)).toMatch(/1 pod evicted$/);
    await goToStep(page, 74);
    await expect.poll(() => page.locator(".assumption").innerText()).not.toBe("");
    await page.getByLabel("As recorded").check();
    await expect.poll(() => facts(page)).toMatch(/1 pod evicted, asked for in \d\d steps/);
  });
});

describe.skipIf(MISSING !== null)("the history of what was changed", () => {
  const { visit } = visits();

  it("is one for drags, pods and text, and a drag is one step however long it rests", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const recorded = await textIn(page);
    await dragBy(page, 40, { restMilliseconds: 700 });
    await expect.poll(() => textIn(page)).toMatch(/memory\.available: \d+Mi/);
    const dragged = await textIn(page);
    // The cart is gone by now.
    await page.getByRole("button", { name: "shop/orders-db-0" }).click();
    const database = page.getByLabel("postgres: memory request");
    await database.fill("1Gi");
    await database.press("Enter");
    await expect.poll(() => strip(page).innerText()).toContain("1 pod changed");
    await editorOf(page).press("ControlOrMeta+End");
    await page.keyboard.type("# mine");
    await expect.poll(() => textIn(page)).toContain("# mine");
    await editorOf(page).press("ControlOrMeta+z");
    await expect.poll(() => textIn(page)).toBe(dragged);
    await expect.poll(() => strip(page).innerText()).toContain("1 pod changed");
    await editorOf(page).press("ControlOrMeta+z");
    await expect.poll(() => strip(page).innerText()).not.toContain("1 pod changed");
    await expect.poll(() => textIn(page)).toBe(dragged);
    await editorOf(page).press("ControlOrMeta+z");
    await expect.poll(() => textIn(page)).toBe(recorded);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => textIn(page)).toBe(dragged);
  });

  it.each(["memory-leak", "fork-bomb", "recorded-memory-hard"])(
    "has nothing to take back in %s as it was opened",
    async (example) => {
      const page = await visit();
      await page.getByLabel("Example").selectOption(example);
      await decided(page, example);
      await editorOf(page).waitFor();
      const recorded = await textIn(page);
      const before = await facts(page);
      await editorOf(page).focus();
      for (let time = 0; time < 20; time++) await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(() => textIn(page)).toBe(recorded);
      expect(await facts(page)).toBe(before);
    },
  );
});
