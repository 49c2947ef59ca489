import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { editorOf, lineAbove, textIn } from "./editor.ts";
import { decided, headlineOf, visits } from "./visit.ts";

const HEAD = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const facts = (page: Page) => page.locator(".facts").innerText();
const offers = (page: Page) => page.locator(".cm-tooltip-autocomplete li");
const labels = (page: Page) => offers(page).locator(".cm-completionLabel").allInnerTexts();
const underLine = (page: Page, severity: string) => page.locator(`.under-line.${severity}`);

/** As the editor waits after a key, and some. */
const WRITING_MILLISECONDS = 1500;

/** In the page: counts how often an error was shown under a line. */
function watchErrors(): void {
  const { body } = document;
  body.dataset.errorsSeen = "0";
  const root = document.querySelector(".code")?.shadowRoot;
  let isShown = false;
  new MutationObserver(() => {
    const isThere = root?.querySelector(".under-line.error") !== null;
    if (isThere && !isShown) body.dataset.errorsSeen = String(Number(body.dataset.errorsSeen) + 1);
    isShown = isThere;
  }).observe(root as ShadowRoot, { childList: true, subtree: true });
}

interface Fault {
  readonly what: string;
  readonly text: string;
  readonly line: number;
  readonly says: string;
}

const FAULTS: readonly Fault[] = [
  {
    what: "no quantity",
    text: `${HEAD}evictionHard:\n  nodefs.available: 10%\n  memory.available: lots\n`,
    line: 5,
    says: "quantities must match",
  },
  {
    what: "no YAML",
    text: `${HEAD}evictionHard: {memory.available: 1Mi\nfeatureGates: {}\n`,
    line: 4,
    says: "correct the YAML there",
  },
  {
    what: "a soft threshold without a grace period",
    text: `${HEAD}evictionSoft:\n  memory.available: 1Gi\n`,
    line: 4,
    says: "grace period",
  },
];

