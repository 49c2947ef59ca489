import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { logOf } from "../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../recorded/kept.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleGzip, exampleLines, pairOf } from "./documents.ts";
import { decided, drop, openOwn, paste, visits } from "./visit.ts";

const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 94688Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory.";
/** As quoted in a chat. */
const DESCRIBED = `> Name: cart-0\n> Status: Failed\n> Reason: Evicted\n> Message: ${MESSAGE}\n`;
const KERNEL_LOG = readFileSync(new URL("../oom/dumps/bash-4.x-global.txt", import.meta.url));
const LIMITED = readFileSync(new URL("../oom/dumps/k3s-4.x-memcg.txt", import.meta.url));
const DUMP = readFileSync(new URL("../oom/dumps/linode-3.x-global.txt", import.meta.url));
const BUDGETS = readFileSync(new URL("../../examples/budgets.cluster.json.gz", import.meta.url));
const SHOP = readFileSync(new URL("../../examples/shop.cluster.json.gz", import.meta.url));
const CONFIGURATION = "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n";
const KILLER_LOGS = {
  earlyoom:
    'earlyoom[7]: sending SIGTERM to process 42 uid 1000 "web": oom_score 900, VmRSS 2519 MiB\n',
  oomd:
    "Feb 03 10:11:12 host systemd-oomd[500]: Killed /user.slice/app.scope due to memory pressure " +
    "for /user.slice being 65.50% > 50.00% for > 20s with reclaim activity\n",
};
const SCHEDULER =
  "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" +
  "profiles: [{schedulerName: other}]\n";

const title = (page: Page) => page.locator(".answer .opened h1");
const notices = (page: Page) => page.locator(".notices");
const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === "string" ? Buffer.from(content) : content,
});

