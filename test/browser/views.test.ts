import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { drop, paste, showPart, visits } from "./visit.ts";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
const headline = (page: Page) => page.locator("main h1");
const current = (page: Page) => page.locator(".views [aria-current]").innerText();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const hash = (page: Page) => new URL(page.url()).hash;
const example = (name: string) => ({
  name,
  bytes: readFileSync(new URL(`../../examples/${name}`, import.meta.url)),
});
const BUDGETS = example("budgets.cluster.json.gz");
const SHOP = example("shop.cluster.json.gz");
const SCHEDULER =
  "0/12 nodes are available: 3 Insufficient memory, 9 node(s) had untolerated taint(s).";

describe.skipIf(MISSING !== null)("the views of the page", () => {
  const { open, visit } = visits();

  it.each([
    ["Cluster", /settles/, "A pod returns to the node that evicts it"],
    ["Pending pod", /pending/, null],
    ["Drain", /^Test a drain/, "A drain that two budgets block"],
    ["Kernel OOM", /kernel/, "A leak runs into the hard threshold"],
    ["Live", /^Watch a node/, null],
    ["Node", /^Find out why/, "A leak runs into the hard threshold"],
  ])("say what to bring where they have nothing: %s", async (name, title, example) => {
    const page = await open({ query: "#view=live" });
    await tab(page, name).click();
    await expect.poll(() => headline(page).innerText()).toMatch(title);
    expect(await current(page)).toBe(name);
    expect(await broken(page)).toEqual([]);
    if (example === null) return;
    await page.getByRole("button", { name: example }).click();
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe(example);
    expect(await current(page)).toBe(name);
  });

  it.each(["Pending pod", "Drain"])(
    "answer a configuration by itself where they hide a capture: %s",
    async (name) => {
      const page = await visit();
      await tab(page, name).click();
      const text = "kind: KubeletConfiguration\nmaxPods: -1\n";
      await drop(page, { name: "kubelet.yaml", bytes: Buffer.from(text) });
      await expect.poll(() => headline(page).innerText()).toMatch(/^The kubelet would not start/);
      expect(await page.locator("main.answer").innerText()).toContain("kubelet.yaml");
    },
  );

  it("have an address each, which a reload and Back bring back", async () => {
    const page = await open({ query: "#view=drain" });
    await expect.poll(() => headline(page).innerText()).toMatch(/^Test a drain/);
    await tab(page, "Kernel OOM").click();
    expect(hash(page)).toBe("#view=kernel");
    await page.reload();
    await expect.poll(() => headline(page).innerText()).toMatch(/kernel killed/);
    await page.goBack();
    await expect.poll(() => headline(page).innerText()).toMatch(/^Test a drain/);
  });

  it("keep what was open in each while another is on show", async () => {
    const page = await visit();
    const first = await headline(page).innerText();
    await page.getByLabel("Example").selectOption("cluster:cascade");
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster cascades/);
    await tab(page, "Node").click();
    await expect.poll(() => headline(page).innerText()).toBe(first);
    await tab(page, "Cluster").click();
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster cascades/);
  });

  it("answer a pasted text in the view that it is about, and keep the capture", async () => {
    const page = await visit();
    const first = await headline(page).innerText();
    await tab(page, "Drain").click();
    await paste(page, SCHEDULER);
    await expect
      .poll(() => headline(page).innerText())
      .toMatch(/^The pod stays pending: all 12 nodes/);
    expect(await current(page)).toBe("Pending pod");
    await tab(page, "Node").click();
    await expect.poll(() => headline(page).innerText()).toBe(first);
    await tab(page, "Pending pod").click();
    await expect
      .poll(() => headline(page).innerText())
      .toMatch(/^The pod stays pending: all 12 nodes/);
  });

  it("take a text by the keyboard alone", async () => {
    const page = await open({ query: "#view=pending" });
    await page.getByLabel("Or paste a text").focus();
    await page.keyboard.insertText(SCHEDULER);
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => headline(page).innerText())
      .toMatch(/^The pod stays pending: all 12 nodes/);
  });

  it("take a text over an example, where the header says so", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "Paste or open…" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await page.keyboard.insertText(SCHEDULER);
    await page.getByRole("button", { name: "Answer the text" }).click();
    await expect
      .poll(() => headline(page).innerText())
      .toMatch(/^The pod stays pending: all 12 nodes/);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("share two rows with what can be done on a tablet", async () => {
    const page = await visit({ width: 768 });
    const header = await page.locator(".top").boundingBox();
    expect(header?.height ?? 999).toBeLessThanOrEqual(100);
  });

  it("share, undo and explain their keys in every view", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    await page.getByRole("button", { name: /^Try it: Cordon/ }).click();
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster settles/);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => headline(page).innerText()).toMatch(/^This cluster never settles/);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster settles/);
    await page.getByRole("button", { name: "Share…" }).click();
    expect(await page.getByLabel("Link").inputValue()).toContain("#cluster=eviction-loop&try=");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  });

  it("offer undo and its keys only where something can be undone", async () => {
    const page = await open({ query: "#view=drain" });
    await headline(page).waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.goto(`${new URL(page.url()).origin}/#cluster=eviction-loop`);
    await page.getByRole("button", { name: /^Try it: Cordon/ }).click();
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster settles/);
    await page.keyboard.press("Control+z");
    await expect.poll(() => headline(page).innerText()).toMatch(/^This cluster never settles/);
  });

  it("are reached by the keys 1 to 6", async () => {
    const page = await visit();
    await page.keyboard.press("4");
    await expect.poll(() => headline(page).innerText()).toMatch(/^Test a drain/);
    await page.keyboard.press("1");
    await expect.poll(() => headline(page).innerText()).toMatch(/is evicted at/);
  });

  it("stay where a text is not recognized, and keep the text", async () => {
    const page = await open({ query: "#view=node" });
    const field = page.getByLabel("Or paste a text");
    await field.fill("the node was slow");
    await page.keyboard.press("Control+Enter");
    const said = page.locator(".notice.failure");
    await expect.poll(() => said.innerText()).toContain("is not recognized");
    await page.waitForTimeout(500);
    expect(await headline(page).innerText()).toMatch(/^Find out why the kubelet/);
    expect(await field.inputValue()).toBe("the node was slow");
    await headline(page).focus();
    await paste(page, "it was slow again");
    await expect.poll(() => field.inputValue()).toBe("it was slow again");
  });

  it("keep an answer while another text is not recognized", async () => {
    const page = await open({ query: "#view=pending" });
    await headline(page).waitFor();
    await paste(page, SCHEDULER);
    await headline(page).filter({ hasText: "stays pending" }).waitFor();
    await paste(page, "it was slow again");
    const said = page.locator(".notice.failure");
    await expect.poll(() => said.innerText()).toContain("is not recognized");
    await expect.poll(() => headline(page).innerText()).toContain("stays pending");
    expect(await current(page)).toBe("Pending pod");
  });

  it("give the focus to the answer", async () => {
    const page = await open({ query: "#view=pending" });
    await page.getByLabel("Or paste a text").fill(SCHEDULER);
    await page.keyboard.press("Control+Enter");
    await headline(page).filter({ hasText: "stays pending" }).waitFor();
    await expect.poll(() => focused(page)).toBe("answer");
    await page.goto(`${new URL(page.url()).origin}/#cluster=eviction-loop`);
    await page.goto(`${new URL(page.url()).origin}/`);
    await page.getByRole("button", { name: /^Try it: .*priority/ }).click();
    await expect.poll(() => headline(page).innerText()).toContain("batch/report");
    await expect.poll(() => focused(page)).toBe("answer");
  });

  it("find pods, events, signals, actions and examples by their names", async () => {
    const page = await visit();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: /^Pods, events/ });
    const listed = palette.getByRole("option");
    await palette.getByRole("combobox").fill("report");
    await expect.poll(() => listed.first().innerText()).toMatch(/^batch\/report-/);
    expect(await broken(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".pod-detail").count()).toBe(1);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("tips over");
    await expect.poll(() => listed.allInnerTexts()).toEqual([expect.stringMatching(/Cluster$/)]);
    await page.keyboard.press("Enter");
    await expect.poll(() => headline(page).innerText()).toMatch(/^The cluster cascades/);
    // Its own events, in another view.
    await page.keyboard.press("/");
    await palette.getByRole("combobox").fill("evicted shop/api");
    await expect.poll(() => listed.first().innerText()).toMatch(/^\+.* Evicted /);
    await page.keyboard.press("Escape");
    await expect.poll(() => palette.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("go to drain");
    await page.keyboard.press("Enter");
    await expect.poll(() => headline(page).innerText()).toMatch(/^Test a drain/);
  });

  it("say what is missing without the frame of a drop target where none is", async () => {
    const page = await open({ query: "#view=live" });
    await headline(page).waitFor();
    expect(await page.locator(".drop-target").count()).toBe(0);
    await tab(page, "Drain").click();
    await page.locator(".drop-target").waitFor();
  });

  it("share an answer about one's own documents as Markdown", async () => {
    const page = await open({ query: "#view=pending" });
    await headline(page).waitFor();
    await paste(page, SCHEDULER);
    await headline(page).filter({ hasText: "stays pending" }).waitFor();
    await page.getByRole("button", { name: "Share…" }).click();
    await expect
      .poll(() => page.getByLabel("Markdown").inputValue())
      .toMatch(/^# ✖ The pod stays pending: all 12 nodes.*memory/is);
    expect(await broken(page)).toEqual([]);
  });

  it("mark the kernel's part of a capture, and show it", async () => {
    const page = await visit();
    await expect.poll(() => tab(page, "Kernel OOM").innerText()).toContain("also answered");
    await expect.poll(() => hash(page)).toMatch(/^#1=/);
    const before = page.url();
    await tab(page, "Kernel OOM").click();
    const chosen = /^If memory ran out at 10:12:20, the kernel would kill container cart of shop/;
    await expect.poll(() => headline(page).innerText()).toMatch(chosen);
    await expect.poll(() => page.locator("main").innerText()).toContain("Kubelet or kernel");
    expect(await broken(page)).toEqual([]);
    // Its address brings it back.
    await expect.poll(() => page.url()).not.toBe(before);
    await page.reload();
    await expect.poll(() => headline(page).innerText()).toMatch(chosen);
    expect(await current(page)).toBe("Kernel OOM");
    await page.goBack();
    await expect.poll(() => headline(page).innerText()).toMatch(/is evicted at/);
  });
});

