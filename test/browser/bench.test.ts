import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { pairOf } from "./documents.ts";
import { editorOf, textIn } from "./editor.ts";
import { decided, drop, headlineOf, showPart, visits } from "./visit.ts";

const clock = (page: Page) => page.locator(".clock .step").innerText();
const legend = (page: Page) => page.locator("button.pod-key");
const slider = (page: Page) => page.getByRole("slider", { name: "Step" });

/** CSS pixels from the left of the window to the middle of the slider's thumb. */
async function thumb(page: Page): Promise<number> {
  return slider(page).evaluate((input) => {
    const { value, min, max } = input as HTMLInputElement;
    const { left, width } = input.getBoundingClientRect();
    const [share, radius] = [(Number(value) - Number(min)) / (Number(max) - Number(min)), 8];
    return left + radius + share * (width - 2 * radius);
  });
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? expect.fail(`There is no ${selector}.`);
}

/** CSS pixels from the top of the window to where it ends. */
async function bottomOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox()) ?? expect.fail("It is not on show.");
  return y + height;
}

describe.skipIf(MISSING !== null)("who took the memory", () => {
  const { visit } = visits();

  it("is on the screen with what would have spared it, without scrolling", async () => {
    const page = await visit({ width: 1440, height: 900 });
    await expect
      .poll(() => legend(page).first().innerText())
      .toMatch(/^cart-.*\s2\.46Gi\s2\.21Gi ab/);
    const tries = page.locator(".fixes").getByRole("button", { name: /^Try it/ });
    await expect.poll(() => tries.count()).toBe(3);
    const lines = await page.locator(".counterfactuals li").all();
    expect(lines.length).toBe(3);
    for (const part of [page.locator(".chart"), page.locator("main h1"), ...lines]) {
      expect(await bottomOf(part)).toBeLessThan(900);
    }
  });

  it("has the first of these lines on a screen of 1280 by 800 as well", async () => {
    const page = await visit({ width: 1280, height: 800 });
    await legend(page).first().waitFor();
    const lines = page.locator(".counterfactuals li");
    await expect.poll(() => lines.count()).toBe(3);
    expect(await bottomOf(lines.first())).toBeLessThan(800);
    // It is as high as the style sheet says, not as high as in a window with more room.
    const chart = await boxOf(page, ".chart");
    expect((await boxOf(page, ".chart .uplot")).height).toBe(chart.height);
  });

  it("names the pod under the pointer, and chooses it with a click", async () => {
    const page = await visit({ width: 1440, height: 900 });
    await legend(page).first().waitFor();
    const chart = await boxOf(page, ".chart");
    await page.mouse.move(chart.x + chart.width * 0.6, chart.y + 45);
    const tip = page.locator(".chart-tip");
    await expect.poll(() => tip.innerText()).toMatch(/shop\/cart-.*above its request/s);
    // The row of the pod is lit as well.
    expect(await page.locator("tr.lit").innerText()).toContain("cart-");
    await page.mouse.click(chart.x + chart.width * 0.6, chart.y + 45);
    await expect.poll(() => page.locator(".pod-detail").count()).toBe(1);
    expect(
      await page.getByRole("button", { name: /^shop\/cart-/ }).getAttribute("aria-expanded"),
    ).toBe("true");
  });

  it.each([
    ["fork-bomb", "Process IDs by pod"],
    ["inode-storm", "Inodes by pod"],
    ["image-gc-insufficient", "Disk by pod"],
  ])("is asked of %s as well: %s", async (example, question) => {
    const page = await visit();
    await page.getByLabel("Example").selectOption(example);
    await decided(page, example);
    await expect.poll(() => page.locator(".chart-title").innerText()).toContain(question);
    await expect.poll(() => legend(page).count()).toBeGreaterThan(0);
  });

  it("lights the line of a threshold, where it is written and where it is drawn", async () => {
    const page = await visit();
    await editorOf(page).fill(
      "kind: KubeletConfiguration\nevictionHard:\n  memory.available: 200Mi\n",
    );
    await expect.poll(() => page.locator(".changes").innerText()).toContain("200Mi");
    await page.locator(".arithmetic summary").click();
    await page.locator(".arithmetic li", { hasText: "200Mi" }).first().hover();
    await expect
      .poll(() => page.locator(".cm-line.pointed").allInnerTexts())
      .toEqual(["  memory.available: 200Mi"]);
    await expect.poll(() => page.locator(".threshold.held").count()).toBe(1);
  });

  it("shows how a grace period fills and starts again, and what only time holds", async () => {
    const page = await visit();
    await page.getByLabel("Example").selectOption("soft-oscillation");
    await decided(page, "soft-oscillation");
    await expect.poll(() => page.locator(".lane.grace").count()).toBe(1);
    const path = await page.locator(".lane.grace path").getAttribute("d");
    // The story: the clock starts again seven times.
    expect(path?.match(/L[\d.]+ 100L/g)?.length).toBeGreaterThan(6);
    expect(await page.locator(".band.held").count()).toBeGreaterThan(0);
  });
});

