import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { decided, linkOf, visits } from "./visit.ts";

/** Ten o'clock. The first example is 1,110 seconds long, and evicts in step 75, at 10:12:20. */
const BEGINNING = 10 * 3600;
const RUN = 1110;

const words = (page: Page) => page.locator(".window-words").innerText();
const clock = (page: Page) => page.locator(".clock .step").innerText();
const hash = (page: Page) => new URL(page.url()).hash;
const edge = (page: Page, name: string) =>
  page.getByRole("slider", { name: `${name} of the window` });

/** The times at the edges of what is shown, in seconds since midnight. */
async function shown(page: Page): Promise<readonly [from: number, to: number]> {
  // Without edges, all of the run is shown.
  if ((await page.locator(".overview-edge").count()) === 0) return [BEGINNING, BEGINNING + RUN];
  const texts = await Promise.all(
    ["Beginning", "End"].map((name) => edge(page, name).getAttribute("aria-valuetext")),
  );
  const [from = Number.NaN, to = Number.NaN] = texts.map((text) => {
    const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text ?? "") ?? [];
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  });
  return [from, to];
}

async function widthShown(page: Page): Promise<number> {
  const [from, to] = await shown(page);
  return to - from;
}

/** A pixel of the mouse is more than a second. */
async function expectWidth(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => Math.abs((await widthShown(page)) - seconds)).toBeLessThan(4);
}

/** In seconds after ten o'clock, where the run begins. */
async function expectFrom(page: Page, seconds: number): Promise<void> {
  const apart = async () => Math.abs((await shown(page))[0] - BEGINNING - seconds);
  await expect.poll(apart).toBeLessThan(4);
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? expect.fail(`There is no ${selector}.`);
}

/** The page once its chart is drawn, and where the lines of it are. */
async function charted(page: Page) {
  await page.locator(".position").waitFor();
  await expect.poll(() => clock(page)).toBe("step 75 of 112");
  return boxOf(page, ".chart .u-over");
}

async function dragOver(page: Page, selector: string, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page, selector);
  await page.mouse.move(x + from * width, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + ((from + to) / 2) * width, y + height / 2);
  await page.mouse.move(x + to * width, y + height / 2);
  await page.mouse.up();
}

