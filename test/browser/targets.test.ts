/** Whatever can be pressed is large enough for a finger: WCAG 2.2, success criterion 2.5.8. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { editorOf } from "./editor.ts";
import { STATES, type State, unfold } from "./states.ts";
import { decided, showPart, visits } from "./visit.ts";

/** CSS pixels, either way. */
const SMALLEST = 24;

/** What is smaller. Of a field in its label, the label can be hit too. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const named = "button, select, textarea, input, summary, a[href], [tabindex='0']";
    const shadowRoots = () =>
      [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    // A link in a sentence is as high as its line: the criterion has no word against it.
    const isInline = (element: Element) =>
      getComputedStyle(element).display.startsWith("inline") &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (each) => each.nodeType === Node.TEXT_NODE && /\w/.test(each.textContent ?? ""),
      );
    const isSmall = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      // Sizes come in fractions.
      return width < smallest - 0.01 || height < smallest - 0.01;
    };
    return [document, ...shadowRoots()]
      .flatMap((root) => [...root.querySelectorAll(named)])
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => isSmall(element.closest("label") ?? element) && !isInline(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.textContent;
        const kind = `${element.localName}.${element.className}`;
        return `${kind} "${name?.slice(0, 30)}": ${width.toFixed(1)} × ${height.toFixed(1)}`;
      });
  }, SMALLEST);
}

/** A cluster, when this part of it has come. */
const cluster = (name: string, part: string): State["reach"] => {
  return async (page) => {
    await page.getByLabel("Example").selectOption(`cluster:${name}`);
    await page.locator(part).first().waitFor();
  };
};

const MORE: readonly State[] = [
  { name: "the first example", reach: async () => {} },
  {
    name: "an example in which a disk fills",
    reach: async (page) => {
      await page.getByLabel("Example").selectOption("inode-storm");
      await decided(page, "inode-storm");
    },
  },
  {
    name: "a change that is tried, with exact amounts",
    reach: async (page) => {
      await page
        .getByRole("button", { name: /^Try it/ })
        .first()
        .click();
      await page.locator(".changes").waitFor();
      await page.keyboard.press("e");
    },
  },
  {
    name: "a pod of the ranking, sorted",
    reach: async (page) => {
      await page.getByRole("button", { name: /^shop\/cart-/ }).click();
      await page.locator("button.sort").first().click();
      await page.locator(".pod-detail").waitFor();
    },
  },
  {
    name: "a sweep",
    reach: async (page) => {
      await page.getByRole("button", { name: /^Sweep \d+ configurations/ }).click();
      await page.locator(".heat button").first().waitFor();
    },
  },
  {
    name: "two configurations",
    reach: async (page) => {
      await page.getByRole("button", { name: "Keep this configuration as A" }).click();
      await page.locator(".compared .headline").first().waitFor();
    },
  },
  {
    name: "the dialog that shares",
    reach: async (page) => {
      await page.getByRole("button", { name: "Share…" }).click();
      await page.getByLabel("Link").waitFor();
    },
  },
  {
    name: "a cluster that thrashes",
    reach: async (page) => {
      await cluster("eviction-loop", ".remedies button.try")(page);
      await page.locator(".events button").filter({ hasText: "Evicted shop/cart-1:" }).click();
      await page.locator(".explanation-of .headline").waitFor();
    },
  },
  { name: "a cluster whose node is drained", reach: cluster("drain-two-budgets", ".drain") },
];

describe.skipIf(MISSING !== null)("no target is smaller than 24 CSS pixels either way", () => {
  const { visit, open } = visits();

  it.each([...MORE, ...STATES])("in $name", async ({ reach }) => {
    const page = await visit({ width: 1440 });
    await editorOf(page).waitFor();
    await page.locator(".admission-section").waitFor({ state: "attached" });
    await reach(page);
    await unfold(page);
    expect(await smallTargets(page)).toEqual([]);
  });

  it.each(["Decision", "Ranking", "Configuration", "Signals", "Compare", "Sweep"])(
    "in the tab %s where there is room for one",
    async (tab) => {
      const page = await visit({ width: 375, height: 812 });
      await page.locator(".admission-section").waitFor({ state: "attached" });
      await showPart(page, tab);
      await unfold(page);
      expect(await smallTargets(page)).toEqual([]);
    },
  );

  it("while a reader is asked which pod goes", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "Share…" }).click();
    await page.getByLabel("Link").waitFor();
    const before = await page.getByLabel("Link").inputValue();
    await page.getByLabel("Ask first which pod is evicted").check();
    const link = page.getByLabel("Link");
    await expect
      .poll(async () => ((await link.count()) === 1 ? await link.inputValue() : before))
      .not.toBe(before);
    const question = await open({ query: new URL(await link.inputValue()).hash });
    await question.locator(".question tbody button").first().waitFor();
    expect(await smallTargets(question)).toEqual([]);
  });

  it("finds one that is", async () => {
    const page = await visit();
    await page
      .locator(".try")
      .first()
      .evaluate((button) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("button.try { min-height: 0 !important; height: 20px }");
        document.adoptedStyleSheets = [sheet];
        return button.className;
      });
    expect((await smallTargets(page)).length).toBeGreaterThan(0);
  });
});