describe.skipIf(MISSING !== null)("time on the page", () => {
  const { visit } = visits();

  it.each(["recorded-memory-hard", "memory-leak"])(
    "has slider and line at one place in %s",
    async (example) => {
      const page = await visit();
      await page.getByLabel("Example").selectOption(example);
      await decided(page, example);
      await page.locator(".position").waitFor();
      for (const key of ["Home", "PageUp", "ArrowRight"]) {
        await slider(page).press(key);
        const apart = async () =>
          Math.abs((await thumb(page)) - (await boxOf(page, ".position")).x - 1);
        // The line follows with the decision, which a busy machine makes a moment later.
        await expect.poll(apart).toBeLessThan(3);
      }
    },
  );

  it("moves by keys whatever was clicked, and leaves the keys that scroll", async () => {
    const page = await visit();
    await expect.poll(() => clock(page)).toBe("step 75 of 112");
    await slider(page).focus();
    await page.keyboard.press("]");
    await expect.poll(() => clock(page)).not.toBe("step 75 of 112");
    await page.keyboard.press("[");
    await expect.poll(() => clock(page)).toBe("step 75 of 112");
    await page.keyboard.press("PageUp");
    await expect.poll(() => clock(page)).toBe("step 85 of 112");
    await page.keyboard.press("PageDown");
    await expect.poll(() => clock(page)).toBe("step 75 of 112");
    await page.locator(".position").waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("PageDown");
    await expect.poll(() => clock(page)).toBe("step 75 of 112");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => clock(page)).toBe("step 65 of 112");
  });

  it("lists its keys on a sheet", async () => {
    const page = await visit();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await expect.poll(() => broken(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});

describe.skipIf(MISSING !== null)("the parts of the page", () => {
  const { open, visit } = visits();

  it("stand side by side below the time, with the order of pods in the wider one", async () => {
    const page = await visit({ width: 1440, height: 900 });
    const [listed, decision, ranking] = await Promise.all(
      [".evictions", ".decision", ".ranking"].map((part) => boxOf(page, part)),
    );
    expect(ranking?.y).toBe(listed?.y);
    expect(decision?.x).toBe(listed?.x);
    expect(ranking?.width).toBeGreaterThan(decision?.width ?? 0);
  });

  it("keep their places from step to step, whatever the decision has to say", async () => {
    const page = await visit({ width: 1440 });
    const slider = page.getByRole("slider", { name: "Step" });
    const tops = async () => {
      const parts = [".figure", ".evictions", ".ranking"].map((part) =>
        page.locator(part).boundingBox(),
      );
      return (await Promise.all(parts)).map((box) => box?.y);
    };
    const before = await tops();
    for (const key of ["Home", "ArrowRight", "End"]) {
      await slider.press(key);
      await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
      const quiet = page.locator(".arithmetic");
      expect(await quiet.innerText()).toContain("No threshold is met.");
      // What is not met is eight sentences: on demand.
      expect(await quiet.locator("details").getAttribute("open")).toBeNull();
      expect(await tops()).toEqual(before);
    }
  });

  it("become narrower with the window", async () => {
    const page = await visit({ width: 1440 });
    await page.locator(".chart .u-over").first().waitFor();
    const width = 1200;
    await page.setViewportSize({ width, height: 800 });
    const whole = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(whole).toBeLessThanOrEqual(width);
    const inner = async () => (await boxOf(page, ".chart")).width;
    await expect.poll(inner).toBeLessThan((await boxOf(page, ".figure")).width);
  });

  it("are tabs where there is room for one", async () => {
    const page = await visit({ width: 768, height: 1024 });
    for (const title of ["Ranking", "Configuration", "Signals", "Compare", "Sweep", "Decision"]) {
      await showPart(page, title);
      // Evictions are listed with what is decided.
      const count = title === "Decision" ? 2 : 1;
      expect(await page.locator(".panel:visible").count()).toBe(count);
    }
    await page.getByRole("tab", { name: "Decision" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => page.getByRole("tab", { name: "Ranking" }).getAttribute("aria-selected"))
      .toBe("true");
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  });

  it("fold on a phone, each behind its title", async () => {
    const page = await visit({ width: 375, height: 812 });
    expect(await page.getByRole("tab").count()).toBe(0);
    // Folded, the page of an example was 1,952 pixels long.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThan(2300);
    for (const title of ["Ranking", "Configuration", "Signals", "Compare", "Sweep", "Decision"]) {
      const head = page.locator(".fold-head button").filter({ hasText: new RegExp(`^${title}`) });
      expect(await head.getAttribute("aria-expanded")).toBe("false");
      await showPart(page, title);
      await expect.poll(() => head.getAttribute("aria-expanded")).toBe("true");
    }
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  it("take documents together in any order, and say what each was taken for", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    const text = "kind: KubeletConfiguration\nmaxPods: 77\n";
    await drop(
      page,
      { name: "kubelet.yaml", bytes: Buffer.from(text) },
      { name: "summary.json", bytes: summary },
      { name: "pods.json", bytes: pods },
    );
    await expect.poll(() => textIn(page)).toContain("maxPods: 77");
    expect(await page.locator(".opened .name").innerText()).toBe("worker-3");
    // One that is given together with the documents counts as recorded.
    expect(await page.locator(".changes").count()).toBe(0);
    expect(await page.locator(".notice.taken").innerText()).toMatch(
      /kubelet\.yaml is a kubelet configuration, summary\.json is a stats Summary, pods\./,
    );
  });

  it("say nothing of the kubelet before it has decided, and do not move when it has", async () => {
    const said: string[] = [];
    const page = await open({
      width: 1440,
      prepare: async (page) => {
        await page.addInitScript(() => {
          const shifts: number[] = [];
          Reflect.set(window, "shifts", shifts);
          new PerformanceObserver((list) => {
            for (const each of list.getEntries()) {
              shifts.push((each as PerformanceEntry & { value: number }).value);
            }
          }).observe({ type: "layout-shift", buffered: true });
          const texts = new Set<string>();
          Reflect.set(window, "texts", texts);
          new MutationObserver(() => {
            const text = document.querySelector(".decision")?.textContent;
            if (text) texts.add(text);
          }).observe(document, { childList: true, subtree: true, characterData: true });
        });
      },
    });
    await page.locator(".eviction").waitFor();
    await editorOf(page).waitFor();
    await legend(page).first().waitFor();
    await page.waitForTimeout(500);
    said.push(...(await page.evaluate(() => [...(Reflect.get(window, "texts") as Set<string>)])));
    expect(said.some((text) => text.includes("Nothing was observed"))).toBe(false);
    const shifts = await page.evaluate(() => Reflect.get(window, "shifts") as number[]);
    const sum = shifts.reduce((a, b) => a + b, 0);
    console.log(`cumulative layout shift ${sum.toFixed(3)}`);
    // 0.001 is what is seen.
    expect(sum).toBeLessThanOrEqual(0.05);
  });

  it.each([1440, 1280])("fit a window of %i pixels", async (width) => {
    const page = await visit({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // The header is one row.
    expect((await boxOf(page, ".top")).height).toBeLessThan(64);
  });

  it("can be distinguished in the colors of the user's own", async () => {
    const page = await visit({ width: 1440 });
    await page.emulateMedia({ forcedColors: "active" });
    await legend(page).first().waitFor();
    const colors = await page.evaluate(() => {
      const of = (selector: string) => {
        const found = document.querySelector(selector);
        return found === null ? "" : getComputedStyle(found).backgroundColor;
      };
      return { band: of(".band"), act: of(".act .shape"), lane: of(".lane-area") };
    });
    expect(colors.band).not.toBe(colors.lane);
    expect(colors.act).not.toBe(colors.lane);
    expect(await broken(page)).toEqual([]);
  });
});