describe.skipIf(MISSING !== null)("the time that is shown", () => {
  const { visit, open } = visits();

  it("is all of the run until somebody zooms, and how to is on the screen", async () => {
    const page = await visit();
    await charted(page);
    expect(await words(page)).toBe("Zoom: drag in the chart, or Ctrl+wheel");
    await expectWidth(page, 1110);
  });

  it("keeps its place in a window that is made narrower at once, and wider again", async () => {
    const page = await visit({ width: 1440 });
    await charted(page);
    for (const width of [600, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const places = () =>
        page.evaluate(() => {
          const place = (selector: string) =>
            document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
          const act = place(".act.evicts");
          return {
            position: place(".figure > .chart .position").left + 1,
            eviction: act.left + act.width / 2,
            plot: place(".figure > .chart .u-over").left,
            lanes: place(".lane-area").left,
            label: place(".pod-labels span").right + 8,
          };
        });
      await expect
        .poll(async () => {
          const { position, eviction, plot, lanes, label } = await places();
          return [position - eviction, plot - lanes, label - position].map((apart) =>
            Math.round(Math.abs(apart) / 3),
          );
        })
        .toEqual([0, 0, 0]);
    }
  });

  it.each([1200, 1210, 1280, 1440])(
    "has the amount at the position next to the clock at %i px",
    async (width) => {
      const page = await visit({ width });
      await charted(page);
      const title = await boxOf(page, ".chart-title");
      for (const part of ["code", "output"]) {
        const { x, y, width, height } = await boxOf(page, `.chart-title ${part}`);
        expect(y + height).toBeLessThanOrEqual(title.y + title.height + 1);
        expect(x + width).toBeLessThanOrEqual(title.x + title.width + 1);
      }
    },
  );

  it("is zoomed by the wheel with Ctrl, about what is under the pointer", async () => {
    const page = await visit();
    const { x, y, width } = await charted(page);
    await page.mouse.move(x + width / 2, y + 100);
    await page.keyboard.down("Control");
    for (let notch = 0; notch < 5; notch++) await page.mouse.wheel(0, -120);
    await page.keyboard.up("Control");
    await expect.poll(() => widthShown(page)).toBeLessThan(400);
    const [from, to] = await shown(page);
    // 10:09:15 is the middle of the run.
    expect(Math.abs((from + to) / 2 - (BEGINNING + 555))).toBeLessThan(5);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("leaves the wheel alone to the page", async () => {
    const page = await visit({ width: 1000, height: 500 });
    const { x, y, width } = await charted(page);
    await page.mouse.move(x + width / 2, y + 50);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expectWidth(page, 1110);
  });

  it("is zoomed into what a drag in the chart goes over", async () => {
    const page = await visit();
    await charted(page);
    await dragOver(page, ".chart .u-over", 0.6, 0.8);
    await expect.poll(() => words(page)).toMatch(/10:11:0\d to 10:14:4\d 3m4\ds$/);
    // The position stays: only a click moves it.
    expect(await clock(page)).toBe("step 75 of 112");
    await page.getByRole("button", { name: "Zoom out to the whole run" }).click();
    await expect.poll(() => words(page)).toMatch(/^Zoom:/);
  });

  it("is panned by a drag with Shift, and by a drag of the window over the whole run", async () => {
    const page = await visit();
    await charted(page);
    await dragOver(page, ".chart .u-over", 0.4, 0.6);
    await expectWidth(page, 222);
    await expectFrom(page, 444);
    await page.keyboard.down("Shift");
    await dragOver(page, ".chart .u-over", 0.75, 0.25);
    await page.keyboard.up("Shift");
    await expectFrom(page, 444 + 111);
    await dragOver(page, ".overview-strip", 0.6, 0.3);
    await expectFrom(page, 444 + 111 - 333);
    await expectWidth(page, 222);
  });

  it("is drawn over the whole run, and shown all again by a double click", async () => {
    const page = await visit();
    await charted(page);
    // One scrubber is enough until a part of the run is shown.
    expect(await page.locator(".overview-strip").count()).toBe(0);
    await page.keyboard.press("+");
    await expectWidth(page, 555);
    await dragOver(page, ".overview-strip", 0.1, 0.3);
    await expectWidth(page, 222);
    await expectFrom(page, 111);
    const { x, y, width } = await boxOf(page, ".overview-strip");
    await page.mouse.dblclick(x + width * 0.9, y + 10);
    await expectWidth(page, 1110);
  });

  it("is zoomed and panned by keys, about the position", async () => {
    const page = await visit();
    await charted(page);
    await page.keyboard.press("+");
    await expectWidth(page, 555);
    await page.keyboard.press("w");
    await expect.poll(() => words(page)).toContain("4m38s");
    const [from] = await shown(page);
    await page.keyboard.press("a");
    await expect.poll(async () => (await shown(page))[0]).toBeLessThan(from - 60);
    await page.keyboard.press("d");
    await expect.poll(async () => Math.abs((await shown(page))[0] - from)).toBeLessThan(2);
    await page.keyboard.press("-");
    await page.keyboard.press("0");
    await expectWidth(page, 1110);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    for (const what of ["zoom in", "zoom out", "earlier times", "later times", "whole run"]) {
      await expect.poll(() => sheet.innerText()).toContain(what);
    }
  });

  it("has edges that keys move", async () => {
    const page = await visit();
    await charted(page);
    await page.keyboard.press("+");
    await expectWidth(page, 555);
    const [, end] = await shown(page);
    await edge(page, "Beginning").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => widthShown(page)).toBeLessThan(530);
    await edge(page, "End").press("ArrowLeft");
    await expect.poll(async () => (await shown(page))[1]).toBeLessThan(end - 10);
    await edge(page, "Beginning").press("Home");
    await expectFrom(page, 0);
  });

  it("follows the position", async () => {
    const page = await visit();
    await charted(page);
    await dragOver(page, ".chart .u-over", 0.05, 0.25);
    await expect.poll(() => page.locator(".position").count()).toBe(0);
    await page.getByRole("slider", { name: "Step" }).press("ArrowRight");
    await expect.poll(() => page.locator(".position").count()).toBe(1);
    await expectWidth(page, 222);
    await page.keyboard.press("Home");
    await expectFrom(page, 0);
  });

  it("has slider, lanes and chart at one place when zoomed", async () => {
    const page = await visit();
    await charted(page);
    for (let times = 0; times < 3; times++) await page.keyboard.press("+");
    await page.keyboard.press("a");
    const middles = async () => {
      const [line, mark] = await Promise.all([boxOf(page, ".position"), boxOf(page, "button.act")]);
      return Math.abs(line.x + line.width / 2 - (mark.x + mark.width / 2));
    };
    await expect.poll(middles).toBeLessThan(1.5);
    await expectWidth(page, 139);
  });

  it("is what a tooltip speaks of, with value and pod", async () => {
    const page = await visit();
    await charted(page);
    await dragOver(page, ".chart .u-over", 0.6, 0.8);
    await expectWidth(page, 222);
    const { x, y, width } = await boxOf(page, ".chart .u-over");
    // 0.3 of the window from 10:11:06 is 10:12:13, and the step nearest to it 10:12:10.
    await page.mouse.move(x + width * 0.3, y + 150);
    const tip = page.locator(".chart-tip");
    await expect.poll(() => tip.innerText()).toMatch(/^10:12:10 UTC/);
    await expect.poll(() => tip.innerText()).toContain("memory.available 125Mi");
    await page.mouse.move(x + width * 0.9, y + 30);
    await expect.poll(() => tip.innerText()).toMatch(/batch\/report-\w+ is most above its request/);
  });

  it("is kept in the address, and in a link", async () => {
    const page = await visit();
    await charted(page);
    // The address of the example comes first, after a pause.
    await expect.poll(() => hash(page)).not.toBe("");
    const before = hash(page);
    await dragOver(page, ".chart .u-over", 0.6, 0.8);
    await expect.poll(() => hash(page)).not.toBe(before);
    await expectWidth(page, 222);
    const [from, to] = await shown(page);
    const link = await linkOf(page);
    await expect.poll(() => hash(page).length).toBeGreaterThan(10);
    await page.reload();
    await page.locator(".position").waitFor();
    await expect.poll(() => shown(page)).toEqual([from, to]);
    const other = await open({ query: link });
    await other.locator(".position").waitFor();
    await expect.poll(() => shown(other)).toEqual([from, to]);
  });

  it("is all of it again when another capture is opened", async () => {
    const page = await visit();
    await charted(page);
    await page.keyboard.press("+");
    await expectWidth(page, 555);
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    await expect.poll(() => words(page)).toMatch(/^Zoom:/);
  });

  it("is zoomed by two fingers", async () => {
    const page = await visit();
    const { x, y, width } = await charted(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: shares.map((share, id) => ({ id, x: x + share * width, y: y + 90 })),
      });
    await touch("touchStart", 0.4, 0.6);
    await touch("touchMove", 0.3, 0.7);
    await touch("touchMove", 0.1, 0.9);
    await touch("touchEnd");
    await expect.poll(() => widthShown(page)).toBeLessThan(290);
    const [from, to] = await shown(page);
    expect(Math.abs((from + to) / 2 - (BEGINNING + 555))).toBeLessThan(8);
  });

  it("can be changed with targets of 24 pixels, and breaks no rule of accessibility", async () => {
    const page = await visit();
    await charted(page);
    await page.keyboard.press("+");
    await expectWidth(page, 555);
    for (const part of ["button.zoom", ".overview-edge", "select.zone"]) {
      const { width, height } = await boxOf(page, part);
      expect(Math.min(width, height), part).toBeGreaterThanOrEqual(24);
    }
    expect(await broken(page)).toEqual([]);
  });
});

describe.skipIf(MISSING !== null)("the zone of times", () => {
  const { visit } = visits();
  const inBerlin = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
  };

  it("is UTC, or that of the browser, which remembers the choice and names the zone", async () => {
    const page = await visit({ prepare: inBerlin });
    await charted(page);
    const time = page.locator(".clock time");
    expect(await time.innerText()).toBe("2026-01-15 10:12:20 UTC");
    await page.getByLabel("Time zone").selectOption({ label: "Local: Europe/Berlin" });
    await expect.poll(() => time.innerText()).toBe("2026-01-15 11:12:20 GMT+1");
    await page.reload();
    await expect.poll(() => time.innerText()).toBe("2026-01-15 11:12:20 GMT+1");
    // An address names moments and no zone.
    expect(await time.getAttribute("datetime")).toBe("2026-01-15T10:12:20.000Z");
    await page.getByLabel("Time zone").selectOption("UTC");
    await expect.poll(() => time.innerText()).toBe("2026-01-15 10:12:20 UTC");
  });

  it("is that of the tooltip and of the window as well", async () => {
    const page = await visit({ prepare: inBerlin });
    const { x, y, width } = await charted(page);
    await page.getByLabel("Time zone").selectOption({ label: "Local: Europe/Berlin" });
    await page.mouse.move(x + width / 2, y + 100);
    await expect.poll(() => page.locator(".chart-tip").innerText()).toMatch(/^11:09:\d\d GMT\+1/);
    await page.keyboard.press("+");
    await expect.poll(() => words(page)).toMatch(/11:\d\d:\d\d to 11:\d\d:\d\d/);
  });
});