describe.skipIf(MISSING !== null)("the editor of the configuration", () => {
  const { visit } = visits();
  const edit = async (text: string) => {
    const page = await visit();
    await editorOf(page).fill(text);
    return page;
  };

  it.each(FAULTS)("says under its line what is $what", async ({ text, line, says }) => {
    const page = await edit(text);
    const said = underLine(page, "error").first();
    await expect.poll(() => said.innerText()).toContain(says);
    expect(await lineAbove(said)).toBe(line);
    // What was decided before stays, and the page says so.
    expect(await page.locator(".sentences").innerText()).toContain("Not in force");
    expect(await headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("says what a key means and what the kubelet has by default", async () => {
    const page = await edit(`${HEAD}evictionHard:\n  memory.available: 200Mi\n`);
    // The warning below its line comes a moment later, and moves what the pointer rests on.
    await underLine(page, "warning").first().waitFor();
    const line = editorOf(page).locator(".cm-line", { hasText: "memory.available" });
    const said = page.locator(".documentation");
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0);
        await line.hover({ position: { x: 60, y: 8 } });
        await said.waitFor({ timeout: 2000 }).catch(() => {});
        return (await said.allInnerTexts()).join();
      })
      .toContain("where evictionHard is not written: 100Mi.");
  });

  it("shows the defaults in force below the text, and writes them down", async () => {
    const page = await visit();
    const ghosts = page.locator(".ghost-lines");
    await expect.poll(() => ghosts.innerText()).toContain("memory.available: 100Mi");
    expect(await ghosts.innerText()).toContain("evictionPressureTransitionPeriod: 5m");
    expect(await textIn(page)).not.toContain("evictionHard");
    expect(await broken(page)).toEqual([]);
    await ghosts.getByRole("button", { name: "Write the defaults down" }).click();
    await expect.poll(() => textIn(page)).toContain("evictionHard:\n  memory.available: 100Mi");
    await ghosts.waitFor({ state: "detached" });
    // The result is the same, and one step of the history.
    await expect.poll(() => facts(page)).toContain("1 pod evicted");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => textIn(page)).not.toContain("evictionHard");
    await ghosts.waitFor();
  });

  it("shows no defaults where a threshold is written: none is left", async () => {
    const page = await edit(
      `${HEAD}evictionHard:\n  memory.available: 1Gi\nevictionPressureTransitionPeriod: 1m\n`,
    );
    await page.locator(".ghost-lines").waitFor({ state: "detached" });
  });

  it("marks the lines that are not as they were recorded", async () => {
    const page = await visit();
    const marked = page.locator(".cm-lineNumbers .changed");
    await editorOf(page).waitFor();
    expect(await marked.count()).toBe(0);
    const recorded = await textIn(page);
    await editorOf(page).fill(`${recorded.trimEnd()}\nmaxPods: 97\n`);
    const number = String(recorded.trimEnd().split("\n").length + 1);
    await expect.poll(() => marked.allInnerTexts()).toEqual([number]);
    await page.getByRole("button", { name: "Back to the recorded configuration" }).click();
    await expect.poll(() => marked.count()).toBe(0);
  });

  it("warns of what the kubelet takes without a word", async () => {
    const page = await edit(`${HEAD}evictionHard:\n  memory.available: 100Mi\n`);
    const said = underLine(page, "warning").first();
    await expect.poll(() => said.innerText()).toMatch(/default/);
    expect(await lineAbove(said)).toBe(3);
    expect(await page.locator(".sentences").innerText()).not.toContain("Not in force");
  });

  it("names a member that is misspelt, at its line, and the one that was meant", async () => {
    const page = await edit(`${HEAD}evictionHrd:\n  memory.available: 1Gi\n`);
    const said = underLine(page, "warning").first();
    await expect
      .poll(() => said.innerText())
      .toMatch(/^evictionHrd: is not a member .*did you mean evictionHard\?$/s);
    expect(await lineAbove(said)).toBe(3);
  });

  it("names a signal that is misspelt, and the one that was meant", async () => {
    const page = await edit(`${HEAD}evictionHard:\n  memory.avalable: 1Gi\n`);
    const said = underLine(page, "error").first();
    await expect
      .poll(() => said.innerText())
      .toMatch(/unsupported eviction signal memory\.avalable; did you mean memory\.available\?$/);
  });

  it("decides the whole capture again, and goes back to what was recorded", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const recorded = await textIn(page);
    const back = page.getByRole("button", { name: /^Back to the/ });
    expect(await back.isDisabled()).toBe(true);
    await editorOf(page).fill(`${HEAD}evictionHard: {memory.available: 1Mi}\n`);
    await expect.poll(() => facts(page)).toContain("0 pods evicted");
    await back.click();
    await expect.poll(() => facts(page)).toContain("1 pod evicted");
    await expect.poll(() => textIn(page)).toBe(recorded);
  });

  it("offers members, signals and amounts, and takes one by Tab", async () => {
    const page = await edit(HEAD);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("evictionH");
    await expect.poll(() => labels(page)).toEqual(["evictionHard"]);
    await page.keyboard.press("Tab");
    await expect.poll(() => labels(page)).toContain("nodefs.inodesFree");
    await page.keyboard.type("memory");
    await expect.poll(() => labels(page)).toEqual(["memory.available"]);
    await page.keyboard.press("Tab");
    await expect.poll(async () => (await labels(page))[0]).toBe("100Mi");
    await page.keyboard.press("Tab");
    await expect.poll(() => textIn(page)).toBe(`${HEAD}evictionHard:\n  memory.available: 100Mi`);
  });

  it("calls no line wrong that is being written, and says then how to write it", async () => {
    const page = await edit(`${HEAD}evictionHard:\n`);
    await page.evaluate(watchErrors);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("  memory.available: ");
    await page.keyboard.press("Control+Space");
    await offers(page).first().waitFor();
    // An empty amount is refused, and the page says so; the editor leaves the offers alone.
    await page.locator(".sentences").getByText("Not in force").waitFor();
    await page.waitForTimeout(WRITING_MILLISECONDS);
    expect(await underLine(page, "error").count()).toBe(0);
    // Half an amount, with keys closer together than a pause that ends the writing.
    await page.keyboard.type("5Mx", { delay: 300 });
    await expect.poll(() => offers(page).count()).toBe(0);
    const said = underLine(page, "error").first();
    await expect.poll(() => said.innerText()).toMatch(/regular expression .*; write it like 500Mi/);
    expect(await said.innerText()).toMatch(/; write it like 500Mi or 10%$/);
    expect(await lineAbove(said)).toBe(4);
    expect(await page.evaluate(() => document.body.dataset.errorsSeen)).toBe("1");
  });

  it("says at once what is wrong in a line that the cursor has left", async () => {
    const page = await edit(`${HEAD}evictionHard:\n  pid.available: lots\n`);
    await page.keyboard.press("ControlOrMeta+Home");
    const said = underLine(page, "error").first();
    await expect.poll(() => said.innerText()).toMatch(/; write it like 1000 or 10%$/);
  });

  it("notes how a text was understood without the colors of a warning", async () => {
    const page = await edit(
      "--eviction-hard=memory.available<300Mi --eviction-max-pod-grace-period=30",
    );
    const notes = page.locator(".sentences .note");
    await expect
      .poll(() => notes.allInnerTexts())
      .toContain("evictionHard: --eviction-hard sets it.");
    expect(await notes.count()).toBe(4);
    const [warning] = await page.locator(".sentences .notice").allInnerTexts();
    expect(warning).toContain("replaces all defaults");
    expect(await page.locator(".sentences .notice").count()).toBe(1);
    const color = (found: Locator) =>
      found.evaluate((element) => getComputedStyle(element).backgroundColor);
    const amber = await color(page.locator(".sentences .notice"));
    expect(await color(notes.first())).not.toBe(amber);
  });

  it("offers nothing twice: what is written in full ends with Enter", async () => {
    const page = await edit(`${HEAD}mergeDefaultEvictionSettings: `);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Control+Space");
    await expect.poll(() => labels(page)).toEqual(["true", "false"]);
    await page.keyboard.press("ArrowDown");
    const chosen = offers(page).nth(1);
    await expect.poll(() => chosen.getAttribute("aria-selected")).toBe("true");
    await expect
      .poll(() => editorOf(page).getAttribute("aria-activedescendant"))
      .toBe(await chosen.getAttribute("id"));
    await page.keyboard.type("true");
    await expect.poll(() => offers(page).first().isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    await expect.poll(() => textIn(page)).toBe(`${HEAD}mergeDefaultEvictionSettings: true\n`);
  });

  it("takes an offer that is pressed", async () => {
    const page = await edit(HEAD);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("evictionP");
    await offers(page).first().click();
    await expect.poll(() => textIn(page)).toBe(`${HEAD}evictionPressureTransitionPeriod: `);
    await expect.poll(() => labels(page)).toContain("5m0s");
  });

  it("indents below a key, joins lines at their edges, and takes both back", async () => {
    const page = await edit("evictionHard:");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("Enter", "x", "Enter", "y");
    await expect.poll(() => textIn(page)).toBe("evictionHard:\n  x\n  y");
    await press("Home", "Home", "Backspace");
    expect(await textIn(page)).toBe("evictionHard:\n  x  y");
    await press("Control+Home", "End", "Delete");
    expect(await textIn(page)).toBe("evictionHard:  x  y");
    await press("ControlOrMeta+z", "ControlOrMeta+z");
    expect(await textIn(page)).toBe("evictionHard:\n  x\n  y");
    await press("ControlOrMeta+Shift+Z");
    expect(await textIn(page)).toBe("evictionHard:\n  x  y");
  });

  it("undoes nothing that the user did not do", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const recorded = await textIn(page);
    await editorOf(page).press("ControlOrMeta+z");
    await expect.poll(() => textIn(page)).toBe(recorded);
    // Another capture begins another history, whatever was done to the one before.
    await editorOf(page).fill(`${HEAD}maxPods: 99\n`);
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    const other = await textIn(page);
    expect(other).not.toContain("maxPods: 99");
    for (let time = 0; time < 5; time++) await editorOf(page).press("ControlOrMeta+z");
    await expect.poll(() => textIn(page)).toBe(other);
  });

  it("searches, comments lines out and folds blocks by keys", async () => {
    const page = await edit(`${HEAD}kubeReserved:\n  memory: 512Mi\n  cpu: 200m`);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ControlOrMeta+/");
    await expect.poll(() => textIn(page)).toContain("\n  # cpu: 200m");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+Shift+BracketLeft");
    await expect.poll(() => textIn(page)).toContain("kubeReserved:…");
    await page.keyboard.press("Control+Shift+BracketRight");
    await page.keyboard.press("ControlOrMeta+f");
    await page.keyboard.type("512Mi");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.type("1Gi");
    await expect.poll(() => textIn(page)).toContain("  memory: 1Gi");
  });

  it("keeps what is written while the page hears of what was written before", async () => {
    // The moment between the two is a frame long, and a key at a time seldom meets it.
    const prepare = async (page: Page) => {
      await page.addInitScript(writeOnceHeard, ["#heard", " and more"]);
    };
    const page = await visit({ prepare });
    await editorOf(page).fill(`${HEAD}#heard`);
    const heard = () => page.evaluate(() => Reflect.get(window, "heard"));
    await expect.poll(heard).toEqual(["#heard", "#heard and more"]);
    await expect.poll(() => textIn(page)).toBe(`${HEAD}#heard and more`);
  });

  it("goes to the beginning by a key, however soon after it has the focus", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const lines = await textIn(page);
    await editorOf(page).press("ControlOrMeta+End");
    await editorOf(page).blur();
    await editorOf(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    // The browser tells the editor where the cursor went, and the editor may object.
    await page.waitForTimeout(50);
    await page.keyboard.type("#");
    await expect.poll(() => textIn(page)).toBe(`#${lines}`);
  });

  it("is walked through line by line, past the sentences", async () => {
    // So wide that no line is broken.
    const page = await visit({ width: 1900 });
    const lines = "kind: KubeletConfiguration\nevictionHard:\n  memory.available: lots\n";
    await editorOf(page).fill(`${lines}featureGates: {}`);
    await underLine(page, "error").first().waitFor();
    await page.keyboard.press("Control+Home");
    for (let line = 1; line < 4; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.type("#");
    await expect.poll(() => textIn(page)).toContain("\n#featureGates: {}");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("#");
    await expect.poll(() => textIn(page)).toContain("\n # memory.available: lots");
  });

  it("gives and takes plain text by way of the clipboard", async () => {
    const page = await edit(`${HEAD}evictionHard: {memory.available: 1Mi}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${HEAD}evictionHard: {memory.available: 1Mi}`);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+v");
    await expect.poll(() => textIn(page)).toBe(`${copied}\n${copied}`);
  });

  it("lets the Tab key out, after Esc when something is offered", async () => {
    const page = await edit(HEAD);
    const isInside = () =>
      editorOf(page).evaluate((content) => {
        const root = content.getRootNode();
        return root instanceof ShadowRoot && content.contains(root.activeElement);
      });
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("evictionS");
    await offers(page).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect.poll(() => isInside()).toBe(false);
    await expect.poll(() => textIn(page)).toBe(`${HEAD}evictionS`);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => isInside()).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => isInside()).toBe(false);
  });

  it("has a name, and says which keys it takes", async () => {
    const page = await visit();
    const editor = page.getByRole("textbox", { name: "KubeletConfiguration or kubelet flags" });
    await expect.poll(() => editor.getAttribute("aria-multiline")).toBe("true");
    expect(await editor.getAttribute("aria-description")).toContain("Esc and then Tab");
  });
});

/** In the page: writes `more` once a text that ends with `end` is on its way to the worker. */
function writeOnceHeard([end, more]: readonly string[]): void {
  const heard: string[] = [];
  Reflect.set(window, "heard", heard);
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
    const found = new RegExp(`${end}[^"]*`).exec(JSON.stringify(message))?.[0];
    if (found !== undefined) heard.push(found);
    if (found === end) setTimeout(() => document.execCommand("insertText", false, more));
    post.call(this, message, ...rest);
  };
}
