/** What screen readers hear while somebody types: nothing, until the typing pauses. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { editorOf } from "./editor.ts";
import { visits } from "./visit.ts";

const HEAD = "kind: KubeletConfiguration\nevictionHard:\n";
/** Between two keys of somebody who types; a refusal shows long before the text is complete. */
const KEY_MILLISECONDS = 150;
/** After the last key: less than the page waits, and more than it waits and needs. */
const [STILL_TYPING, PAUSED] = [600, 2000];

/** In the page: everything that is said by a live region from now on, with its time. */
function listen(): void {
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const said: [number, string][] = [];
  Object.assign(window, { said });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest("[role=status], [role=alert], [aria-live]");
      if (region?.matches(LIVE) !== true || region.getClientRects().length === 0) continue;
      const text = target instanceof Text ? target.data : [...addedNodes].map(textOf).join(" ");
      if (text.trim() !== "") said.push([performance.now(), text]);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  function textOf(node: Node): string {
    return node.textContent ?? "";
  }
}

async function said(page: Page): Promise<readonly string[]> {
  const all = await page.evaluate(() => Reflect.get(window, "said") as [number, string][]);
  return all.map(([, text]) => text);
}

interface Field {
  readonly name: string;
  /** Puts the cursor where is typed. */
  readonly reach: (page: Page) => Promise<void>;
  readonly typed: string;
  /** What is on show before the last key is pressed. */
  readonly shows: (page: Page) => Promise<void>;
  /** What is announced then, each once. */
  readonly announced: readonly RegExp[];
}

const FIELDS: readonly Field[] = [
  {
    name: "the configuration",
    reach: async (page) => {
      await editorOf(page).fill(`${HEAD}  nodefs.available: 1`);
      await page.keyboard.press("ControlOrMeta+End");
      await page.waitForTimeout(PAUSED);
    },
    typed: "0 percent of all that",
    shows: async (page) => {
      await page.getByText("Not in force: what is shown").first().waitFor();
    },
    announced: [
      /Not in force: .*Line 3: .*quantities must match/,
      /Not in force, because it is refused: Line 3: quantities must match/,
    ],
  },
  {
    name: "the search for pods",
    reach: (page) => page.getByRole("searchbox", { name: "Search pods by name" }).focus(),
    typed: "shop/cart-9",
    shows: async () => {},
    announced: [/^0 of \d+ pods\./],
  },
  {
    name: "the range of a sweep",
    reach: (page) => page.locator(".axis").first().getByLabel("To").focus(),
    typed: "banana split",
    shows: async (page) => {
      await page.locator(".sweep .notice.failure").waitFor();
    },
    announced: [/banana split/],
  },
];

describe.skipIf(MISSING !== null)("screen readers, while somebody types", () => {
  const { visit } = visits();

  it.each(FIELDS)("hear of $name when the typing pauses, and once", async (field) => {
    const page = await visit();
    await editorOf(page).waitFor({ state: "attached" });
    await field.reach(page);
    await page.evaluate(listen);
    await page.keyboard.type(field.typed, { delay: KEY_MILLISECONDS });
    await page.waitForTimeout(STILL_TYPING);
    await field.shows(page);
    expect(await said(page)).toEqual([]);
    await page.waitForTimeout(PAUSED);
    const first = await said(page);
    expect(first).toHaveLength(field.announced.length);
    for (const each of field.announced) expect(first.join("\n")).toMatch(each);
  });

  it("hear nothing when the typing changes no sentence", async () => {
    const page = await visit();
    await editorOf(page).fill(`${HEAD}  memory.available: lots\n`);
    await page.locator(".sentences .failure").waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    await page.waitForTimeout(PAUSED);
    await page.evaluate(listen);
    await page.keyboard.type("# a comment", { delay: KEY_MILLISECONDS });
    await page.waitForTimeout(PAUSED);
    expect(await said(page)).toEqual([]);
  });
});