describe.skipIf(MISSING !== null)("one's own cluster", () => {
  const { open } = visits();
  const title = (page: Page) => headline(page).innerText();

  it("is drained where it is dropped on Drain, node by node", async () => {
    const page = await open({ query: "#view=drain" });
    await headline(page).waitFor();
    await drop(page, BUDGETS);
    await expect.poll(() => title(page)).toMatch(/ would (not )?drain/);
    const nodes = page.getByLabel("Node to drain");
    const names = await nodes.locator("option").allInnerTexts();
    expect(names.length).toBe(4);
    await nodes.selectOption(names[1] ?? "");
    await expect.poll(() => title(page)).toContain(`${names[1]} would`);
    expect(await current(page)).toBe("Drain");
    // A reload brings back the objects and the node.
    await expect.poll(() => hash(page)).toMatch(/^#kept-[\w-]+&view=drain&node=/);
    await page.reload();
    await expect.poll(() => title(page)).toContain(`${names[1]} would`);
    expect(await nodes.inputValue()).toBe(names[1]);
    // As the command line says it.
    const words = ["drain", names[1] ?? "", "--example", "budgets", "--all"];
    const { stdout } = await commandLine(words, { columns: 100 });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain((await title(page)).trim());
    await expect.poll(() => page.locator(".drain-remedies .try").count()).toBeGreaterThan(0);
    expect(await broken(page)).toEqual([]);
  });

  it("fits a phone, with every view in sight", async () => {
    const page = await open({ query: "#view=cluster", width: 375 });
    await headline(page).waitFor();
    await drop(page, SHOP);
    await page.locator(".node-frame").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    // Once it took 212 of 900 pixels.
    const header = await page.locator(".top").boundingBox();
    expect(header?.height ?? 999).toBeLessThanOrEqual(140);
    const box = await tab(page, "Live").boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  });

  it("places a pending pod with each fix, in words without options", async () => {
    const page = await open({ query: "#view=pending" });
    await headline(page).waitFor();
    await drop(page, SHOP);
    await expect.poll(() => title(page)).toMatch(/^shop\/cart-1 stays pending/);
    const cards = page.locator(".fix");
    expect(await cards.locator("h3").allInnerTexts()).toEqual([
      "Request 15232Mi of memory for shop/cart-1",
      "Uncordon worker-3",
      "Tolerate node.kubernetes.io/unschedulable:NoSchedule on shop/cart-1",
      "Give shop/cart-1 priority 1",
    ]);
    expect(await page.locator("main").innerText()).not.toContain("--");
    expect(await cards.getByRole("button", { name: /^Cop/ }).count()).toBe(4);
    await page.getByRole("button", { name: "Try it: Uncordon worker-3" }).click();
    await expect
      .poll(() => title(page))
      .toMatch(/^Uncordon worker-3: shop\/cart-1 is placed on worker-3/);
    expect(await page.getByLabel("Pending pod").inputValue()).toBe("shop/cart-1");
    expect(await broken(page)).toEqual([]);
    await page.getByRole("button", { name: "Try it: Uncordon worker-3" }).click();
    await expect.poll(() => title(page)).toMatch(/^shop\/cart-1 stays pending/);
  });

  it("lists the steps of a fix of a drain, with commands of kubectl to copy", async () => {
    const page = await open({ query: "#view=drain" });
    await headline(page).waitFor();
    await drop(page, BUDGETS);
    const steps = page.locator(".drain-remedies .steps").first().locator("li");
    await expect.poll(() => steps.count()).toBe(3);
    expect((await steps.allInnerTexts()).map((each) => each.split("\n")[0])).toEqual([
      expect.stringMatching(/^Request 3400m of cpu and 8064Mi of memory for shop\/catalog-/),
      "Delete the budget data/orders",
      "Give --ignore-daemonsets and --delete-emptydir-data",
    ]);
    expect(await page.locator(".drain-remedies").innerText()).not.toContain("--change");
    await page.getByRole("button", { name: "Copy kubectl" }).first().waitFor();
  });

  it("is not said to settle where the usage of its pods is unknown", async () => {
    const page = await open({ query: "#view=cluster" });
    await headline(page).waitFor();
    await drop(page, SHOP);
    await expect.poll(() => title(page)).toMatch(/^The usage of pods is unknown; if they used/);
    expect(await headline(page).getAttribute("class")).toContain("low");
    expect(await page.locator(".opened").innerText()).toContain("Drop a scenario.yaml");
  });

  it("answers in the other views from the same file", async () => {
    const page = await open({ query: "#view=pending" });
    await headline(page).waitFor();
    await drop(page, SHOP);
    await expect.poll(() => title(page)).toMatch(/^shop\/cart-1/);
    await expect.poll(() => tab(page, "Drain").innerText()).toContain("also answered");
    await tab(page, "Drain").click();
    await expect.poll(() => title(page)).toMatch(/ would (not )?drain/);
    await tab(page, "Pending pod").click();
    await expect.poll(() => title(page)).toMatch(/^shop\/cart-1/);
  });

  it("says that the objects contain no node, and how to get one", async () => {
    const page = await open({ query: "#view=drain" });
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} };
    const list = { apiVersion: "v1", kind: "List", items: [pod, { ...pod, kind: "Service" }] };
    await headline(page).first().waitFor();
    await drop(page, { name: "pods.json", bytes: Buffer.from(JSON.stringify(list)) });
    await expect.poll(() => page.getByRole("alert").innerText()).toContain("contain no Node");
  });
});

