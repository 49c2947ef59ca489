import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import {
  captureOf,
  crowdedCapture,
  exampleGzip,
  exampleLines,
  exampleTitles,
  pairOf,
  SCRIPT_NAME,
  scriptCapture,
  summaryWithout,
} from "./documents.ts";
import { editorOf } from "./editor.ts";
import { decided, drop, headlineOf, openOwn, paste, visits } from "./visit.ts";

/** A hundred megabytes, on a machine that does other things as well. */
const PATIENT = { timeout: 45_000 };

/** Of a Summary, a PodList and a configuration. */
const ORDERS = [
  ["S", "P", "C"],
  ["S", "C", "P"],
  ["P", "S", "C"],
  ["P", "C", "S"],
  ["C", "S", "P"],
  ["C", "P", "S"],
] as const;

/** Runs in the page: drops a capture whose records carry a lot that nobody reads. */
function dropLong({ lines, paddingBytes }: { lines: string[]; paddingBytes: number }): void {
  const padding = `,"padding":"${"x".repeat(paddingBytes)}"}\n`;
  const parts = lines.flatMap((line) => [line.slice(0, -1), padding]);
  const transfer = new DataTransfer();
  transfer.items.add(new File(parts, "long.ndjson"));
  document
    .querySelector("main")
    ?.dispatchEvent(
      new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
}

describe.skipIf(MISSING !== null)("what the page takes in", () => {
  const { forgive, open, visit } = visits();

  it("says so when the module cannot be loaded", async () => {
    forgive(/net::ERR_|preload/);
    const prepare = async (page: Page) => {
      await page.route("**/*.wasm", (route) => route.abort());
    };
    const page = await open({ prepare });
    const failure = page.locator(".notice.failure");
    await expect
      .poll(() => failure.innerText())
      .toMatch(/^The module that decides cannot be loaded \(Failed to fetch\); reload the page/);
  });

  it("reads a capture of several gzip members to its end", async () => {
    const page = await visit();
    const [header = "", ...records] = exampleLines("memory-leak");
    const lines = [[header, ...records.slice(0, 40)], records.slice(40, 60), records.slice(60)];
    const bytes = Buffer.concat(lines.map((part) => gzipSync(`${part.join("\n")}\n`)));
    await drop(page, { name: "appended.ndjson.gz", bytes });
    await decided(page, "appended.ndjson.gz");
    expect(await page.locator(".facts").innerText()).toContain("112 steps");
    expect(await page.locator(".notices").innerText()).not.toContain("could not be read");
  });

  it("leaves a visitor who is quicker than an example with what he opened", async () => {
    let send = () => {};
    const isSlow = new Promise<void>((resolve) => {
      send = resolve;
    });
    const slowly = async (page: Page, name: string) => {
      await page.route(`**/examples/${name}*`, async (route) => {
        await isSlow;
        await route.continue();
      });
    };
    const page = await open({ prepare: (page) => slowly(page, "memory-leak") });
    await page.getByLabel("Example").selectOption("fork-bomb");
    const title = page.locator(".opened .name");
    await expect.poll(() => title.innerText()).toBe("A fork bomb runs into pid.available");
    await slowly(page, "inode-storm");
    await page.getByLabel("Example").selectOption("inode-storm");
    await drop(page, { name: "mine.gz", bytes: exampleGzip("soft-oscillation") });
    await expect.poll(() => title.innerText()).toBe("mine.gz");
    const answers = ["memory-leak", "inode-storm"].map((name) =>
      page.waitForResponse((response) => response.url().includes(name)),
    );
    send();
    for (const answer of await Promise.all(answers)) await answer.finished();
    await page.waitForTimeout(200);
    expect(await title.innerText()).toBe("mine.gz");
  });

  it("opens on an example, at its first eviction", async () => {
    const page = await visit();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await page.locator("blockquote").innerText()).toMatch(
      /^The node was low on resource: memory\. Threshold quantity: 100Mi, available: 94688Ki\./,
    );
    expect(await page.locator(".clock").innerText()).toContain("2026-01-15 10:12:20 UTC");
  });

  it("opens every example of a node in the menu", async () => {
    const page = await visit();
    const menu = page.getByLabel("Example");
    const names = await menu.locator("optgroup[label='A node'] option").allTextContents();
    expect(names).toEqual(exampleTitles());
    for (const name of names) {
      await menu.selectOption({ label: name });
      await expect.poll(() => page.locator(".opened .name").innerText()).toBe(name);
      await page.locator(".headline").waitFor();
    }
  });

  it.each([
    ["gzip", exampleGzip("fork-bomb")],
    ["plain", Buffer.from(`${exampleLines("fork-bomb").join("\n")}\n`)],
  ])("takes a dropped capture: %s", async (_, bytes) => {
    const page = await visit();
    await drop(page, { name: "node-7.ndjson", bytes });
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe("node-7.ndjson");
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts ci\//);
  });

  it("takes a capture that is cut off, and says where it ends", async () => {
    const page = await visit();
    const whole = exampleGzip("memory-leak");
    await drop(page, { name: "cut.gz", bytes: whole.subarray(0, whole.length - 4000) });
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe("cut.gz");
    await page.getByText("could not be read; everything else is used").click();
    await expect
      .poll(() => page.locator(".notices li").innerText())
      .toMatch(/^Line \d+ is truncated/);
  });

  it("takes a Summary with its PodList", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    await drop(page, { name: "summary.json", bytes: summary }, { name: "pods.json", bytes: pods });
    // The example evicts the same pod.
    await expect.poll(() => page.locator(".facts").innerText()).toContain("1 step\n");
    expect(await headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    // One moment has no curve: what is left is in words and bars, and no empty chart.
    const memory = page.locator(".headroom-row", { hasText: /^memory\.available/ });
    expect(await memory.innerText()).toContain("92.5Mi of 7.76Gi free, evicts below 100Mi");
    expect(await page.locator(".chart").count()).toBe(0);
    expect(await page.locator(".opened .name").innerText()).toBe("worker-3");
  });

  it("takes a Summary, its PodList and a configuration one by one, in any order", async () => {
    const { summary, pods } = pairOf("memory-leak", 74);
    const kubelet = "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n";
    const [S, P, C] = [
      { name: "summary.json", bytes: summary },
      { name: "pods.json", bytes: pods },
      { name: "kubelet.yaml", bytes: Buffer.from(kubelet) },
    ] as const;
    const page = await visit();
    for (const order of ORDERS.map((letters) => letters.map((each) => ({ S, P, C })[each]))) {
      for (const each of order) {
        await drop(page, each);
        // A configuration is answered by itself where no capture is on show.
        const named = page.locator(".notices, .opened").filter({ hasText: each.name });
        await named.first().waitFor();
      }
      await expect.poll(() => page.locator(".ranking tbody tr").count()).toBe(8);
      await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
      // It counts as recorded, whenever it came.
      await expect.poll(() => page.locator(".changes").count()).toBe(0);
      // What was given before a capture does not belong to what comes after it.
      await page.getByLabel("Example").selectOption("fork-bomb");
      await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts ci\//);
    }
  });

  it("says of a lone Summary what it needs, and keeps what was changed meanwhile", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    await drop(page, { name: "summary.json", bytes: summary });
    await expect
      .poll(() => page.locator(".notices").innerText())
      .toContain("Without its PodList no pod of the Summary can be evicted; give the PodList");
    await editorOf(page).fill(
      "kind: KubeletConfiguration\nevictionHard: {memory.available: 60Mi}\n",
    );
    await page.locator(".changes").waitFor();
    await drop(page, { name: "pods.json", bytes: pods });
    await expect.poll(() => page.locator(".ranking tbody tr").count()).toBe(8);
    const strip = page.locator(".changes");
    await expect.poll(() => strip.innerText()).toContain("0 pods evicted, 1 under the defaults");
    expect(await strip.innerText()).toContain("100Mi → 60Mi");
    // Another moment is another one, without pods.
    await drop(page, { name: "later.json", bytes: pairOf("memory-leak", 80).summary });
    await expect.poll(() => page.locator(".ranking tbody tr").count()).toBe(0);
    expect(await page.locator(".changes").count()).toBe(0);
  });

  it("goes on after a reload with what was changed of a dropped configuration", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    const kubelet = "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n";
    const files = { "summary.json": summary, "pods.json": pods, "k.yaml": Buffer.from(kubelet) };
    await drop(page, ...Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
    await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
    await editorOf(page).fill(kubelet.replace("50Mi", "2Gi"));
    await expect.poll(() => page.locator(".changes").innerText()).toContain("50Mi → 2Gi");
    await page.waitForTimeout(600);
    await page.reload();
    await expect.poll(() => page.locator(".changes").innerText()).toContain("50Mi → 2Gi");
    await page.waitForTimeout(300);
    expect(await page.locator(".changes").innerText()).toContain("50Mi → 2Gi");
  });

  it("takes the configuration that a capture lacks for the recorded one", async () => {
    const page = await visit();
    const [header = "", ...records] = exampleLines("memory-leak");
    const { config: _, ...bare } = JSON.parse(header);
    const lines = [JSON.stringify(bare), ...records];
    await drop(page, { name: "bare.ndjson", bytes: Buffer.from(`${lines.join("\n")}\n`) });
    const notices = page.locator(".notices");
    const assumed = page.locator(".assumed");
    await expect.poll(() => assumed.innerText()).toContain("kubelet defaults assumed");
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    const kubelet = "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}\n";
    await drop(page, { name: "kubelet.yaml", bytes: Buffer.from(kubelet) });
    await expect.poll(() => notices.innerText()).toContain("kubelet.yaml is a kubelet config");
    for (const _ of ["as it was given", "after a reload"]) {
      await expect.poll(() => page.locator(".arithmetic").innerText()).toContain("1Gi");
      expect(await assumed.count()).toBe(0);
      expect(await page.locator(".changes").count()).toBe(0);
      await page.waitForTimeout(600);
      await page.reload();
    }
  });

  it("takes a pasted configuration, YAML and flags alike", async () => {
    const page = await visit();
    await openOwn(page);
    const evictions = page.locator(".facts");
    await expect.poll(() => evictions.innerText()).toContain("1 pod evicted");
    await paste(page, 'kind: KubeletConfiguration\nevictionHard: {"memory.available": "10Mi"}\n');
    await expect.poll(() => evictions.innerText()).toContain("0 pods evicted");
    await paste(page, "--eviction-hard=memory.available<300Mi");
    await expect.poll(() => evictions.innerText()).not.toContain("0 pods evicted");
  });

  it.each([
    ["holiday.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /holiday\.jpg/],
    ["empty.ndjson", Buffer.alloc(0), /empty/],
    ["cut.gz", exampleGzip("memory-leak").subarray(0, 15), /^cut\.gz: the gzip stream ends early/],
    ["cut.json", summaryWithout("node"), /^cut\.json is a stats Summary without its member node;/],
    [
      "package.json",
      Buffer.from('{"name":"a","version":"1"}'),
      /is an object with name, version; give a capture/,
    ],
    ["failed.json", Buffer.from(" {} "), /^failed\.json is an empty object; give a capture/],
    ["kubelet.yaml", Buffer.from("kind: KubeletConfiguration\n  a: [\n"), /^kubelet\.yaml:1:7: /],
  ])("says why it cannot read %s", async (name, bytes, reason) => {
    const page = await visit();
    await drop(page, { name, bytes });
    await expect.poll(() => page.getByRole("alert").innerText()).toMatch(reason);
    // Nothing was taken for a configuration.
    expect(await page.locator(".changes").count()).toBe(0);
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it.each([
    ["numbers that none can be", { memory: { availableBytes: -5, workingSetBytes: -9 } }, true],
    ["no number at all", {}, false],
  ])("says of a capture with %s that nothing was observed", async (_, stats, isProblem) => {
    const page = await visit();
    await drop(page, { name: "silent.ndjson", bytes: captureOf(stats) });
    const lanes = page.locator(".lanes");
    await expect.poll(() => lanes.innerText()).toContain("Nothing of the node was observed");
    expect(await lanes.innerText()).not.toContain("no pressure");
    expect(await page.locator(".opened").innerText()).toContain("there is nothing to decide on");
    const said = await page.locator(".notices").innerText();
    const first = /Nothing could be read in this capture\.\s+Step 1: Summary .*availableBytes/;
    if (isProblem) expect(said).toMatch(first);
    else expect(said).toBe("");
  });

  it("shows names that are markup as the texts they are", async () => {
    const page = await visit();
    page.on("dialog", () => expect.fail("A name was run as a script."));
    await drop(page, { name: `${SCRIPT_NAME}.ndjson`, bytes: scriptCapture() });
    await expect.poll(() => headlineOf(page).innerText()).toContain(SCRIPT_NAME);
    expect(await page.locator("img, main script").count()).toBe(0);
  });

  it("refuses more pods than the engine holds, and goes on", async () => {
    const page = await visit();
    await drop(page, { name: "crowd.gz", bytes: crowdedCapture(10_000) });
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe("crowd.gz");
    await page.getByText("could not be read; everything else is used").click();
    await expect.poll(() => page.locator(".notices li").innerText()).toMatch(/^Step 1: PodList/);
  });

  it("takes a capture of a hundred megabytes", async () => {
    const page = await visit();
    const lines = exampleLines("memory-leak");
    await page.evaluate(dropLong, { lines, paddingBytes: Math.ceil(1e8 / lines.length) });
    await expect.poll(() => page.locator(".opened .name").innerText(), PATIENT).toBe("long.ndjson");
    await expect.poll(() => headlineOf(page).innerText(), PATIENT).toMatch(/^Evicts shop\/cart-/);
  });
});
