/** States that the page can be in, each with what a visitor does to reach it. */
import type { Page } from "playwright-core";
import { captureOf, exampleGzip, pairOf } from "./documents.ts";
import { editorOf } from "./editor.ts";
import { decided, drop } from "./visit.ts";

const HEAD = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/** Opens everything that is folded, so that it is looked at as well. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}

export interface State {
  readonly name: string;
  readonly reach: (page: Page) => Promise<void>;
}

async function dropPair(page: Page): Promise<void> {
  const { summary, pods } = pairOf("memory-leak", 60);
  await drop(page, { name: "summary.json", bytes: summary }, { name: "pods.json", bytes: pods });
  await page.locator(".headroom-row").first().waitFor();
}

export const STATES: readonly State[] = [
  { name: "one moment", reach: dropPair },
  {
    name: "one moment, if less were left",
    reach: async (page) => {
      await dropPair(page);
      await page.locator(".headroom-panel input[type=range]").press("Home");
      await page.locator(".headroom-evictions li").first().waitFor();
    },
  },
  {
    name: "the editor, offering",
    reach: async (page) => {
      await editorOf(page).fill(`${HEAD}evictionHard:\n  memory.available: `);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.press("Control+Space");
      await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    },
  },
  {
    name: "the editor, searching",
    reach: async (page) => {
      await editorOf(page).click();
      await page.keyboard.press("ControlOrMeta+f");
      await page.locator(".cm-search").waitFor();
    },
  },
  {
    name: "a configuration that is refused",
    reach: async (page) => {
      await editorOf(page).fill(`${HEAD}evictionHard:\n  memory.available: lots\n`);
      await page.locator(".under-line.error").waitFor();
    },
  },
  {
    name: "flags, with warnings and notes",
    reach: async (page) => {
      await editorOf(page).fill("--eviction-hard=memory.available<300Mi");
      await page.locator(".sentences .note").first().waitFor();
      await page.locator(".changes").waitFor();
    },
  },
  {
    name: "a pod's change that is refused",
    reach: async (page) => {
      await page.getByRole("button", { name: /^shop\/cart-/ }).click();
      await page.getByLabel("cart: memory request").fill("banana");
      await page.getByLabel("cart: memory request").press("Enter");
      await page.locator(".field-problem").first().waitFor();
    },
  },
  {
    name: "a file that is refused",
    reach: async (page) => {
      await drop(page, { name: "empty.ndjson", bytes: Buffer.alloc(0) });
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "one's own capture",
    reach: async (page) => {
      await drop(page, { name: "mine.ndjson", bytes: exampleGzip("recorded-memory-soft") });
      await decided(page, "mine.ndjson");
    },
  },
  {
    name: "a capture in which nothing was observed",
    reach: async (page) => {
      await drop(page, { name: "silent.ndjson", bytes: captureOf({ memory: -1 }) });
      await page.getByText("Nothing of the node was observed").waitFor();
    },
  },
];
