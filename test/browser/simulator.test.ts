import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import index from "../../examples/clusters/index.json" with { type: "json" };
import { commandLine } from "../hosts/cli/commandLine.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { drop, showPart, visits } from "./visit.ts";

const verdictOf = (page: Page) => page.locator(".verdict");
const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** What the command line prints of an example. */
async function printed(
  name: string,
  drain?: string,
  flags: readonly string[] = [],
): Promise<string> {
  const objects = `examples/clusters/${name}/objects.yaml`;
  const words =
    drain === undefined
      ? ["simulate", "--example", name, "--no-search"]
      : ["drain", drain, "--objects", objects, ...flags, "--all"];
  return flat((await commandLine(words, { columns: 100 })).stdout);
}

/** Waits until the cluster was simulated, and answers the verdict. */
async function verdict(page: Page): Promise<string> {
  await expect.poll(() => verdictOf(page).innerText()).toMatch(/^Th(e|is) cluster|^\S+ would /);
  return flat(await verdictOf(page).innerText());
}

describe.skipIf(MISSING !== null)("a cluster on the page", () => {
  const { open, visit } = visits();

  it("says of every example what the command line says, word for word", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    for (const { name, drain } of index) {
      await page.getByLabel("Example").selectOption(`cluster:${name}`);
      await page
        .locator(".opened .name")
        .filter({ hasText: titleOf(name) })
        .waitFor();
      const title = await verdict(page);
      const reasons = (await page.locator(".opened .reason").allInnerTexts()).map(flat);
      const other = await printed(name, drain);
      expect(other).toMatch(/^[✔!✖?] /);
      expect(other.slice(2, 2 + title.length)).toBe(title);
      for (const reason of reasons) expect(other).toContain(reason);
    }
  });

  it("is loaded when it is opened, and is left by Back", async () => {
    const asked: string[] = [];
    const page = await visit({
      prepare: async (page) => void page.on("request", (request) => asked.push(request.url())),
    });
    const ofClusters = () => asked.filter((url) => /cluster|simulator|scheduler/i.test(url));
    expect(ofClusters()).toEqual([]);
    const before = await page.locator(".opened .name").innerText();
    await page.getByLabel("Example").selectOption("cluster:cascade");
    expect(await verdict(page)).toContain("cascades");
    expect(ofClusters().length).toBeGreaterThan(0);
    expect(await page.title()).toBe(`${titleOf("cascade")} · Plimsoll playground`);
    expect(new URL(page.url()).hash).toMatch(/^#cluster=cascade/);
    await page.reload();
    expect(await verdict(page)).toContain("cascades");
    await page.goBack();
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe(before);
    await expect.poll(() => page.locator(".headline").count()).toBe(1);
  });

  it.each([
    ["eviction-loop", "Set evictionHard memory.available to 416Mi"],
    ["daemonset-loop", "Set evictionHard memory.available to 112Mi"],
    ["cascade", "Add a node like worker-1."],
    ["toleration-seconds", "Tolerate maintenance:NoExecute without tolerationSeconds"],
    ["out-of-loop", "Remove spec.nodeName (worker-1)"],
    ["daemonset-disk-pressure", "Give worker-1 124Gi of ephemeral-storage"],
    ["eviction-hard-90-percent", "Cordon worker-1"],
  ])("ends %s with what it names, and comes back", async (name, change) => {
    const page = await open({ query: `#cluster=${name}` });
    const before = await verdict(page);
    const settlesNow = async () => {
      const now = await verdictOf(page).innerText();
      return now.startsWith("The cluster settles") && now !== before;
    };
    await page.getByRole("button", { name: `Try it: ${change}` }).click();
    await expect.poll(() => settlesNow()).toBe(true);
    expect(await page.locator(".changes").innerText()).toContain(`Not the scenario: ${change}`);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/&try=\d$/);
    await page.reload();
    await expect.poll(() => settlesNow()).toBe(true);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => verdictOf(page).innerText()).toBe(before);
  });

  it("says of a cluster that settles after evictions what would have spared its pods", async () => {
    const page = await open({ query: "#cluster=eviction-hard-90-percent" });
    expect(await verdict(page)).toContain("evicted or rejected");
    const remedies = page.getByRole("region", { name: "Fixes" });
    await expect.poll(() => remedies.locator("li").count()).toBeGreaterThan(0);
    for (const each of await remedies.locator("li").allInnerTexts()) {
      expect(each).toContain("It settles, and no pod is evicted");
    }
  });

  it.each([
    ["a cluster without an eviction", undefined, "without an eviction, so no fixes were searched."],
    [
      "one that is not simulated long enough",
      "until: 3m",
      "not simulated long enough for a verdict",
    ],
  ])("says in a sentence why nothing was searched: %s", async (_, until, words) => {
    const scenario = readFileSync("examples/clusters/eviction-loop/scenario.yaml", "utf8");
    const body =
      until === undefined ? "until: 1h\nworkloads: []\n" : scenario.replace(/until: .*/, until);
    const page = await open({
      query: "#cluster=eviction-loop",
      prepare: async (each) => {
        await each.route("**/eviction-loop/scenario.yaml", (route) => route.fulfill({ body }));
      },
    });
    await expect.poll(() => page.locator(".remedies").innerText()).toContain(words);
  });

  it("proves a thrash by two equal states, and names the pattern between them", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    await verdict(page);
    const proof = page.getByRole("region", { name: "Proof" });
    const signs = await proof.locator(".equals").allInnerTexts();
    expect(signs).toEqual(Array.from({ length: 7 }, () => "="));
    const head = await proof.locator("thead").innerText();
    expect(head).toMatch(/\+13m05s\s+\+1h39m05s/);
    expect(await proof.innerText()).toContain(
      "35 events that repeat every 28m40s. After 3 of them (1h26m), all of the state is the same",
    );
    expect(await broken(page)).toEqual([]);
    await page.getByRole("button", { name: /^Try it: Cordon/ }).click();
    await expect.poll(() => proof.count()).toBe(0);
  });

  it("drains with the flags that are given, as the command line does", async () => {
    const page = await open({ query: "#cluster=drain-two-budgets" });
    await expect.poll(() => verdictOf(page).innerText()).toContain("would not drain");
    const flag = (name: string) => page.getByRole("checkbox", { name });
    await flag("--force").check();
    await flag("--ignore-daemonsets").check();
    await expect
      .poll(() => page.url())
      .toMatch(/#cluster=drain-two-budgets&flags=ignore-daemonsets,force$/);
    expect(await flag("--delete-emptydir-data").isChecked()).toBe(false);
    const flags = ["--ignore-daemonsets", "--force"];
    const text = await printed("drain-two-budgets", "worker-1", flags);
    await expect.poll(async () => text.includes(await verdictOf(page).innerText())).toBe(true);
    await page.reload();
    await expect.poll(() => flag("--force").isChecked()).toBe(true);
    await expect.poll(async () => text.includes(await verdictOf(page).innerText())).toBe(true);
  });

  it("drains with each change that the command line names, and comes back", async () => {
    const [name, drain] = ["drain-two-budgets", "worker-1"];
    const page = await open({ query: `#cluster=${name}` });
    const before = await verdict(page);
    expect(before).toContain("worker-1 would not drain");
    const buttons = page.locator(".drain-remedies .try");
    await expect.poll(() => buttons.count()).toBe(3);
    await page.getByRole("button", { name: "Show 1 more" }).click();
    expect(await buttons.count()).toBe(4);
    const text = await printed(name, drain);
    const items = await page.locator(".drain-remedies li > div").allInnerTexts();
    for (const line of items.flatMap((item) => item.split("\n"))) {
      expect(withoutForms(text)).toContain(withoutForms(flat(line)).trim());
    }
    const change = "Delete the budget data/stateful.";
    await page.getByRole("button", { name: `Try it: ${change}` }).press("Enter");
    const drained = "worker-1 would drain in 1 round: 1 pod is evicted";
    await expect.poll(() => verdictOf(page).innerText()).toBe(drained);
    expect(await page.locator(".changes").innerText()).toContain(`Not the scenario: ${change}`);
    expect(await page.locator(".drain tbody tr").allInnerTexts()).toContainEqual(
      expect.stringContaining("its replacement is placed on worker-2"),
    );
    expect(await broken(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#cluster=${name}&try=1`);
    await page.reload();
    await expect.poll(() => verdictOf(page).innerText()).toBe(drained);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => verdictOf(page).innerText()).toBe(before);
    expect(new URL(page.url()).hash).toBe(`#cluster=${name}`);
    await page.goBack();
    await expect.poll(() => verdictOf(page).innerText()).toBe(drained);
  });

  it("explains an eviction as the command line does, and keeps the moment", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    await verdict(page);
    const row = page.locator(".events button").filter({ hasText: "Evicted shop/cart-1:" });
    await row.click();
    const why = page.locator(".explanation-of");
    await expect.poll(() => why.locator(".headline").innerText()).toBe("Evicts shop/cart-1");
    const said = await why.locator("code").last().innerText();
    const { stdout } = await commandLine([...said.split(" ").slice(1), "--all"], { columns: 100 });
    const sentence = await why.locator(".why").innerText();
    expect(flat(stdout)).toContain(sentence);
    expect(stdout).toContain("shop/cart-1 is evicted");
    await expect.poll(() => new URL(page.url()).hash).toBe("#cluster=eviction-loop&at=161");
    await page.reload();
    await expect.poll(() => page.locator("#nodes-title").innerText()).toBe("Nodes at +2m41s");
  });

  it("has the nodes that refuse a pod behind the scheduler's message", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    await verdict(page);
    await page.locator(".events button").filter({ hasText: "0/2 nodes are" }).first().click();
    const refusals = page.getByRole("group", { name: "Nodes that cannot take it" });
    const rows = refusals.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    // A column has its place in the row, and shows below its neighbor where there is no room.
    const shown = await rows.locator(":visible").allInnerTexts();
    expect(shown.filter((text) => text === "NodeResourcesFit")).toHaveLength(1);
    await refusals.locator(".below").evaluateAll((all) => {
      for (const each of all) each.remove();
    });
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    // The scenario's second node is too small; the first is under pressure, which taints it.
    expect(cells.sort()).toEqual([
      ["1", "Insufficient memory", "NodeResourcesFit", "worker-2"],
      ["1", "node(s) had untolerated taint(s)", "TaintToleration", "worker-1"],
    ]);
    const message = await page.locator(".event-words").innerText();
    for (const [, reason] of cells) expect(message).toContain(`1 ${reason}`);
    expect(await broken(page)).toEqual([]);
    // Another event has another answer.
    await page.locator(".events button").filter({ hasText: "Evicted shop/cart-1:" }).click();
    await expect.poll(() => refusals.count()).toBe(0);
  });

  it("marks a container that the kernel kills as it does what is evicted", async () => {
    const objects = readFileSync("examples/clusters/eviction-loop/objects.yaml", "utf8");
    const limited = objects.replace("memory: 256Mi}}", "memory: 256Mi}, limits: {memory: 1Gi}}");
    expect(limited).not.toBe(objects);
    const page = await open({
      query: "#cluster=eviction-loop",
      prepare: async (each) => {
        await each.route("**/eviction-loop/objects.yaml", (route) =>
          route.fulfill({ body: limited }),
        );
      },
    });
    await verdict(page);
    const row = page.locator(".events li").filter({ hasText: "OOMKilled" }).first();
    expect(await row.getAttribute("class")).toContain("goes");
    expect(await page.locator(".went").count()).toBeGreaterThan(0);
  });

  it.each([320, 375, 700])("cuts no words next to or on its cycle at %i px", async (width) => {
    const page = await open({ query: "#cluster=eviction-loop", width });
    for (const { name } of index.filter(({ name }) => /loop|seconds|disk/.test(name))) {
      await page.getByLabel("Example").selectOption(`cluster:${name}`);
      const words = page.locator(".cycle-words");
      await expect.poll(() => page.locator(".opened .name").innerText()).toBe(titleOf(name));
      await words.waitFor();
      expect(await words.innerText()).toMatch(/every \d+(ms|[hms])/);
      const cut = await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect({ name, cut }).toEqual({ name, cut: 0 });
    }
  });

  it.each([320, 375, 700])("has room for the times of its timeline at %i px", async (width) => {
    const page = await open({ query: "#cluster=eviction-loop", width });
    await verdict(page);
    const edges = await page.locator(".times span").evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.width > 0)
        .map(({ left, right }) => ({ left, right })),
    );
    expect(edges.length).toBeGreaterThan(2);
    for (const [index, { left }] of edges.entries()) {
      const before = edges[index - 1];
      if (before !== undefined) expect(left - before.right).toBeGreaterThanOrEqual(8);
    }
  });

  it("puts twelve nodes in rows in which no words cover others", async () => {
    const page = await visit({ width: 1440 });
    const bytes = readFileSync("examples/shop.cluster.json.gz");
    await drop(page, { name: "shop.json.gz", bytes });
    await page.locator(".answer").waitFor();
    await page.getByRole("link", { name: /^Cluster/ }).click();
    await expect.poll(() => page.locator(".node-frame").count()).toBe(12);
    const figures = await page
      .locator(".node-figure")
      .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
    expect(figures).toEqual([0, 0, 0]);
    const covered = await page.locator(".load-line span").evaluateAll((all) => {
      const boxes = all.map((each) => each.getBoundingClientRect());
      return boxes.filter((a) =>
        boxes.some((b) => a !== b && a.top === b.top && a.left < b.right && b.left < a.right),
      ).length;
    });
    expect(covered).toBe(0);
  });

  it.each([375, 1280, 1440])(
    "breaks no heading of a drain within a word at %i px",
    async (width) => {
      const page = await open({ query: "#cluster=drain-two-budgets", width });
      await verdict(page);
      const broken = await page.locator(".drain thead th").evaluateAll((all) =>
        all.flatMap((each) => {
          const words = each.textContent?.split(" ").length ?? 0;
          const range = document.createRange();
          range.selectNodeContents(each);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
          return lines > words ? [each.textContent] : [];
        }),
      );
      expect(broken).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );

  it("is moved through with keys alone", async () => {
    const page = await open({ query: "#cluster=eviction-loop", reducedMotion: "reduce" });
    await verdict(page);
    const time = page.getByRole("slider", { name: "Time of the scenario" });
    await time.focus();
    await page.keyboard.press("Home");
    expect(await time.getAttribute("aria-valuenow")).toBe("0");
    await page.keyboard.press("ArrowRight");
    expect(Number(await time.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    await page.keyboard.press("End");
    const [most, now] = await Promise.all(
      ["aria-valuemax", "aria-valuenow"].map((each) => time.getAttribute(each)),
    );
    expect(now).toBe(most);
    await page.keyboard.press("Home");
    for (let pressed = 0; pressed < 6; pressed++) await page.keyboard.press("]");
    const current = page.locator(".events [aria-current]");
    const first = await current.innerText();
    await current.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => current.innerText()).not.toBe(first);
    await page.keyboard.press(" ");
    const change = page.getByRole("button", { name: /^Try it: Cordon/ });
    await change.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => verdictOf(page).innerText()).toContain("The cluster settles");
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });

  it.each([
    [1440, "light", "cascade"],
    [375, "dark", "out-of-loop"],
    [375, "light", "drain-two-budgets"],
  ] as const)("breaks no rule, %i pixels wide, %s: %s", async (width, scheme, name) => {
    const page = await open({ query: `#cluster=${name}`, width, scheme });
    await verdict(page);
    if (name.startsWith("drain")) await page.locator(".drain-remedies button").first().waitFor();
    if (name === "cascade")
      await page.getByRole("button", { name: /the kubelet of worker-1 decides/ }).click();
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByRole("link", { name: "Skip to the answer" }).press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toMatch(`#cluster=${name}`);
    expect(await verdictOf(page).isVisible()).toBe(true);
  });

  it("covers no pod with the words of a low load line", async () => {
    const page = await open({ query: "#cluster=eviction-hard-90-percent", width: 375 });
    await verdict(page);
    const words = await page.locator(".load-line span").first().boundingBox();
    const box = await page.locator(".box").first().boundingBox();
    expect(words?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1);
  });

  it.each([360, 375])("has room for all of its parts at %i px", async (width) => {
    const page = await open({ query: "#cluster=eviction-hard-90-percent", width });
    await verdict(page);
    await showPart(page, "Events");
    const last = await page.getByRole("tab", { name: "Why" }).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  it("tells nodes and events apart in colors of the user's own", async () => {
    const page = await open({ query: "#cluster=cascade", forcedColors: "active" });
    await verdict(page);
    const border = await page
      .locator(".box")
      .first()
      .evaluate((box) => getComputedStyle(box).border);
    expect(border).toMatch(/^1px solid/);
    expect(await broken(page)).toEqual([]);
  });
});

/** Commands stand in brackets, and go on in the next line, on the command line alone. */
function withoutForms(text: string): string {
  return text.replaceAll(/[[\]]/g, "").replaceAll(" \\ ", " ");
}

function titleOf(name: string): string {
  return index.find((each) => each.name === name)?.title ?? "";
}