describe.skipIf(MISSING !== null)("what an incident leaves behind", () => {
  const { open, visit } = visits();

  it.each([
    ["an eviction message", MESSAGE, /memory/],
    ["a description in a chat", DESCRIBED, / was evicted( from \S+)? for \w+/],
    [
      "the scheduler's sentence",
      "0/12 nodes are available: 3 Insufficient memory, 9 node(s) had untolerated taint(s).",
      /^The pod stays pending: all 12 nodes refuse it, 9 because of untolerated taint/,
    ],
  ])("is answered when it is pasted: %s", async (_, text, words) => {
    const page = await visit();
    await paste(page, text);
    await expect.poll(() => title(page).innerText()).toMatch(words);
    expect(await broken(page)).toEqual([]);
  });

  it("is answered when it is dropped: a kubelet's log, with the configuration", async () => {
    const { log } = await logged();
    const page = await visit();
    await drop(page, file("kubelet.log", log));
    await expect.poll(() => title(page).innerText()).toMatch(/11 pods were evicted for memory/);
    expect(await page.title()).toMatch(/^11 pods were evicted for memory/);
    const answer = page.locator(".answer");
    await expect.poll(() => answer.innerText()).toContain("Thresholds as named in the log");
    // It comes later, and is what the node had.
    await drop(page, file("config.yaml", CONFIGURATION));
    await expect
      .poll(() => notices(page).innerText())
      .toContain("config.yaml is a kubelet configuration, used as the recorded one");
    await expect.poll(() => answer.innerText()).not.toContain("Thresholds as named in the log");
    expect(await broken(page)).toEqual([]);
  });

  it.each([
    ["a configuration", "kubelet.yaml", CONFIGURATION, /kubelet/],
    [
      "a configuration with an error",
      "kubelet.yaml",
      "maxPods: -1\n",
      /^The kubelet would not start/,
    ],
    ["a log of earlyoom", "earlyoom.log", KILLER_LOGS.earlyoom, /^earlyoom sent SIGTERM to web/],
    ["a log of systemd-oomd", "oomd.log", KILLER_LOGS.oomd, /^systemd-oomd killed \/user/],
  ])("is answered in place of the example: %s", async (_, name, text, words) => {
    const page = await visit();
    await drop(page, file(name, text));
    await expect.poll(() => title(page).innerText()).toMatch(words);
    // Nothing of the example is left on show.
    expect(await page.locator("main").innerText()).not.toContain("cart");
    expect(await page.locator(".changes").count()).toBe(0);
    expect(await broken(page)).toEqual([]);
  });

  it("tries a configuration on one's own capture, and checks it next to an example", async () => {
    const page = await visit();
    await openOwn(page);
    await drop(page, file("kubelet.yaml", CONFIGURATION));
    await expect.poll(() => page.locator(".changes").innerText()).toContain("100Mi → 50Mi");
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    await drop(page, file("kubelet.yaml", CONFIGURATION));
    await expect.poll(() => page.locator("main.answer").innerText()).toContain("kubelet.yaml");
  });

  it("says that a capture is not decided with a configuration that is refused", async () => {
    const page = await visit();
    const [header = "", ...records] = exampleLines("memory-leak");
    const { config: _, ...bare } = JSON.parse(header);
    const capture = [JSON.stringify(bare), ...records, ""].join("\n");
    const refused = CONFIGURATION.replace("50Mi", "lots");
    await drop(page, file("bare.ndjson", capture), file("kubelet.yaml", refused));
    await expect
      .poll(() => page.locator("main h1").innerText())
      .toBe("Nothing is decided: the configuration is refused");
    expect(await page.locator(".opened").innerText()).toContain("because it is refused: Line 2");
    expect(await broken(page)).toEqual([]);
  });

  it("is answered when it is dropped: a kernel's log", async () => {
    const page = await visit();
    await drop(page, file("dmesg.txt", KERNEL_LOG));
    await expect.poll(() => title(page).innerText()).toMatch(/kill/);
    expect(await page.locator(".answer .opened").getAttribute("data-subject")).toBe("kernelOom");
  });

  it("says why pods of one's own cluster stay pending, one by one", async () => {
    const page = await visit();
    await drop(page, file("shop.json.gz", SHOP));
    await expect.poll(() => title(page).innerText()).toMatch(/^shop\/cart-1/);
    await expect.poll(() => page.locator(".answer").innerText()).toContain("5 Insufficient memory");
    await page.getByLabel("Pending pod").selectOption("shop/search-1");
    await expect.poll(() => title(page).innerText()).toMatch(/^shop\/search-1/);
    expect(await broken(page)).toEqual([]);
    // The scheduler has no profile for them.
    await drop(page, file("scheduler.yaml", SCHEDULER));
    await expect.poll(() => title(page).innerText()).toBe("No pod is pending");
    expect(await notices(page).innerText()).toContain("scheduler.yaml is a scheduler's");
  });

  it("leads from objects without a pending pod to the views that show more of them", async () => {
    const page = await visit();
    await drop(page, file("budgets.json.gz", BUDGETS));
    await expect.poll(() => title(page).innerText()).toBe("No pod is pending");
    const views = page.locator(".other-views");
    await expect.poll(() => views.locator("button").allInnerTexts()).toEqual(["Cluster", "Drain"]);
    await views.getByRole("button", { name: "Drain" }).click();
    await expect.poll(() => page.locator("h1").innerText()).toMatch(/^worker-1 would/);
  });

  it("shows at the edge of a wide table that more of it is behind the edge", async () => {
    const page = await visit({ width: 375 });
    await drop(page, file("dump.txt", DUMP));
    const scroller = page.locator(".scroller").filter({ hasText: "page tables" });
    await scroller.waitFor({ state: "attached" });
    for (const head of await page.locator(".fold-head button").all()) await head.click();
    const [hidden, cue] = await scroller.evaluate((each) => [
      each.scrollWidth - each.clientWidth,
      getComputedStyle(each).backgroundAttachment,
    ]);
    expect(hidden).toBeGreaterThan(0);
    // The covers move with the table, the shadows stay at the edges.
    expect(cue).toBe("local, local, scroll, scroll");
  });

  it("calls the parts of one text parts, and not files", async () => {
    const page = await visit();
    const kernel = "web invoked oom-killer: gfp_mask=0xcc0, order=0\n";
    await drop(page, file("pasted.txt", `${DESCRIBED}\n${kernel}`));
    const others = page.locator(".other-answers");
    await others.waitFor();
    expect(await others.getByRole("heading").innerText()).toBe("Also in this file");
    expect(await others.innerText()).not.toContain("pasted.txt");
  });

  it("says what a file seems to be, and what to do", async () => {
    const page = await visit();
    await drop(page, file("notes.txt", "We looked at the node.\nIt was slow.\n"));
    await expect
      .poll(() => page.locator(".notice.failure").innerText())
      .toMatch(/^notes\.txt is not recognized\. It seems to be plain text without an eviction/);
    expect(await page.locator(".notice.failure").innerText()).toContain(
      "Paste the pod's message, or drop the output of: kubectl get events -A -o json",
    );
    // What was open stays open.
    await page.locator(".headline").waitFor();
  });

  it("opens the view that fits a description of a pending pod", async () => {
    const page = await visit();
    const message = "0/3 nodes are available: 3 Insufficient memory.";
    await paste(
      page,
      "Name: cart-0\nNamespace: shop\nStatus: Pending\nEvents:\n" +
        `  Warning  FailedScheduling  2m  default-scheduler  ${message}\n`,
    );
    await expect.poll(() => title(page).innerText()).toMatch(/^shop\/cart-0 stays pending/);
    expect(await page.locator(".views [aria-current]").innerText()).toBe("Pending pod");
  });

  it("lists the answers about other files, each a way to it", async () => {
    const page = await visit();
    await drop(page, file("dmesg.txt", KERNEL_LOG), file("pod.txt", DESCRIBED));
    await expect.poll(() => title(page).innerText()).toMatch(/./);
    const others = page.locator(".other-answers");
    const first = await title(page).innerText();
    expect(await others.getByRole("button").count()).toBe(1);
    expect(await broken(page)).toEqual([]);
    await others.getByRole("button").click();
    await expect.poll(() => title(page).innerText()).not.toBe(first);
    await expect.poll(() => others.innerText()).toContain(first);
  });

  it("has the fixes of a kill as cards under the reason", async () => {
    const page = await visit({ width: 1440 });
    await drop(page, file("dmesg.txt", LIMITED));
    const card = page.locator(".answer .fix").first();
    await card.waitFor();
    expect((await card.boundingBox())?.y).toBeLessThan(600);
    expect(await broken(page)).toEqual([]);
  });

  it("simulates objects that come with a scenario", async () => {
    const page = await visit();
    const read = (name: string) =>
      readFileSync(new URL(`../../examples/clusters/eviction-loop/${name}`, import.meta.url));
    const files = ["objects.yaml", "scenario.yaml"].map((name) => file(name, read(name)));
    await drop(page, ...files);
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/never settles/);
    expect(await page.locator(".views [aria-current]").innerText()).toBe("Cluster");
    await page.locator(".remedies .fix .cost").first().waitFor();
  });

  it("waits on Cluster for the objects of a scenario that comes alone", async () => {
    const page = await visit();
    const read = (name: string) =>
      readFileSync(new URL(`../../examples/clusters/eviction-loop/${name}`, import.meta.url));
    await drop(page, file("scenario.yaml", read("scenario.yaml")));
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toMatch(/^The scenario lacks the objects of its cluster\. Drop them too/);
    expect(await page.locator(".views [aria-current]").innerText()).toBe("Cluster");
    await drop(page, file("objects.yaml", read("objects.yaml")));
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/never settles/);
  });

  it("opens a capture among other files, and names what it leaves out", async () => {
    const page = await visit();
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const capture = file("mine.gz", exampleGzip("fork-bomb"));
    await drop(page, capture, file("screenshot.png", picture), file("dmesg.txt", KERNEL_LOG));
    await decided(page, "mine.gz");
    const said = await notices(page).innerText();
    expect(said).toContain("mine.gz is a capture; dmesg.txt is a kernel's log");
    expect(said).toContain("screenshot.png is a picture");
  });

  it("completes a Summary with pods that were answered before", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    await drop(page, file("pods.json", pods));
    await expect
      .poll(() => title(page).innerText())
      .toMatch(/^No pod was evicted, killed or rejected in 8 objects/);
    expect(await notices(page).innerText()).toContain("is a PodList; give the Summary");
    await drop(page, file("summary.json", summary));
    await expect.poll(() => page.locator(".ranking tbody tr").count()).toBe(8);
  });

  it("comes back with the address, and gives way to an example", async () => {
    const page = await visit();
    await drop(page, file("dmesg.txt", KERNEL_LOG));
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#kept-/);
    const words = await title(page).innerText();
    await page.reload();
    await expect.poll(() => title(page).innerText()).toBe(words);
    await page.getByLabel("Example").selectOption("inode-storm");
    await expect.poll(() => new URL(page.url()).hash).not.toMatch(/^#kept-/);
    await page.goBack();
    await expect.poll(() => title(page).innerText()).toBe(words);
  });

  it("shows how far a log of 30 MB is read, and never keeps the page waiting", async () => {
    const { log } = await logged();
    const page = await open();
    await page.locator(".headline").waitFor();
    await page.waitForTimeout(2000);
    await page.evaluate(makeLong, { log, other: OTHER_LINE, bytes: 30e6 });
    await page.evaluate(dropMade);
    const progress = page.locator(".notice.progress");
    await expect.poll(() => progress.innerText()).toMatch(/Reading long\.log: .* of .*M/);
    await expect
      .poll(() => title(page).innerText(), PATIENT)
      .toMatch(/pods were evicted for memory/);
    const longest = await page.evaluate(() => Math.max(0, ...tasks));
    // The aim is 100 ms; other tests share the processors.
    expect(longest).toBeLessThan(250);
  });

  it("stops reading when asked to", async () => {
    const { log } = await logged();
    const page = await visit();
    await page.evaluate(makeLong, { log, other: OTHER_LINE, bytes: 60e6 });
    await page.evaluate(dropMade);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.locator(".notice.progress").count()).toBe(0);
    await drop(page, file("dmesg.txt", KERNEL_LOG));
    await expect.poll(() => title(page).innerText()).toMatch(/kill/);
  });
});

