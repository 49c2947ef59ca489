import type { Locator, Page } from "playwright-core";

/** The editor of the configuration, once it has taken the place of the plain field. */
export function editorOf(page: Page): Locator {
  return page.locator(".cm-content");
}

/** What is written in it, without the sentences under the lines. */
export async function textIn(page: Page): Promise<string> {
  return (await editorOf(page).locator(".cm-line").allTextContents()).join("\n");
}

/** The number of the line above an element, from 1; 0 when there is none. */
export function lineAbove(sentence: Locator): Promise<number> {
  return sentence.evaluate((element) => {
    let count = 0;
    for (let at = element.previousElementSibling; at !== null; at = at.previousElementSibling) {
      if (at.classList.contains("cm-line")) count++;
    }
    return count;
  });
}