describe.skipIf(MISSING !== null)("the answer of a capture", () => {
  const { visit } = visits();

  it("is directly under the title, with fixes and their cost in the first window", async () => {
    const page = await visit({ width: 1440, height: 900 });
    await expect.poll(() => headline(page).innerText()).toMatch(/^shop\/cart-\S+ is evicted at/);
    const costs = page.locator(".fix .cost");
    expect(await costs.count()).toBe(3);
    for (const part of [headline(page), costs.last(), page.locator(".chart").first()]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 999) + 80).toBeLessThan(900);
    }
  });

  it("names the pod on each card that changes it", async () => {
    const page = await visit({ width: 1440 });
    const titles = await page.locator(".fix h3").allInnerTexts();
    expect(titles[0]).toMatch(/^Priority 1 for shop\/cart-\S+ \(now 0\)$/);
    expect(titles[2]).toMatch(/^Request 2391Mi of memory for shop\/cart-\S+ \(now 256Mi\)$/);
  });

  it("ranks pods that are never evicted last, without a place", async () => {
    const page = await visit({ width: 1440 });
    const rows = page.locator(".ranking tbody tr:not(.detail)");
    await expect.poll(() => rows.count()).toBe(8);
    const found = await rows.evaluateAll((all) => all.map((row) => row.textContent?.trim()[0]));
    expect(found).toEqual(["1", "2", "3", "4", "5", "6", "-", "-"]);
    expect(await rows.last().innerText()).toContain("never evicted");
  });

  it("lists evictions and conditions, each a way to its moment", async () => {
    const page = await visit({ width: 1440 });
    const rows = page.locator(".evictions li");
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(2).getByRole("button").click();
    await expect.poll(() => page.locator(".clock").innerText()).toContain("10:17:20");
    expect(await rows.nth(2).innerText()).toContain("MemoryPressure ends");
  });

  it("says after a change which pod is evicted instead", async () => {
    const page = await visit({ width: 1440 });
    await page.getByRole("button", { name: /^Try it: .*priority/ }).click();
    const rows = page.locator(".evictions li");
    await expect.poll(() => rows.filter({ hasText: "batch/report" }).innerText()).toMatch(/new/);
    await expect.poll(() => rows.filter({ hasText: "shop/cart" }).innerText()).toMatch(/spared/);
  });

  it("says after a change what was before and after, with the change to copy", async () => {
    const page = await visit({ width: 375 });
    await page.getByRole("button", { name: /^Try it: .*requested/ }).click();
    const card = page.locator(".before-after");
    const row = (name: string) => card.getByRole("row", { name });
    await expect.poll(() => row("Evicted").innerText()).toMatch(/shop\/cart-.*batch\/report-/s);
    expect(await row("requests").innerText()).toMatch(/256Mi\s+2\.33Gi/);
    expect(await row("The eviction frees").innerText()).toMatch(/2\.46Gi\s+130Mi/);
    expect(await card.locator("code").innerText()).toMatch(
      /^kubectl -n shop set resources deployment\/cart -c cart --requests=memory=2391Mi {2}#/,
    );
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    // What the recording lacks is not drawn as known.
    await expect
      .poll(() => page.locator(".unknown-area").textContent())
      .toMatch(/^Unknown from here The recording lacks shop\/cart-\S+ from 10:12:30 on\./);
    const counted = "1 pod evicted until 10:12:30, then unknown";
    expect(await page.locator(".facts").innerText()).toContain(counted);
    expect(await page.locator(".changes").innerText()).toContain(`${counted}, 1 as recorded`);
    await card.getByRole("button", { name: /^Priority 1 for shop\/cart/ }).click();
    await expect.poll(() => row("priority").innerText()).toMatch(/0\s+1/);
    await expect.poll(() => row("requests").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => row("requests").count()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => card.count()).toBe(0);
    expect(await page.locator(".unknown-area").count()).toBe(0);
  });

  it("names the axis and the line of the chart", async () => {
    const page = await visit({ width: 1440 });
    const chart = page.locator(".chart").first();
    await expect.poll(() => chart.innerText()).toContain("evicts here: 100Mi left");
    expect(await chart.locator(".axis-name").innerText()).toBe("memory in use, of 7.76Gi");
  });

  it.each([1440, 375])("keeps the moment in sight in at most 90 pixels, at %i", async (width) => {
    const page = await visit({ width, height: 700 });
    const strip = page.getByRole("complementary", { name: "The moment on show" });
    expect(await strip.count()).toBe(0);
    // With its parts folded, a phone has the chart in sight where nothing is to fix.
    if (width < 700) await showPart(page, "Ranking");
    await page.locator(".fix").first().waitFor();
    await page.mouse.wheel(0, 1600);
    await strip.waitFor();
    const box = await strip.boundingBox();
    expect(box?.y).toBe(0);
    expect(box?.height).toBeLessThanOrEqual(90);
    const lane = await strip.locator(".marks").boundingBox();
    expect((lane?.y ?? 999) + (lane?.height ?? 0)).toBeLessThanOrEqual(90);
    expect(await strip.innerText()).toContain("10:12:20");
    expect(await broken(page)).toEqual([]);
    await strip.getByRole("button", { name: "Event after" }).click();
    await expect.poll(() => strip.innerText()).toContain("10:17:20");
  });

  it("has the answer, the chart and the fixes on a phone, and folds the rest", async () => {
    const page = await visit({ width: 375, height: 812 });
    await page.locator(".fix").first().waitFor();
    const heads = page.locator(".fold-head:visible");
    await expect
      .poll(() => heads.allTextContents())
      .toEqual([
        "Evictions 1 pod evicted",
        "Decision 1 of 8 thresholds met",
        "Ranking 8 pods",
        expect.stringMatching(/^Configuration /),
        expect.stringMatching(/^Signals \d+ signals$/),
        "Compare two configurations",
        "Sweep one or two settings",
      ]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2100);
    const ranking = page.locator(".ranking");
    expect(await ranking.isVisible()).toBe(false);
    await page.getByRole("button", { name: /^Ranking/ }).click();
    expect(await ranking.isVisible()).toBe(true);
    expect(await brokenWords(page)).toEqual([]);
    expect(await broken(page)).toEqual([]);
  });

  it("folds the examples of a view that has nothing on a phone", async () => {
    const page = await visit({ width: 375, height: 812 });
    await tab(page, "Cluster").click();
    const first = page.locator(".offer").first();
    await page.getByRole("button", { name: /^Examples \d+ examples$/ }).waitFor();
    expect(await first.isVisible()).toBe(false);
    await page.getByRole("button", { name: /^Examples/ }).click();
    expect(await first.isVisible()).toBe(true);
    expect(await broken(page)).toEqual([]);
  });

  it("opens a part on a phone that something else leads to", async () => {
    const page = await visit({ width: 375, height: 812 });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Edit the configuration");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".panel.configuration").isVisible()).toBe(true);
  });

  it("has a header of two rows on every phone and tablet, and of one beyond", async () => {
    const page = await visit();
    for (let width = 320; width <= 1440; width += 40) {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.locator("header.top").boundingBox();
      expect({ width, height: box?.height }).toEqual({
        width,
        height: width <= 700 ? 89 : width < 1200 ? 93 : 59,
      });
    }
  });
});

/** Words that go on in the next line; a hyphen, a dot or a slash ends a word. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.locator("main").evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    const range = document.createRange();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest(".visually-hidden") !== null) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\w{2,}/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) words.push(word);
      }
    }
    return words;
  });
}