/** What a kubelet writes most of the time. */
const OTHER_LINE =
  'I1122 20:00:00.000000     812 kubelet.go:2417] "SyncLoop (PLEG): event for pod" ' +
  'pod="shop/web-6f7c8d9b5-x2x7k" event={"ID":"0e6a","Type":"ContainerStarted"}\n';
const PATIENT = { timeout: 50_000 };

/** Of the page: the milliseconds of each task that was longer than 50, and a long log. */
declare const tasks: number[];
declare const long: File;

/** Runs in the page: makes a log of this size, in which little is about evictions. */
function makeLong({ log, other, bytes }: { log: string; other: string; bytes: number }): void {
  const rest = other.repeat(Math.ceil(bytes / other.length));
  Object.assign(globalThis, { long: new File([log, rest], "long.log") });
}

/** Runs in the page: drops it, and notes how long tasks take from then on. */
function dropMade(): void {
  const noted: number[] = [];
  Object.assign(globalThis, { tasks: noted });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.push(duration);
  }).observe({ type: "longtask" });
  const transfer = new DataTransfer();
  transfer.items.add(long);
  document
    .querySelector("main")
    ?.dispatchEvent(
      new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
}

/** What a kubelet wrote while a node was recorded. */
async function logged(): Promise<{ readonly log: string }> {
  const { passes } = await readKept("memory-hard");
  return { log: logOf(passes, "klog of 1.35") };
}
